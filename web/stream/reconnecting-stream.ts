// Stage 2 of the event stream: a stream that reconnects after every failure and reports its status. It requests the
// agents and resumes each one after its last frame, but does not interpret the frames.
import { ApiError, type Api } from '../lib/requests/api.ts';
import { backOff, pause } from '../lib/requests/pause.ts';
import { agentOf, readEventStream } from './event-stream.ts';
import type { Frame } from '../../shared/compact-events.ts';

export type StreamStatus = 'live' | 'catching up' | 'reconnecting' | 'offline';

const LONGEST_PAUSE_MS = 10_000;
/** After this many failures in a row the status is "offline". The stream still tries to reconnect. */
const FAILURES_UNTIL_OFFLINE = 4;

export interface ReconnectingStreamOptions {
  api: Pick<Api, 'fetch'>;
  /** Resolves to the ids of the agents to request. */
  agents: () => Promise<readonly string[]>;
  /** Returns the id of the last known frame of an agent, or undefined to request a snapshot. */
  after: (agent: string) => string | undefined;
  onFrame: (frame: Frame) => void;
  onStatus: (status: StreamStatus) => void;
  /** Called when the token was refused. Only a new link helps, so the stream has stopped. */
  onRefused: () => void;
}

export class ReconnectingStream {
  readonly #options: ReconnectingStreamOptions;
  readonly #closed = new AbortController();
  #attempt = new AbortController();
  #pause = new AbortController();
  #status: StreamStatus = 'catching up';
  #lastHeard = Date.now();
  #failures = 0;
  /** The agents that the current connection includes. */
  #requested: readonly string[] = [];
  /** Agents that the server does not have. Ids are never reused. */
  readonly #gone = new Set<string>();

  constructor(options: ReconnectingStreamOptions) {
    this.#options = options;
    void this.#run();
  }

  /** Whether the current connection includes this agent. */
  includes(agent: string): boolean {
    return this.#requested.includes(agent);
  }

  get status(): StreamStatus {
    return this.#status;
  }

  /** When the last bytes arrived from the server, heartbeats included, in ms since 1970. */
  get lastHeard(): number {
    return this.#lastHeard;
  }

  /** Must be called when `agents` may have changed. Reconnects if the current connection lacks one of them. */
  async refresh(): Promise<void> {
    const agents = await this.#findAgents();
    if (agents.every((agent) => this.#requested.includes(agent))) return;
    this.#attempt.abort();
    this.retryNow();
  }

  /** Ends the pause between two attempts. */
  retryNow(): void {
    this.#pause.abort();
  }

  close(): void {
    this.#closed.abort();
    this.#attempt.abort();
    this.#pause.abort();
  }

  async #run(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const { signal } = (this.#attempt = new AbortController());
      this.#requested = await this.#findAgents();
      if (signal.aborted) continue;
      if (this.#requested.length === 0) await this.#wait(Infinity);
      else if (!(await this.#connect(signal))) return;
    }
  }

  /** Makes one attempt and pauses after it. Resolves to false if another attempt would be pointless. */
  async #connect(signal: AbortSignal): Promise<boolean> {
    const { api, after, onFrame, onRefused } = this.#options;
    const agents = this.#requested;
    try {
      await readEventStream(api, {
        agents,
        after: agents.map(after).filter((id) => id !== undefined),
        signal,
        onFrame: (frame) => {
          this.#failures = 0;
          if (frame.kind === 'gone') this.#gone.add(agentOf(frame) ?? '');
          onFrame(frame);
        },
        onBytes: () => {
          this.#lastHeard = Date.now();
          this.#setStatus('live');
        },
      });
    } catch (error) {
      if (this.#closed.signal.aborted) return false;
      if (signal.aborted) return true;
      if (error instanceof ApiError && error.status === 401) {
        onRefused();
        return false;
      }
      if (error instanceof ApiError && error.status === 404) this.#reportLost(agents);
    }
    this.#failures += 1;
    const isOffline = this.#failures >= FAILURES_UNTIL_OFFLINE || navigator.onLine === false;
    this.#setStatus(isOffline ? 'offline' : 'reconnecting');
    // The pause is randomized, so that many tabs do not reconnect to a restarted server at the same moment.
    await this.#wait(backOff(this.#failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2));
    return true;
  }

  #reportLost(agents: readonly string[]): void {
    for (const agent of agents) {
      this.#gone.add(agent);
      this.#options.onFrame({ kind: 'gone', id: '', data: JSON.stringify({ agent }) });
    }
  }

  async #findAgents(): Promise<readonly string[]> {
    return (await this.#options.agents()).filter((agent) => !this.#gone.has(agent));
  }

  #setStatus(status: StreamStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#options.onStatus(status);
  }

  #wait(ms: number): Promise<void> {
    this.#pause = new AbortController();
    return pause(ms, this.#pause.signal);
  }
}
