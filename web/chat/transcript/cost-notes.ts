// Says what the provider's cache cost, as pi's TUI does if its setting `showCacheMissNotices` is on, and in any case what
// was spent without a prompt: prompts that were
// billed again because the cache had lost them, requests that kept it warm, summaries, and reasoning that a provider
// dropped. The numbers, and from when on a miss is worth a sentence, are those of pi 1.6.0.
import type { AssistantMessage, DroppedReasoning, Model, Usage } from '../../../shared/pi/messages.ts';
import {
  missedTokens,
  paidPrice,
  promptOf,
  requestAfter,
  requestModel,
  type CachedRequest,
} from '../../../shared/view/cache-miss.ts';
import type { Entry } from '../../../shared/view/conversation.ts';
import { plural, t } from '../../language/text.ts';
import { dollars, tokens } from '../../lib/format/amounts.ts';
import type { CostNotes } from './rows.ts';

/** After this time providers forget a prompt. */
const CACHE_MS = 5 * 60_000;
/** A miss of fewer tokens and less money is not shown. */
const MIN_SHOWN = { tokens: 20_000, cost: 0.1 };

/**
 * Returns the sentences by the key of the row that they follow. `model`: the current one, whose prices are known.
 * `unprompted`: only those about what was spent without a prompt.
 */
export function costNotes(
  entries: readonly Entry[],
  model: Model | null,
  which: 'all' | 'unprompted' = 'all',
): CostNotes {
  const notes = new Map<string, string[]>();
  const unprompted = new Set<string>();
  let last: CachedRequest | undefined;
  let dropped: DroppedReasoning | undefined;
  let warmed: { key: string; note?: string | undefined; cost: number } | undefined;
  for (const { key, message } of entries) {
    const earlier = warmed;
    warmed = undefined;
    switch (message.role) {
      case 'warming': {
        // Requests that follow each other make one sentence with the sum, at the first of them.
        const { note, cost, promptTokens, model: name, timestamp } = message;
        warmed = earlier && earlier.note === note ? earlier : { key, note, cost: 0 };
        warmed.cost += cost;
        unprompted.add(warmed.key);
        notes.set(warmed.key, [warmingWords(warmed)]);
        if (promptTokens > 0) last = { promptTokens, model: name, timestamp, isCached: true };
        break;
      }
      case 'compactionSummary':
      case 'branchSummary':
        // The next prompt is another one.
        last = undefined;
        if (message.usage) notes.set(key, [summaryWords(message.usage)]);
        break;
      case 'assistant': {
        const { stopReason } = message;
        if (stopReason !== 'error' && stopReason !== 'aborted') {
          const words = [droppedWords(dropped, message.panel_dropped), missWords(last, message, model)];
          const said = words.filter((one) => one !== null);
          if (said.length > 0) notes.set(key, said);
        }
        dropped = message.panel_dropped;
        last = requestAfter(last, message);
        break;
      }
      default:
    }
  }
  return which === 'all' ? notes : new Map([...notes].filter(([key]) => unprompted.has(key)));
}

function missWords(
  last: CachedRequest | undefined,
  message: AssistantMessage,
  model: Model | null,
): string | null {
  const { usage } = message;
  const missed = missedTokens(last, usage);
  if (!last || !usage || missed === 0) return null;
  const cost = missed * Math.max(0, paidPrice(usage) - readPrice(usage, message, model));
  if (missed < MIN_SHOWN.tokens && cost < MIN_SHOWN.cost) return null;
  const billed = billedWords(missed, cost);
  if (last.model !== requestModel(message))
    return t('Cache miss after a change of the model: {billed}', { billed });
  const idle = message.timestamp - last.timestamp;
  if (idle < CACHE_MS) return t('Cache miss: {billed}', { billed });
  return t('Cache miss after {minutes} min without a request: {billed}', {
    ...{ billed, minutes: Math.round(idle / 60_000) },
  });
}

/** Dollars for a token from the cache. */
function readPrice({ cacheRead, cost }: Usage, message: AssistantMessage, model: Model | null): number {
  if (cacheRead > 0) return cost.cacheRead / cacheRead;
  const isKnown = model !== null && `${model.provider}/${model.id}` === requestModel(message);
  return isKnown ? (model.cost?.cacheRead ?? 0) / 1_000_000 : 0;
}

function warmingWords({ cost, note }: { cost: number; note?: string | undefined }): string {
  const amount = dollars(cost);
  return note === undefined
    ? t('Cache kept warm: {amount}', { amount })
    : t('Cache kept warm ({note}): {amount}', { note, amount });
}

function summaryWords(usage: Usage): string {
  const billed = billedWords(promptOf(usage) + usage.output, usage.cost.total);
  return t('Summary: {billed}', { billed });
}

/** A provider reports the same loss with each later request, so only a larger number is news. */
function droppedWords(
  before: DroppedReasoning | undefined,
  now: DroppedReasoning | undefined,
): string | null {
  if (!now || (before?.provider === now.provider && now.count <= before.count)) return null;
  const { provider, count, reasons } = now;
  const words = plural(
    count,
    [
      '{provider} left out 1 part of the earlier reasoning',
      '{provider} left out {count} parts of the earlier reasoning',
    ],
    { provider },
  );
  return reasons.length === 0 ? words : `${words} (${reasons.join(', ')})`;
}

function billedWords(count: number, cost: number): string {
  const billed = t('{tokens} tokens billed', { tokens: tokens(count) });
  return cost >= 0.01 ? `${billed} (${t('about {amount}', { amount: dollars(cost) })})` : billed;
}
