// The facts about a model that pages may see: without the addresses and headers of its provider.
import type { Model } from '../../../shared/pi/messages.ts';

/** pi's protocol of a virtual model (0.99 to 1.6). */
const VIRTUAL_API = 'pi-virtual';

export function publicModel(model: Model & { api?: unknown }): Model {
  const { api, id, name, provider, reasoning, input, contextWindow, cost } = model;
  const isVirtual = api === VIRTUAL_API && ({ isVirtual: true } as const);
  return {
    id,
    name,
    provider,
    reasoning,
    input,
    contextWindow,
    ...isVirtual,
    ...(cost && { cost: pricesOf(cost) }),
  };
}

/** Without other prices, such as those for long prompts. */
function pricesOf({ input, output, cacheRead }: NonNullable<Model['cost']>): Model['cost'] {
  return { input, output, ...(cacheRead !== undefined && { cacheRead }) };
}
