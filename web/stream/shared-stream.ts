// One event stream for all tabs of a browser that show the same panel. A browser opens six connections to a host
// (HTTP/1.1, all of them), and an event stream keeps one for good: so one tab, the leader, holds it and passes every
// frame on, as it came, over a BroadcastChannel. It may pass on too little (it may die): order is not made here.
import type { Api } from '../lib/api.ts';
import type { Frame } from './event-stream.ts';
import { Leadership } from './leadership.ts';
import { agentOf, StreamPump, type StreamStatus } from './stream-pump.ts';

/** A tab that is looked at asks after so much silence whether its leader is still there... */
const QUIET_MS = 700;
/** ... and takes its place when it does not answer: it may be frozen, or stand in a debugger. */
const PATIENCE_MS = 1000;

type Message =
  | { say: 'frame'; frame: Frame }
  | { say: 'status'; status: StreamStatus; lastHeard: number }
  | { say: 'refused' }
  /** To the leader: somebody follows another agent now. */
  | { say: 'wanted' }
  /** To the leader: are you there? `isUrgent`: do not wait for the rest of a pause. */
  | { say: 'ping'; isUrgent: boolean };

export interface SharedStreamOptions {
  api: Pick<Api, 'fetch'>;
  /** The same for all tabs of one panel, and for no others. Null: this tab has a stream of its own. */
  name: string | null;
  /** Id of the last frame that this tab has of the agent it follows. */
  position: () => string | undefined;
  /** Of any agent; from several leaders, possibly twice, possibly with some missing. */
  onFrame: (frame: Frame) => void;
  /** `lastHeard`: ms since 1970 of the last bytes from the server. */
  onStatus: (status: StreamStatus, lastHeard: number) => void;
  onRefused: () => void;
  /** Another tab leads: what was said before is for this one to ask for. */
  onFollow: () => void;
  isHidden: () => boolean;
  /** In ms; default 0.7 s and 1 s: another takes the place of a leader that hangs within two seconds. */
  quiet?: number;
  patience?: number;
}

export class SharedStream {
  readonly #options: SharedStreamOptions;
  readonly #locks: LockManager | null;
  readonly #channel: BroadcastChannel | null;
  readonly #leadership: Leadership;
  /** Id of the last frame of each agent that was heard here. */
  readonly #heard = new Map<string, string>();
  #pump: StreamPump | null = null;
  #agent: string | null = null;
  #letGo: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(options: SharedStreamOptions) {
    this.#options = options;
    const { name } = options;
    this.#locks = name === null ? null : navigator.locks;
    this.#channel = name === null ? null : new BroadcastChannel(name);
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#receive(data as Message);
    this.#leadership = new Leadership({
      name: `${name}:leader`,
      locks: this.#locks,
      onLead: () => this.#lead(),
      onFollow: () => this.#follow(),
    });
  }

  get isLeading(): boolean {
    return this.#pump !== null;
  }

  /** This agent and no other from now on. */
  follow(agent: string): void {
    this.#letGo();
    this.#agent = agent;
    void this.#pump?.refresh();
    // What a tab follows is a lock, too: it ends with the tab, however that ends.
    void this.#locks?.request(`${this.#options.name}:follows:${agent}`, { mode: 'shared' }, () => {
      if (this.#isOver || this.#agent !== agent) return undefined;
      this.#post({ say: 'wanted' });
      return new Promise<void>((resolve) => (this.#letGo = resolve));
    });
  }

  /** The tab is looked at again, the network is back, or a person asks for it. */
  retryNow(): void {
    if (this.#pump) this.#pump.retryNow();
    else this.#ask(true);
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#pump?.close();
    this.#leadership.close();
    this.#letGo();
    this.#channel?.close();
  }

  #lead(): void {
    clearTimeout(this.#timer);
    const { api, onFrame, onStatus, onRefused, position } = this.#options;
    this.#pump = new StreamPump({
      api,
      agents: () => this.#wanted(),
      after: (agent) => (agent === this.#agent ? position() : this.#heard.get(agent)),
      onFrame: (frame) => {
        this.#note(frame);
        this.#post({ say: 'frame', frame });
        onFrame(frame);
      },
      onStatus: (status) => {
        this.#postStatus();
        onStatus(status, this.#pump?.lastHeard ?? Date.now());
      },
      onRefused: () => {
        this.#post({ say: 'refused' });
        onRefused();
      },
    });
  }

  #follow(): void {
    this.#pump?.close();
    this.#pump = null;
    this.#ask(false);
    this.#options.onFollow();
  }

  /** The agents that the tabs of this browser follow. */
  async #wanted(): Promise<readonly string[]> {
    const prefix = `${this.#options.name}:follows:`;
    const { held = [] } = (await this.#locks?.query()) ?? {};
    const others = held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    return [...new Set(this.#agent === null ? others : [this.#agent, ...others])];
  }

  #receive(message: Message): void {
    if (this.#isOver) return;
    if (this.#pump) this.#serve(this.#pump, message);
    else this.#hear(message);
  }

  #serve(pump: StreamPump, message: Message): void {
    if (message.say === 'wanted') void pump.refresh();
    if (message.say !== 'ping') return;
    if (message.isUrgent) pump.retryNow();
    this.#postStatus();
  }

  #hear(message: Message): void {
    const { onFrame, onStatus, onRefused } = this.#options;
    if (message.say === 'wanted' || message.say === 'ping') return;
    this.#expect(this.#options.quiet ?? QUIET_MS, () => this.#ask(false));
    if (message.say === 'frame') {
      this.#note(message.frame);
      onFrame(message.frame);
    } else if (message.say === 'status') {
      onStatus(message.status, message.lastHeard);
    } else {
      onRefused();
    }
  }

  #ask(isUrgent: boolean): void {
    this.#post({ say: 'ping', isUrgent });
    this.#expect(this.#options.patience ?? PATIENCE_MS, () => this.#leadership.take());
  }

  /** Only by a tab that is looked at: nobody misses anything in the others, and their clocks are slow. */
  #expect(ms: number, otherwise: () => void): void {
    clearTimeout(this.#timer);
    if (!this.#options.isHidden()) this.#timer = setTimeout(otherwise, ms);
  }

  #note(frame: Frame): void {
    if (frame.id !== '') this.#heard.set(agentOf(frame), frame.id);
  }

  #postStatus(): void {
    if (this.#pump) this.#post({ say: 'status', status: this.#pump.status, lastHeard: this.#pump.lastHeard });
  }

  #post(message: Message): void {
    if (!this.#isOver) this.#channel?.postMessage(message);
  }
}

/** The name by which the tabs of one panel find each other; null where a browser has not what it takes. */
export async function streamName(token: string): Promise<string | null> {
  if (!globalThis.isSecureContext || !navigator.locks || !globalThis.BroadcastChannel) return null;
  // Two panels behind one proxy share an origin; and no name may give the token away.
  const panel = new TextEncoder().encode(`${new URL('.', document.baseURI).pathname} ${token}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', panel)).slice(0, 12);
  return `pi-panel:${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
