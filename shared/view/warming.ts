// The row for a request with which pi kept the provider's cache warm. pi stores it as a session entry of its own.
import { isRecord } from '../pi/is-record.ts';
import type { WarmingMessage } from '../pi/messages.ts';

/** `entry`: a session entry of any type. Returns null if it is of another kind. */
export function warmingOf(entry: object): WarmingMessage | null {
  const { type, kind, provider, model, usage, note, timestamp } = entry as Record<string, unknown>;
  if (type !== 'usage' || kind !== 'cache_warm' || !isRecord(usage)) return null;
  const count = (value: unknown): number => (Number.isFinite(value) ? (value as number) : 0);
  return {
    role: 'warming',
    model: `${String(provider)}/${String(model)}`,
    cost: count((Object(usage.cost) as Record<string, unknown>).total),
    promptTokens: count(usage.input) + count(usage.cacheRead) + count(usage.cacheWrite),
    ...(typeof note === 'string' && note !== '' && { note }),
    timestamp: Date.parse(String(timestamp)) || 0,
  };
}
