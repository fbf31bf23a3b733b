// Stage 3 of the event stream: one stream for all tabs of a browser that show the same panel. A browser opens at most
// six HTTP/1.1 connections per host, and an event stream occupies one of them permanently. Therefore only one tab, the
// leader, has a stream, and broadcasts each frame unchanged to the other tabs. When the leader closes, frames can be
// lost; stage 4 detects that.
import type { Api } from '../lib/requests/api.ts';
import { usableLocks } from '../lib/browser/locks.ts';
import { agentOf } from './event-stream.ts';
import type { Frame } from '../../shared/compact-events.ts';
import { Leadership } from './leadership.ts';
import { ReconnectingStream, type StreamStatus } from './reconnecting-stream.ts';

/** After this much silence, a visible tab sends a ping to the leader. */
const QUIET_MS = 700;
/** If the leader does not reply within this time, the tab takes the lead. The leader may be frozen or in a debugger. */
const PATIENCE_MS = 1000;

type Message =
  | { type: 'frame'; frame: Frame }
  | { type: 'status'; status: StreamStatus; lastHeard: number }
  | { type: 'refused' }
  /** Sent to the leader when a tab follows another agent. */
  | { type: 'agents changed' }
  /** Sent to the leader, which must reply with a status. `isUrgent` also ends the pause between two attempts. */
  | { type: 'ping'; isUrgent: boolean };

export interface SharedStreamOptions {
  api: Pick<Api, 'fetch'>;
  /** The same for all tabs of one panel, and for no other tab. Null gives this tab its own stream. */
  name: string | null;
  /** Returns the id of the last frame that this tab has received of the agent that it follows. */
  position: () => string | undefined;
  /** Called for frames of any agent. When the leader changes, frames may be repeated or missing. */
  onFrame: (frame: Frame) => void;
  /** `lastHeard` is the time of the last bytes from the server, in ms since 1970. */
  onStatus: (status: StreamStatus, lastHeard: number) => void;
  onRefused: () => void;
  /** Called when another tab leads. This tab must then fetch earlier frames itself. */
  onFollow: () => void;
  isHidden: () => boolean;
  /** In ms. The defaults are 0.7 s and 1 s, so that a leader that hangs is replaced within two seconds. */
  quiet?: number;
  patience?: number;
}

