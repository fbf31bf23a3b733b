// Reads the statistics of the session from pi, which announces them by no event (any version): one request at a time.
import type { SessionStats } from '../../../shared/pi/commands.ts';
import type { PanelEvent } from '../../../shared/view/view-event.ts';
import type { PiPort } from '../process/current-pi.ts';

export interface StatsReaderOptions {
  pi: Pick<PiPort, 'requestData'>;
  emit: (event: PanelEvent) => void;
}

export class StatsReader {
  readonly #options: StatsReaderOptions;
  /** Resolves when no request is under way. */
  #current: Promise<void> = Promise.resolve();
  /** The request that waits for that. */
  #next: Promise<void> | null = null;

  constructor(options: StatsReaderOptions) {
    this.#options = options;
  }

  /** Resolves when pages have the statistics as they are now, or later. */
  read(): Promise<void> {
    return (this.#next ??= this.#current.then(() => {
      this.#next = null;
      const request = this.#request();
      this.#current = request.catch(() => undefined);
      return request;
    }));
  }

  async #request(): Promise<void> {
    const { pi, emit } = this.#options;
    const { sessionFile: _path, ...stats } = await pi.requestData<SessionStats>({
      type: 'get_session_stats',
    });
    emit({ type: 'panel_stats', stats });
  }
}
