// Reports that the model or its thinking level changed: pi does not announce a model (0.73.1 to 1.5.2).
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { CompanionReport } from '../../../shared/companion.ts';

export function watchModel(
  pi: ExtensionAPI,
  senderFor: (ctx: ExtensionContext) => (report: CompanionReport) => void,
): void {
  pi.on('model_select', (_event, ctx) => senderFor(ctx)({ type: 'model' }));
}
