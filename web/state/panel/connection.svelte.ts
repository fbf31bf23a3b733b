// The page's connection to the panel: which agent it follows, the state of the stream that it shares with other tabs,
// and whether it has received everything. It holds no conversation state.
import type { Api } from '../../lib/requests/api.ts';
import { backOff, pause } from '../../lib/requests/pause.ts';
import { readEventStream } from '../../stream/event-stream.ts';
import type { Frame } from '../../../shared/compact-events.ts';
import { FrameOrder } from '../../stream/frame-order.ts';
import type { StreamStatus } from '../../stream/reconnecting-stream.ts';
import { SharedStream, streamName } from '../../stream/shared-stream.ts';
import { TabCount } from '../../stream/tab-count.ts';
import type { OverviewFrame } from '../../../shared/overview.ts';
import type { EventFrame, SnapshotFrame } from '../../../shared/wire.ts';

interface Options {
  api: Api;
  onSnapshot: (frame: SnapshotFrame) => void;
  onEvent: (frame: EventFrame) => void;
  onOverview: (frame: OverviewFrame) => void;
  /** The token was refused: only a new link helps. */
  onUnauthorised: () => void;
  /** The server was restarted and does not know the agent. Resolves to the id to follow from now on. */
  onLost: () => Promise<string | null>;
}

export class Connection {
  /** ms since 1970 of the last sign of life from the server. */
  lastLive = $state(Date.now());
  /** How many tabs of this browser have their own stream because they cannot share one; 0: they share it. */
  tabsApart = $state(0);
  #stream = $state<StreamStatus>('catching up');
  #isComplete = $state(false);

  readonly #options: Options;
  #shared: SharedStream | null = null;
  #tabs: TabCount | null = null;
  #order: FrameOrder | null = null;
  /** Counts the openings, so that a late continuation can tell that it is stale. */
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

  /** Follows only this agent from now on. Returns at once. */
  follow(agent: string): void {
    this.#order?.close();
    this.#isComplete = false;
    const { api } = this.#options;
    const order = new FrameOrder({
      agent,
      fetchAfter: async (after, signal) => {
        const frames: Frame[] = [];
        const onFrame = (frame: Frame): void => {
          if (!this.#takeOverview(frame)) frames.push(frame);
        };
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
      const isReceiving = this.#shared.isReceiving(agent);
      this.#shared.follow(agent);
      if (isReceiving) void order.catchUp();
    }
  }

  close(): void {
    this.rest();
    this.#order?.close();
    this.#order = null;
  }

  /** The page is about to be frozen or hidden for good: another tab takes the lead. `wake` resumes from here. */
  rest(): void {
    this.#opened += 1;
    this.#shared?.close();
    this.#shared = null;
    this.#tabs?.close();
    this.#tabs = null;
  }

  /** The page woke up, the network is back, or the user asks for it: reconnects without waiting. */
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
      onFrame: (frame) => {
        if (!this.#takeOverview(frame)) this.#order?.accept(frame);
      },
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

  /** False: the frame belongs to an agent. */
  #takeOverview({ kind, data }: Frame): boolean {
    if (kind !== 'overview') return false;
    this.#options.onOverview(JSON.parse(data) as OverviewFrame);
    return true;
  }

  #hand({ kind, data }: Frame): void {
    if (kind === 'snapshot') this.#options.onSnapshot(JSON.parse(data) as SnapshotFrame);
    else this.#options.onEvent(JSON.parse(data) as EventFrame);
  }

  /** Repeats until there is another agent, or `follow` was called. */
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
