// Keeps what providers tell about their limits in the headers of their responses (pi >= 0.80 passes them on). The names
// are those of Anthropic, of OpenAI and others like it, and of Codex, as of 2026.
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import type { Quota } from '../../../shared/quota.ts';

type Headers = Readonly<Record<string, string>>;

/** A provider with more is imitated, or confused. */
const MAX_QUOTAS = 12;

export class Quotas {
  readonly #byProvider = new Map<string, Quota[]>();

  constructor(pi: ExtensionAPI) {
    pi.on('after_provider_response', ({ headers }, { model }) => {
      const quotas = quotasIn(headers, model?.provider ?? '', Date.now());
      if (quotas.length > 0) this.#byProvider.set(model?.provider ?? '', quotas);
    });
  }

  /** Those whose period has not ended. */
  list(): Quota[] {
    const now = Date.now();
    return [...this.#byProvider.values()]
      .flat()
      .filter(({ resetsAt }) => resetsAt === null || resetsAt > now);
  }
}

/** Exported for its tests. `now`: ms since 1970. */
export function quotasIn(headers: Headers, provider: string, now: number): Quota[] {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const at = (name: string): string => byName.get(name) ?? '';
  const found: Quota[] = [];
  for (const name of byName.keys()) {
    const [, counted] = /^anthropic-ratelimit-(.+)-limit$/.exec(name) ?? [];
    const [, window] = /^anthropic-ratelimit-unified-(.+)-utilization$/.exec(name) ?? [];
    const [, what] = /^x-ratelimit-limit-(.+)$/.exec(name) ?? [];
    const [, codex] = /^x-codex-(primary|secondary)-used-percent$/.exec(name) ?? [];
    if (window !== undefined) {
      const resetsAt = timeOf(at(`anthropic-ratelimit-unified-${window}-reset`), now);
      found.push({ provider, name: window, used: Number(at(name)), remaining: null, resetsAt });
    } else if (counted !== undefined) {
      const prefix = `anthropic-ratelimit-${counted}`;
      const [limit, left, reset] = [at(name), at(`${prefix}-remaining`), at(`${prefix}-reset`)];
      found.push(count(counted, { limit, left, reset }));
    } else if (what !== undefined) {
      const [left, reset] = [at(`x-ratelimit-remaining-${what}`), at(`x-ratelimit-reset-${what}`)];
      found.push(count(what, { limit: at(name), left, reset }));
    } else if (codex !== undefined) {
      const seconds = Number(at(`x-codex-${codex}-reset-after-seconds`));
      const minutes = Number(at(`x-codex-${codex}-window-minutes`));
      const words = minutes > 0 ? `${Math.round(minutes / 60)}h` : codex;
      const resetsAt = seconds > 0 ? now + seconds * 1000 : null;
      found.push({ provider, name: words, used: Number(at(name)) / 100, remaining: null, resetsAt });
    }
  }
  return found.filter(({ used }) => used >= 0 && used <= 1).slice(0, MAX_QUOTAS);

  function count(
    name: string,
    { limit, left, reset }: { limit: string; left: string; reset: string },
  ): Quota {
    const remaining = left === '' ? Number.NaN : Number(left);
    return { provider, name, used: 1 - remaining / Number(limit), remaining, resetsAt: timeOf(reset, now) };
  }
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Seconds since 1970 are larger than this, and spans smaller. */
const MIN_EPOCH_S = 1_000_000_000;

/** Understands a date, seconds since 1970, seconds from now, and `6m0.5s`. */
function timeOf(text: string, now: number): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const seconds = Number(text);
    return Math.round(seconds > MIN_EPOCH_S ? seconds * 1000 : now + seconds * 1000);
  }
  if (/^([\d.]+(ms|[smhd]))+$/.test(text)) {
    const spans = text.matchAll(/([\d.]+)(ms|[smhd])/g);
    return Math.round(now + [...spans].reduce((sum, [, n, unit = 's']) => sum + Number(n) * UNITS[unit]!, 0));
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : date;
}
