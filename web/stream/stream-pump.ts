// Keeps the event stream of one browser open, whatever happens to it, and says how it stands. It knows which agents
// are wanted and how far each of them was heard, and nothing of what their events mean.
import { ApiError, type Api } from '../lib/api.ts';
import { readEventStream, type Frame } from './event-stream.ts';

export type StreamStatus = 'live' | 'catching up' | 'reconnecting' | 'offline';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
/** After this many failures in a row the word is "offline"; the attempts go on. */
const FAILURES_UNTIL_OFFLINE = 4;

export interface PumpOptions {
  api: Pick<Api, 'fetch'>;
  /** Ids of the agents that are wanted by now. */
  agents: () => Promise<readonly string[]>;
  /** Id of the last event of this agent that was heard; undefined: all of it is wanted. */
  after: (agent: string) => string | undefined;
  onFrame: (frame: Frame) => void;
  /** The status has changed. */
  onStatus: (status: StreamStatus) => void;
  /** The token was refused: nothing will help but a new link, and the pump has stopped. */
  onRefused: () => void;
}

export class StreamPump {
  readonly #options: PumpOptions;
  readonly #over = new AbortController();
  #attempt = new AbortController();
  #wake: (() => void) | null = null;
  #status: StreamStatus = 'catching up';
  #lastHeard = Date.now();
  #failures = 0;
  /** What the stream that is open now was asked for. */
  #asked: readonly string[] = [];
  /** The server does not know them; no id is ever given to another agent. */
  readonly #gone = new Set<string>();

  constructor(options: PumpOptions) {
    this.#options = options;
    void this.#run();
  }

  get status(): StreamStatus {
    return this.#status;
  }

  /** ms since 1970 of the last bytes that came, heartbeats among them. */
  get lastHeard(): number {
    return this.#lastHeard;
  }

  /** To be called when other agents are wanted: another stream takes the place of this one. */
  async refresh(): Promise<void> {
    const wanted = await this.#wanted();
    if (wanted.every((agent) => this.#asked.includes(agent))) return;
    this.#attempt.abort();
    this.#wake?.();
  }

  /** Does not wait for the rest of a pause. */
  retryNow(): void {
    this.#wake?.();
  }

  close(): void {
    this.#over.abort();
    this.#attempt.abort();
    this.#wake?.();
  }

  async #run(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const { signal } = (this.#attempt = new AbortController());
      this.#asked = await this.#wanted();
      if (signal.aborted) continue;
      if (this.#asked.length === 0) await this.#pause(null);
      else if (!(await this.#read(signal))) return;
    }
  }

  /** One attempt, and the pause after it. False: there is no point in another one. */
  async #read(signal: AbortSignal): Promise<boolean> {
    const { api, after, onFrame, onRefused } = this.#options;
    const agents = this.#asked;
    const known = agents.map(after).filter((id) => id !== undefined);
    try {
      await readEventStream(api, {
        agents,
        after: known,
        signal,
        onFrame: (frame) => {
          this.#failures = 0;
          if (frame.kind === 'gone') this.#gone.add(agentOf(frame));
          onFrame(frame);
        },
        onBytes: () => {
          this.#lastHeard = Date.now();
          this.#say('live');
        },
      });
    } catch (error) {
      if (this.#over.signal.aborted) return false;
      if (signal.aborted) return true;
      if (error instanceof ApiError && error.status === 401) {
        onRefused();
        return false;
      }
      if (error instanceof ApiError && error.status === 404) this.#loseAll(agents);
    }
    this.#failures += 1;
    const isOffline = this.#failures >= FAILURES_UNTIL_OFFLINE || navigator.onLine === false;
    this.#say(isOffline ? 'offline' : 'reconnecting');
    await this.#pause(this.#failures);
    return true;
  }

  #loseAll(agents: readonly string[]): void {
    for (const agent of agents) {
      this.#gone.add(agent);
      this.#options.onFrame({ kind: 'gone', id: '', data: JSON.stringify({ agent }) });
    }
  }

  async #wanted(): Promise<readonly string[]> {
    return (await this.#options.agents()).filter((agent) => !this.#gone.has(agent));
  }

  #say(status: StreamStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#options.onStatus(status);
  }

  /** After so many failures in a row; null: until it is woken. */
  #pause(failures: number | null): Promise<void> {
    return new Promise((resolve) => {
      const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** ((failures ?? 1) - 1));
      const timer = failures && setTimeout(resolve, longest * (0.5 + Math.random() / 2));
      this.#wake = () => {
        if (timer) clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Which agent a frame speaks of. */
export function agentOf({ id, data }: Frame): string {
  return id === '' ? (JSON.parse(data) as { agent: string }).agent : id.slice(0, id.lastIndexOf('.'));
}
