// Reads the statistics of the session from pi, one request at a time. pi sends no event for them (in any version).
import type { SessionStats } from '../../../shared/pi/commands.ts';
import type { Spending } from '../../../shared/budget.ts';
import type { PanelEvent } from '../../../shared/view/view-event.ts';
import type { PiPort } from '../process/current-pi.ts';

export interface StatsReaderOptions {
  pi: Pick<PiPort, 'requestData'>;
  emit: (event: PanelEvent) => void;
  /** Returns what the sub-agents of the session have used, which pi leaves out. */
  children: () => Promise<Spending>;
}

export class StatsReader {
  readonly #options: StatsReaderOptions;
  /** Resolves when no request is under way. */
  #current: Promise<void> = Promise.resolve();
  /** The request that waits for the current one. */
  #next: Promise<void> | null = null;
  /** How often the context was replaced. */
  #contexts = 0;

  constructor(options: StatsReaderOptions) {
    this.#options = options;
  }

  /**
   * Call this when a compaction has ended, and `read` afterwards. An earlier answer from pi counts the old context, but
   * may arrive in the same chunk as the event and be handled after it, so it is dropped.
   */
  onCompacted(): void {
    this.#contexts += 1;
  }

  /** Reads the statistics. Resolves when pages have some that are at least as new as this call. */
  read(): Promise<void> {
    return (this.#next ??= this.#current.then(() => {
      this.#next = null;
      const request = this.#request();
      this.#current = request.catch(() => undefined);
      return request;
    }));
  }

  async #request(): Promise<void> {
    const { pi, emit, children } = this.#options;
    const context = this.#contexts;
    const { sessionFile: _path, ...stats } = await pi.requestData<SessionStats>({
      type: 'get_session_stats',
    });
    const used = await children();
    if (context === this.#contexts) emit({ type: 'panel_stats', stats: withChildren(stats, used) });
  }
}

/** Money and tokens of sub-agents count in the session that started them. */
function withChildren(stats: SessionStats, used: Spending): SessionStats {
  if (used.cost === 0 && used.tokens === 0) return stats;
  const tokens = { ...stats.tokens, total: stats.tokens.total + used.tokens };
  return { ...stats, cost: stats.cost + used.cost, tokens, panel_children: used };
}
