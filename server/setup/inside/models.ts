// Lists the models that pi knows, with the facts by which a user chooses one.
import type { SetupModel, SetupModels } from '../../../shared/setup.ts';

interface PiModel {
  provider: string;
  id: string;
  name?: string;
  baseUrl?: string;
  api?: string;
  contextWindow?: number;
  maxTokens?: number;
  cost?: Partial<SetupModel['cost']>;
  input?: readonly string[];
  reasoning?: boolean;
}

/** The part of the registry that pi 0.73.1 to 1.5.2 has. */
export interface Registry {
  refresh: (options?: { allowNetwork: boolean }) => unknown;
  getAll: () => PiModel[];
  getAvailable: () => PiModel[];
  getError: () => string | undefined;
  /** Since 1.0. */
  getModelsOfType?: (type: 'image' | 'classifier') => readonly PiModel[];
  getAvailableOfType?: (type: 'image' | 'classifier') => Promise<readonly PiModel[]>;
}

export async function listModels(registry: Registry): Promise<SetupModels> {
  await registry.refresh({ allowNetwork: false });
  const models = describe(registry.getAll(), registry.getAvailable());
  for (const use of ['image', 'classifier'] as const) {
    const available = (await registry.getAvailableOfType?.(use)) ?? [];
    const all = registry.getModelsOfType?.(use) ?? [];
    models.push(...describe(all, available).map((model) => ({ ...model, use })));
  }
  return { models, error: registry.getError() ?? null };
}

function describe(models: readonly PiModel[], available: readonly PiModel[]): SetupModel[] {
  const ids = new Set(available.map(({ provider, id }) => `${provider}/${id}`));
  return models.map((model) => ({
    provider: model.provider,
    id: model.id,
    name: model.name ?? model.id,
    contextWindow: model.contextWindow ?? 0,
    maxTokens: model.maxTokens ?? 0,
    cost: pricesOf(model.cost),
    hasImages: model.input?.includes('image') ?? false,
    hasThinking: model.reasoning ?? false,
    isAvailable: ids.has(`${model.provider}/${model.id}`),
    baseUrl: withoutLogin(model.baseUrl ?? ''),
    api: model.api ?? '',
  }));
}

function pricesOf({
  input = 0,
  output = 0,
  cacheRead = 0,
  cacheWrite = 0,
}: PiModel['cost'] = {}): SetupModel['cost'] {
  return { input, output, cacheRead, cacheWrite };
}

/** Returns the number of models of each provider, by its id. */
export function modelCounts(registry: Registry): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { provider } of registry.getAll()) counts.set(provider, (counts.get(provider) ?? 0) + 1);
  return counts;
}

/** Removes a user's name and password from an address. */
function withoutLogin(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (!url.username && !url.password) return address;
  url.username = '';
  url.password = '';
  return url.href;
}
