// The lines of one agent's log, polled while the log is visible. Their number is limited, as in the server's own log.
import { t } from '../language/text.ts';
import { ApiError } from '../lib/requests/api.ts';
import { pause } from '../lib/requests/pause.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import type { LogPage } from '../../shared/wire.ts';
import { recordLine, type RecordLine } from './record-line.ts';

const MAX_LINES = 2000;
const PAUSE_MS = 700;

export class LogFollower {
  lines = $state.raw<readonly RecordLine[]>([]);
  /** Whether fetching is paused. Afterwards, missed lines are fetched if the server still has them. */
  isPaused = $state(false);
  failure = $state<string | null>(null);

  readonly #agent: Agent;
  #last = 0;

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  /** Polls until the signal is aborted. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const hasMore = this.isPaused || document.hidden ? false : await this.#fetch(signal);
      if (!hasMore) await pause(PAUSE_MS, signal);
    }
  }

  clear(): void {
    this.lines = [];
  }

  async #fetch(signal: AbortSignal): Promise<boolean> {
    try {
      const path = `${this.#agent.path}/log?since=${this.#last}`;
      const page = await this.#agent.api.json<LogPage>(path, { signal });
      this.failure = null;
      const last = page.lines.at(-1);
      if (!last) return false;
      this.#last = last.n;
      this.lines = [...this.lines, ...page.lines.map(recordLine)].slice(-MAX_LINES);
      return page.hasMore;
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof ApiError)) throw error;
      this.failure = t("Couldn't fetch the log: {reason}", { reason: error.message });
      return false;
    }
  }
}
