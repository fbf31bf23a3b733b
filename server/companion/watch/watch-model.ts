// Reports that the model or its thinking level changed: pi does not announce a model (0.73.1 to 1.5.2).
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { CompanionWord } from '../../../shared/companion.ts';

export function watchModel(
  pi: ExtensionAPI,
  sayBy: (ctx: ExtensionContext) => (word: CompanionWord) => void,
): void {
  pi.on('model_select', (_event, ctx) => sayBy(ctx)({ say: 'model' }));
}
