// The one event stream of this page: keeps it open, says how it stands, and hands its frames on.
// It holds no conversation state.
import { ApiError, type Api } from '../lib/api.ts';
import { readEventStream, type StreamHandlers } from '../lib/event-stream.ts';

export type ConnectionStatus = 'live' | 'catching up' | 'reconnecting' | 'offline';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
/** After this many failures in a row the word is "offline"; the attempts go on. */
const FAILURES_UNTIL_OFFLINE = 4;

interface Options extends StreamHandlers {
  api: Api;
  /** The token was refused: nothing will help but a new link. */
  onUnauthorised(): void;
  /** The agent is unknown to the server, which was restarted. Resolves to the id to follow from now on. */
  onLost(): Promise<string | null>;
}

export class Connection {
  status = $state<ConnectionStatus>('catching up');
  /** ms since 1970 of the last time the stream was live. */
  lastLive = $state(Date.now());

  readonly #options: Options;
  #following: AbortController | null = null;
  #wake: (() => void) | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Follows this agent and no other. Returns at once. */
  follow(agent: string): void {
    this.close();
    this.#following = new AbortController();
    void this.#run(agent, this.#following.signal);
  }

  close(): void {
    this.#following?.abort();
    this.#following = null;
  }

  /** The page woke up, or the network came back: do not wait for the rest of the pause. */
  retryNow(): void {
    this.#wake?.();
  }

  async #run(first: string, signal: AbortSignal): Promise<void> {
    let agent = first;
    let failures = 0;
    while (!signal.aborted) {
      this.status = failures === 0 ? 'catching up' : this.status;
      try {
        const handlers = this.#handlers(() => (failures = 0));
        await readEventStream(this.#options.api, { agents: [agent], signal, ...handlers });
        failures += 1;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        if (error instanceof ApiError && error.status === 401) return this.#options.onUnauthorised();
        if (error instanceof ApiError && error.status === 404)
          agent = (await this.#options.onLost()) ?? agent;
      }
      if (this.status === 'live') this.lastLive = Date.now();
      this.status = failures >= FAILURES_UNTIL_OFFLINE || !navigator.onLine ? 'offline' : 'reconnecting';
      await this.#pause(failures);
    }
  }

  #handlers(onLive: () => void): StreamHandlers {
    return {
      onSnapshot: (frame) => {
        onLive();
        this.status = 'live';
        this.lastLive = Date.now();
        this.#options.onSnapshot(frame);
      },
      onEvent: (frame) => this.#options.onEvent(frame),
    };
  }

  #pause(failures: number): Promise<void> {
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, longest * (0.5 + Math.random() / 2));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