export class SharedStream {
  readonly #options: SharedStreamOptions;
  readonly #locks: LockManager | null;
  readonly #channel: BroadcastChannel | null;
  readonly #leadership: Leadership;
  /** The id of the last frame that reached this tab, by agent. */
  readonly #lastFrames = new Map<string, string>();
  /** Null unless this tab is the leader. */
  #stream: ReconnectingStream | null = null;
  #agent: string | null = null;
  #releaseAgent: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(options: SharedStreamOptions) {
    this.#options = options;
    const { name } = options;
    this.#locks = name === null ? null : navigator.locks;
    this.#channel = name === null ? null : new BroadcastChannel(name);
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#onMessage(data as Message);
    this.#leadership = new Leadership({
      name: `${name}:leader`,
      locks: this.#locks,
      onLead: () => this.#lead(),
      onFollow: () => this.#followLeader(),
    });
  }

  get isLeading(): boolean {
    return this.#stream !== null;
  }

  /**
   * Whether frames of this agent may already be arriving, because another tab leads or follows the agent. This tab must
   * then fetch the earlier frames itself when it follows the agent.
   */
  isReceiving(agent: string): boolean {
    return this.#stream === null || this.#stream.includes(agent);
  }

  /** Follows this agent instead of the previous one. */
  follow(agent: string): void {
    this.#releaseAgent();
    this.#agent = agent;
    void this.#stream?.refresh();
    // Locks tell the leader which agents the tabs follow. A lock ends with its tab, even if the tab crashes.
    void this.#locks?.request(`${this.#options.name}:follows:${agent}`, { mode: 'shared' }, () => {
      if (this.#isClosed || this.#agent !== agent) return undefined;
      this.#post({ type: 'agents changed' });
      return new Promise<void>((resolve) => (this.#releaseAgent = resolve));
    });
  }

  /** Reconnects at once, because the tab is visible again, the network is back, or the user asked for it. */
  retryNow(): void {
    if (this.#stream) this.#stream.retryNow();
    else this.#pingLeader(true);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#stream?.close();
    this.#leadership.close();
    this.#releaseAgent();
    this.#channel?.close();
  }

  #lead(): void {
    clearTimeout(this.#timer);
    const { api, onFrame, onStatus, onRefused, position } = this.#options;
    this.#stream = new ReconnectingStream({
      api,
      agents: () => this.#findAgents(),
      after: (agent) => (agent === this.#agent ? position() : this.#lastFrames.get(agent)),
      onFrame: (frame) => {
        this.#remember(frame);
        this.#post({ type: 'frame', frame });
        onFrame(frame);
      },
      onStatus: (status) => {
        this.#postStatus();
        onStatus(status, this.#stream?.lastHeard ?? Date.now());
      },
      onRefused: () => {
        this.#post({ type: 'refused' });
        onRefused();
      },
    });
  }

  #followLeader(): void {
    this.#stream?.close();
    this.#stream = null;
    this.#pingLeader(false);
    this.#options.onFollow();
  }

  /** The agents that the tabs of this browser follow. */
  async #findAgents(): Promise<readonly string[]> {
    const prefix = `${this.#options.name}:follows:`;
    const { held = [] } = (await this.#locks?.query()) ?? {};
    const others = held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    return [...new Set(this.#agent === null ? others : [this.#agent, ...others])];
  }

  #onMessage(message: Message): void {
    if (this.#isClosed) return;
    if (this.#stream) this.#onRequest(this.#stream, message);
    else this.#onBroadcast(message);
  }

  /** Handles a message when this tab is the leader. */
  #onRequest(stream: ReconnectingStream, message: Message): void {
    if (message.type === 'agents changed') void stream.refresh();
    if (message.type !== 'ping') return;
    if (message.isUrgent) stream.retryNow();
    this.#postStatus();
  }

  /** Handles a message when another tab is the leader. */
  #onBroadcast(message: Message): void {
    const { onFrame, onStatus, onRefused } = this.#options;
    if (message.type === 'agents changed' || message.type === 'ping') return;
    this.#afterSilence(this.#options.quiet ?? QUIET_MS, () => this.#pingLeader(false));
    if (message.type === 'frame') {
      this.#remember(message.frame);
      onFrame(message.frame);
    } else if (message.type === 'status') {
      onStatus(message.status, message.lastHeard);
    } else {
      onRefused();
    }
  }

  #pingLeader(isUrgent: boolean): void {
    this.#post({ type: 'ping', isUrgent });
    this.#afterSilence(this.#options.patience ?? PATIENCE_MS, () => this.#leadership.steal());
  }

  /**
   * Calls `act` after a silence. Does nothing in a hidden tab, because nobody sees that it lags, and browsers throttle
   * its timers.
   */
  #afterSilence(ms: number, act: () => void): void {
    clearTimeout(this.#timer);
    if (!this.#options.isHidden()) this.#timer = setTimeout(act, ms);
  }

  #remember(frame: Frame): void {
    const agent = frame.id === '' ? undefined : agentOf(frame);
    if (agent) this.#lastFrames.set(agent, frame.id);
  }

  #postStatus(): void {
    if (!this.#stream) return;
    const { status, lastHeard } = this.#stream;
    this.#post({ type: 'status', status, lastHeard });
  }

  #post(message: Message): void {
    if (!this.#isClosed) this.#channel?.postMessage(message);
  }
}

/** Returns the name under which the tabs of one panel share a stream. Null if the browser cannot share it. */
export async function streamName(token: string): Promise<string | null> {
  if (!globalThis.isSecureContext || !globalThis.BroadcastChannel || !(await usableLocks())) return null;
  // The path is included because two panels behind one proxy share an origin. The hash hides the token.
  const panel = new TextEncoder().encode(`${new URL('.', document.baseURI).pathname} ${token}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', panel)).slice(0, 12);
  return `pi-panel.stream:${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
