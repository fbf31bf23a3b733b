// How this page stands with the panel: which agent it follows, how the stream that it shares with other tabs is
// doing, and whether it has all of it. It holds no conversation state.
import type { Api } from '../lib/api.ts';
import { backOff, pause } from '../lib/pause.ts';
import { readEventStream, type Frame } from '../stream/event-stream.ts';
import { FrameOrder } from '../stream/frame-order.ts';
import type { StreamStatus } from '../stream/reconnecting-stream.ts';
import { SharedStream, streamName } from '../stream/shared-stream.ts';
import { TabCount } from '../stream/tab-count.ts';
import type { EventFrame, SnapshotFrame } from '../../shared/wire.ts';

interface Options {
  api: Api;
  onSnapshot: (frame: SnapshotFrame) => void;
  onEvent: (frame: EventFrame) => void;
  /** The token was refused: nothing will help but a new link. */
  onUnauthorised(): void;
  /** The agent is unknown to the server, which was restarted. Resolves to the id to follow from now on. */
  onLost(): Promise<string | null>;
}

export class Connection {
  /** ms since 1970 of the last sign of life from the server. */
  lastLive = $state(Date.now());
  /** How many tabs of this browser hold a stream each, where they cannot share one; 0: they do. */
  tabsApart = $state(0);
  #stream = $state<StreamStatus>('catching up');
  #isComplete = $state(false);

  readonly #options: Options;
  #shared: SharedStream | null = null;
  #tabs: TabCount | null = null;
  #order: FrameOrder | null = null;
  /** Counts what was opened, so that whatever comes late knows that it does. */
  #opened = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get status(): StreamStatus {
    return this.#stream === 'live' && !this.#isComplete ? 'catching up' : this.#stream;
  }

  get isCutOff(): boolean {
    return this.#stream === 'reconnecting' || this.#stream === 'offline';
  }

  /** Follows this agent and no other. Returns at once. */
  follow(agent: string): void {
    this.#order?.close();
    this.#isComplete = false;
    const { api } = this.#options;
    const order = new FrameOrder({
      agent,
      async fetchAfter(after, signal) {
        const frames: Frame[] = [];
        const onFrame = (frame: Frame): void => void frames.push(frame);
        await readEventStream(api, {
          agents: [agent],
          after: after ? [after] : [],
          isOnce: true,
          signal,
          onFrame,
        });
        return frames;
      },
      onFrame: (frame) => this.#hand(frame),
      onGone: () => void this.#findAgain(order),
      onChange: () => (this.#isComplete = order.isComplete),
    });
    this.#order = order;
    if (!this.#shared) void this.#open();
    else {
      this.#shared.follow(agent);
      if (!this.#shared.isLeading) void order.catchUp();
    }
  }

  close(): void {
    this.rest();
    this.#order?.close();
    this.#order = null;
  }

  /** The page is about to be frozen or put away: another tab is to lead. Where it was it goes on by `wake`. */
  rest(): void {
    this.#opened += 1;
    this.#shared?.close();
    this.#shared = null;
    this.#tabs?.close();
    this.#tabs = null;
  }

  /** The page woke up, the network came back, or a person asks for it: nothing is waited for. */
  wake(): void {
    this.#tabs?.recount();
    if (this.#shared) this.#shared.retryNow();
    else if (this.#order) void this.#open();
  }

  async #open(): Promise<void> {
    const opened = ++this.#opened;
    const name = await streamName(this.#options.api.token);
    if (opened !== this.#opened || !this.#order) return;
    this.#shared = new SharedStream({
      api: this.#options.api,
      name,
      position: () => this.#order?.position,
      onFrame: (frame) => this.#order?.accept(frame),
      onStatus: (status, lastHeard) => {
        this.#stream = status;
        this.lastLive = lastHeard;
      },
      onRefused: () => this.#options.onUnauthorised(),
      onFollow: () => void this.#order?.catchUp(),
      isHidden: () => document.hidden,
    });
    this.#shared.follow(this.#order.agent);
    if (name === null && globalThis.BroadcastChannel)
      this.#tabs = new TabCount((count) => (this.tabsApart = count));
  }

  #hand({ kind, data }: Frame): void {
    if (kind === 'snapshot') this.#options.onSnapshot(JSON.parse(data) as SnapshotFrame);
    else this.#options.onEvent(JSON.parse(data) as EventFrame);
  }

  /** Until there is another one, or somebody else was asked for. */
  async #findAgain(lost: FrameOrder): Promise<void> {
    for (let failures = 1; this.#order === lost; failures++) {
      this.#stream = 'reconnecting';
      const found = await this.#options.onLost();
      if (this.#order !== lost) return;
      if (found) return this.follow(found);
      await pause(backOff(failures));
    }
  }
}
