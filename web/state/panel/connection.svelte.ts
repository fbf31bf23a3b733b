// The page's connection to the panel: the agent that it follows, the status of the stream that it shares with other
// tabs, and whether all frames have arrived. It holds no conversation state.
import type { Api } from '../../lib/requests/api.ts';
import { backOff, pause } from '../../lib/requests/pause.ts';
import { readEventStream } from '../../stream/event-stream.ts';
import type { Frame } from '../../../shared/compact-events.ts';
import { FrameOrder } from '../../stream/frame-order.ts';
import type { StreamStatus } from '../../stream/reconnecting-stream.ts';
import { SharedStream, streamName } from '../../stream/shared-stream.ts';
import type { TabCount } from '../../stream/tab-count.ts';
import type { OverviewFrame } from '../../../shared/overview.ts';
import type { EventFrame, SnapshotFrame } from '../../../shared/wire.ts';

interface Options {
  api: Api;
  onSnapshot: (frame: SnapshotFrame) => void;
  onEvent: (frame: EventFrame) => void;
  onOverview: (frame: OverviewFrame) => void;
  /** Called when the token was refused. Only a new link helps. */
  onUnauthorized: () => void;
  /**
   * Called when the server does not have the agent, because it was restarted or the agent was ended. Resolves to the id
   * of the agent to follow instead.
   */
  onLost: (gone: { isEnded: boolean }) => Promise<string | null>;
}

export class Connection {
  /** When the last bytes arrived from the server, in ms since 1970. */
  lastLive = $state(Date.now());
  /**
   * The number of tabs of this browser that have their own stream because they cannot share one. 0 if they share it.
   */
  tabsApart = $state(0);
  #stream = $state<StreamStatus>('catching up');
  #isComplete = $state(false);
  /** Whether the restarted server does not have the agent, and no other one was found yet. */
  #isLost = $state(false);

  readonly #options: Options;
  #shared: SharedStream | null = null;
  #tabs: TabCount | null = null;
  #order: FrameOrder | null = null;
  /** Counts calls of `#open` and `suspend`, so that an `#open` that was overtaken can detect it. */
  #generation = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get status(): StreamStatus {
    if (this.#stream !== 'live') return this.#stream;
    if (this.#isLost) return 'reconnecting';
    return this.#isComplete ? 'live' : 'catching up';
  }

  get isCutOff(): boolean {
    return this.status === 'reconnecting' || this.status === 'offline';
  }

  /** Follows this agent instead of the previous one. */
  follow(agent: string): void {
    this.#order?.close();
    this.#isComplete = false;
    this.#isLost = false;
    const { api } = this.#options;
    const order = new FrameOrder({
      agent,
      fetchAfter: async (after, signal) => {
        const frames: Frame[] = [];
        const onFrame = (frame: Frame): void => {
          if (!this.#acceptOverview(frame)) frames.push(frame);
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
      onFrame: (frame) => this.#acceptFrame(frame),
      onGone: (gone) => void this.#findAgain(order, gone),
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
    this.suspend();
    this.#order?.close();
    this.#order = null;
  }

  /** Must be called before the page is frozen or closed, so that another tab takes the lead. `wake` resumes. */
  suspend(): void {
    this.#generation += 1;
    this.#shared?.close();
    this.#shared = null;
    this.#tabs?.close();
    this.#tabs = null;
  }

  /** Reconnects without a pause, because the page woke up, the network is back, or the user asked for it. */
  wake(): void {
    this.#tabs?.recount();
    if (this.#shared) this.#shared.retryNow();
    else if (this.#order) void this.#open();
  }

  async #open(): Promise<void> {
    const generation = ++this.#generation;
    const name = await streamName(this.#options.api.token);
    if (generation !== this.#generation || !this.#order) return;
    this.#shared = new SharedStream({
      api: this.#options.api,
      name,
      position: () => this.#order?.position,
      onFrame: (frame) => {
        if (!this.#acceptOverview(frame)) this.#order?.accept(frame);
      },
      onStatus: (status, lastHeard) => {
        this.#stream = status;
        this.lastLive = lastHeard;
      },
      onRefused: () => this.#options.onUnauthorized(),
      onFollow: () => void this.#order?.catchUp(),
      isHidden: () => document.hidden,
    });
    this.#shared.follow(this.#order.agent);
    if (name !== null || !globalThis.BroadcastChannel) return;
    // Most pages share their stream, so this code is not part of the first load.
    const { TabCount } = await import('../../stream/tab-count.ts');
    if (generation === this.#generation) this.#tabs = new TabCount((count) => (this.tabsApart = count));
  }

  /** Accepts a frame of the overview. Returns false if the frame belongs to an agent. */
  #acceptOverview({ kind, data }: Frame): boolean {
    if (kind !== 'overview') return false;
    this.#options.onOverview(JSON.parse(data) as OverviewFrame);
    return true;
  }

  #acceptFrame({ kind, data }: Frame): void {
    if (kind === 'snapshot') this.#options.onSnapshot(JSON.parse(data) as SnapshotFrame);
    else this.#options.onEvent(JSON.parse(data) as EventFrame);
  }

  /** Finds another agent and follows it. Repeats until there is one or `follow` is called. */
  async #findAgain(lost: FrameOrder, gone: { isEnded: boolean }): Promise<void> {
    for (let failures = 1; this.#order === lost; failures++) {
      this.#isLost = !gone.isEnded;
      const found = await this.#options.onLost(gone);
      if (this.#order !== lost) return;
      if (found) return this.follow(found);
      await pause(backOff(failures));
    }
  }
}
