// Which part of a prompt the provider's cache had lost, so that it was read again. The rules are those of pi 1.6.0.
import type { AssistantMessage, Usage } from '../pi/messages.ts';

/** A miss of fewer tokens comes from where the parts of a prompt end, and counts as none. */
const MIN_MISS = 1024;

/** The last request, which the provider's cache may remember. */
export interface CachedRequest {
  promptTokens: number;
  /** `provider/model` */
  model: string;
  /** ms since 1970 */
  timestamp: number;
  isCached: boolean;
}

/** Returns the request of this answer, or the last one if this answer has no usage. */
export function requestAfter(
  last: CachedRequest | undefined,
  message: AssistantMessage,
): CachedRequest | undefined {
  const { usage, timestamp } = message;
  if (!usage || promptOf(usage) <= 0) return last;
  const isCached = (last?.isCached ?? false) || usage.cacheRead + usage.cacheWrite > 0;
  return { promptTokens: promptOf(usage), model: requestModel(message), timestamp, isCached };
}

/** Returns how many tokens of the last prompt were read again; 0 if none. */
export function missedTokens(last: CachedRequest | undefined, usage: Usage | undefined): number {
  // A provider that has never reported a cache may not have one.
  if (!last || !usage || (usage.cacheRead + usage.cacheWrite === 0 && !last.isCached)) return 0;
  const missed = Math.min(last.promptTokens, promptOf(usage)) - usage.cacheRead;
  return missed <= MIN_MISS ? 0 : missed;
}

/** Returns the dollars for a token that the cache lacked. */
export function paidPrice({ input, cacheWrite, cost }: Usage): number {
  return input + cacheWrite > 0 ? (cost.input + cost.cacheWrite) / (input + cacheWrite) : 0;
}

export const promptOf = ({ input, cacheRead, cacheWrite }: Usage): number => input + cacheRead + cacheWrite;
export const requestModel = ({ provider, model }: AssistantMessage): string => `${provider}/${model}`;
