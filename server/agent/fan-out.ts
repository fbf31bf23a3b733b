// Everybody who follows one agent. An event is written out once, whoever listens; a follower that falls behind
// loses its backlog and gets a new picture, so that a slow page can hurt nobody.
import type { View } from '../../shared/view/view.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';

/** Beyond either of these a follower's backlog is dropped. */
const MAX_FRAMES = 256;
const MAX_BYTES = 2 * 1024 * 1024;

export interface FanOutOptions {
  agent: string;
  /** Names the page's build in every snapshot. */
  build: string;
  view: () => View;
}

/** Takes what there is to send. `take` gives it whole and empties the backlog. */
export interface Follower {
  take(): Buffer | null;
  /** Called whenever there is something to take. */
  onReady: (() => void) | null;
  close(): void;
}

export class FanOut {
  readonly #options: FanOutOptions;
  readonly #backlogs = new Set<Backlog>();
  #sequence = 0;

  constructor(options: FanOutOptions) {
    this.#options = options;
  }

  get followers(): number {
    return this.#backlogs.size;
  }

  /** The first thing that a follower takes is the view as it is now. Nothing may happen between this and the fold. */
  follow(): Follower {
    const backlog = new Backlog(() => this.#snapshot());
    this.#backlogs.add(backlog);
    return {
      take: () => backlog.take(),
      get onReady() {
        return backlog.onReady;
      },
      set onReady(listener) {
        backlog.onReady = listener;
      },
      close: () => this.#backlogs.delete(backlog),
    };
  }

  /** One buffer for all events of one chunk of pi's stdout. */
  send(events: readonly ViewEvent[]): void {
    if (events.length === 0) return;
    this.#sequence += events.length;
    if (this.#backlogs.size === 0) return;
    const { agent } = this.#options;
    let sequence = this.#sequence - events.length;
    let text = '';
    for (const event of events) {
      sequence += 1;
      text += `event: message\nid: ${agent}.${sequence}\ndata: ${JSON.stringify({ agent, ...event })}\n\n`;
    }
    const frames = Buffer.from(text);
    for (const backlog of this.#backlogs) backlog.add(frames, events.length);
  }

  /** The view was replaced, not folded on: everybody gets it whole. */
  sendSnapshot(): void {
    this.#sequence += 1;
    for (const backlog of this.#backlogs) backlog.startOver();
  }

  #snapshot(): Buffer {
    const { agent, build, view } = this.#options;
    const data = JSON.stringify({ agent, build, view: view() });
    return Buffer.from(`event: snapshot\nid: ${agent}.${this.#sequence}\ndata: ${data}\n\n`);
  }
}

class Backlog {
  onReady: (() => void) | null = null;
  readonly #snapshot: () => Buffer;
  #frames: Buffer[] = [];
  #count = 0;
  #bytes = 0;
  /** A snapshot is made when it is taken: until then the view itself holds all that happened. */
  #needsSnapshot = true;

  constructor(snapshot: () => Buffer) {
    this.#snapshot = snapshot;
  }

  add(frames: Buffer, count: number): void {
    if (this.#needsSnapshot) return;
    this.#frames.push(frames);
    this.#count += count;
    this.#bytes += frames.length;
    if (this.#count > MAX_FRAMES || this.#bytes > MAX_BYTES) this.startOver();
    else this.onReady?.();
  }

  startOver(): void {
    this.#needsSnapshot = true;
    this.#empty();
    this.onReady?.();
  }

  take(): Buffer | null {
    if (this.#needsSnapshot) {
      this.#needsSnapshot = false;
      return this.#snapshot();
    }
    if (this.#frames.length === 0) return null;
    const all = this.#frames.length === 1 ? this.#frames[0]! : Buffer.concat(this.#frames);
    this.#empty();
    return all;
  }

  #empty(): void {
    this.#frames = [];
    this.#count = 0;
    this.#bytes = 0;
  }
}
