// The way of one record from pi to everybody who watches: slimmed, settled, kept at a readable pace, merged, folded, handed on.
// It owns the view, and is the only place where it changes.
import type { PiEvent } from '../../../shared/pi/events.ts';
import { reduce } from '../../../shared/view/reduce.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { View } from '../../../shared/view/view.ts';
import { FanOut, type Follower } from './fan-out.ts';
import type { ImageStore } from './images.ts';
import { createMerger, type Merger } from './merge.ts';
import { createSettle, type Settle } from './detect-settled.ts';
import { createSlim, type QueueFollower, type RunOutputs, type Slimmer } from './slim.ts';
import { UiFlood } from './throttle-extension-ui.ts';

export interface FeedOptions {
  agent: string;
  /** Names the page's build in every snapshot. */
  build: string;
  view: View;
  images: ImageStore;
  outputs: RunOutputs;
  queue: QueueFollower;
  /** Called for each event right after it was folded. */
  onFolded(event: ViewEvent): void;
}

export class Feed {
  readonly #options: FeedOptions;
  readonly #fanOut: FanOut;
  readonly #settle: Settle;
  readonly #slim: Slimmer;
  readonly #merger: Merger;
  readonly #flood: UiFlood;
  #view: View;
  /** Set while a chunk is slimmed. */
  #chunk: ViewEvent[] | null = null;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#view = options.view;
    this.#fanOut = new FanOut({ agent: options.agent, build: options.build, view: () => this.#view });
    this.#merger = createMerger({ emit: (events) => this.#fold(events) });
    this.#flood = new UiFlood({ emit: (events) => this.#merger.push(events) });
    const { images, outputs, queue } = options;
    this.#slim = createSlim({ now: Date.now, images, outputs, queue });
    this.#settle = createSettle({
      isNeeded: !options.view.can.saySettled,
      emit: (event) => this.emit(event),
    });
  }

  get view(): View {
    return this.#view;
  }

  /** What one chunk of pi's stdout brought. */
  push(events: readonly PiEvent[]): void {
    const slimmed: ViewEvent[] = [];
    this.#chunk = slimmed;
    try {
      for (const event of events) slimmed.push(...this.#slim.push(event));
    } finally {
      this.#chunk = null;
    }
    this.#send(this.#settle.push(slimmed));
  }

  /**
   * What the server itself has to say; it keeps its place among pi's events. Output that grew is told while the
   * event that brought it is slimmed: it must not overtake the start of its run, which may stand in the same chunk.
   */
  emit(event: ViewEvent): void {
    if (this.#chunk) this.#chunk.push(event);
    else this.#send([event]);
  }

  /** A view that is not the old one folded on: another session, or a new process. Everybody gets it whole. */
  replace(change: (view: View) => View): void {
    this.#flush();
    this.#settle.close();
    this.#slim.reset();
    this.#view = change(this.#view);
    this.#fanOut.sendSnapshot();
  }

  /** What still waits to be merged comes after a follower's first take. See `FanOut.follow`. */
  follow(after?: string): Follower {
    return this.#fanOut.follow(after);
  }

  sayGone(): void {
    this.#fanOut.sayGone();
  }

  close(): void {
    this.#settle.close();
    this.#flush();
  }

  #send(events: ViewEvent[]): void {
    this.#merger.push(this.#flood.push(events));
  }

  #flush(): void {
    this.#merger.push(this.#flood.take());
    this.#merger.flush();
  }

  #fold(events: readonly ViewEvent[]): void {
    for (const event of events) {
      this.#view = reduce(this.#view, event);
      this.#options.onFolded(event);
    }
    this.#fanOut.send(events);
  }
}
