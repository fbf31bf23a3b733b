// The values that the fields of pi's default provider and default model suggest: those of the models that can be used.
import type { SetupModel } from '../../../shared/setup.ts';

/** `provider` is the default provider that applies now; undefined if none is set. */
export function suggestionsFor(
  key: string,
  models: readonly Pick<SetupModel, 'id' | 'isAvailable' | 'provider'>[],
  provider: unknown,
): string[] {
  const usable = models.filter(({ isAvailable }) => isAvailable);
  if (key === 'defaultProvider') return unique(usable.map((model) => model.provider));
  if (key !== 'defaultModel') return [];
  const ofProvider = usable.filter((model) => model.provider === provider);
  return unique((ofProvider.length > 0 ? ofProvider : usable).map(({ id }) => id));
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];
