// Takes each event from pi to every page. `#read` runs the stages for pi's events only and `#pass` those of all events;
// then `#fold` applies an event to the view, and `#send` sends it. The feed owns the view, which changes nowhere else.
import type { PiEvent } from '../../../shared/pi/events.ts';
import { reduce } from '../../../shared/view/reduce.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { View } from '../../../shared/view/view.ts';
import { detectSettled, type DetectSettled } from './detect-settled.ts';
import { dropRepeats } from './drop-repeats.ts';
import { FanOut, type Follower, type FollowOptions } from './fan-out.ts';
import { holdTexts } from './hold-texts.ts';
import { ImageStore } from './images.ts';
import { pace, type Pace } from './pace.ts';
import { slim, type Slim } from './slim.ts';
import { SYSTEM_CLOCK, type Clock, type Stage, type TrackedEvent } from './stage.ts';
import type { RunOutputs } from './tool-stream.ts';

export interface FeedOptions {
  agent: string;
  /** Identifies the page's build; part of every snapshot. */
  build: string;
  view: View;
  outputs?: RunOutputs | undefined;
  /** Removes the reports of the panel's own extension. */
  extensions: Stage<PiEvent, PiEvent>;
  /** Adds ids to the user's messages, and adds the events of the queue. */
  queue: Stage<PiEvent, TrackedEvent>;
  /** Called for each event right after it was folded. */
  onFolded: (event: ViewEvent) => void;
  onFollowersChange?: () => void;
  clock?: Clock;
}

export class Feed {
  /** The images of the conversation, to which events and views refer. */
  readonly images = new ImageStore();
  readonly dropRepeats = dropRepeats();
  readonly #options: FeedOptions;
  readonly #slim: Slim;
  readonly #detectSettled: DetectSettled;
  readonly #holdTexts = holdTexts();
  readonly #pace: Pace;
  readonly #fanOut: FanOut;
  #view: View;
  #isBatching = false;
  #isMuted = false;
  /** Folded, but not sent yet. */
  #folded: ViewEvent[] = [];

  constructor(options: FeedOptions) {
    this.#options = options;
    const { agent, build, clock = SYSTEM_CLOCK, onFollowersChange, outputs, view } = options;
    this.#view = view;
    this.#slim = slim({ date: clock.date, images: this.images, outputs });
    this.#detectSettled = detectSettled({
      // An unknown version counts as the newest, which it may not be.
      isNeeded: view.version === undefined || !view.can.saySettled,
      onSettled: () => this.emit({ type: 'agent_settled' }),
      clock,
    });
    this.#pace = pace({ onDue: () => this.#endBatch(), clock });
    this.#fanOut = new FanOut({ agent, build, view: () => this.#view, onFollowersChange });
  }

  get view(): View {
    return this.#view;
  }

  /**
   * Takes the events of one chunk of pi's stdout. Each event goes through all stages before the next is read; the last
   * stage, which paces, may hold it back.
   */
  push(events: readonly PiEvent[]): void {
    this.#batch(() => {
      for (const event of events) this.#pass(this.#read(event));
    });
  }

  /**
   * Adds an event from the server to pi's events. An event emitted by a stage while it processes a pi event (for example
   * for tool output it finds there) precedes that pi event.
   */
  emit(event: ViewEvent): void {
    this.#batch(() => this.#pass([event]));
  }

  /** Replaces the view for another session or a new pi, whose state does not result from earlier events. */
  replace(change: (view: View) => View): void {
    this.#flush();
    this.#detectSettled.reset();
    this.#slim.reset();
    this.#view = change(this.#view);
    this.#fanOut.sendSnapshot();
  }

  /** Whether a page shows the agent now. */
  get isFollowed(): boolean {
    return this.#fanOut.followers > 0;
  }

  /** See `FanOut.follow`. Events that pacing holds back now reach the follower after its first frames. */
  follow(options?: FollowOptions): Follower {
    return this.#fanOut.follow(options);
  }

  /** Tells all followers that the agent is gone for good. */
  announceGone(): void {
    this.#fanOut.announceGone();
  }

  /**
   * Stops sending events to pages. Call this when the agent is being closed, because a page that saw pi exit would offer
   * to restart it.
   */
  mute(): void {
    this.#isMuted = true;
  }

  close(): void {
    this.#detectSettled.reset();
    this.#flush();
  }

  /** Runs the stages for pi's events only. */
  #read(event: PiEvent): readonly ViewEvent[] {
    const { extensions, queue } = this.#options;
    const news = this.dropRepeats.push([event]);
    const plain = extensions.push(news);
    const tracked = queue.push(plain);
    const slimmed = this.#slim.push(tracked);
    return this.#detectSettled.push(slimmed);
  }

  /** Runs the stages for all events. */
  #pass(events: readonly ViewEvent[]): void {
    this.#fold(this.#pace.push(this.#holdTexts.push(events)));
  }

  #fold(events: readonly ViewEvent[]): void {
    for (const event of events) {
      this.#view = reduce(this.#view, event);
      this.#folded.push(event);
      this.#options.onFolded(event);
    }
  }

  /** Runs `pass`, then sends everything that it folded in one write. A call inside another one joins it. */
  #batch(pass: () => void): void {
    if (this.#isBatching) return pass();
    this.#isBatching = true;
    try {
      pass();
    } finally {
      this.#isBatching = false;
      this.#endBatch();
    }
  }

  #endBatch(): void {
    this.#fold(this.#pace.endBatch());
    this.#send();
  }

  #flush(): void {
    this.#fold(this.#pace.flush());
    this.#send();
  }

  #send(): void {
    const events = this.#folded;
    this.#folded = [];
    if (!this.#isMuted) this.#fanOut.send(events);
  }
}
