// What extensions show, at a pace that a page can follow: a few at once, and of a flood ten times a second only what
// the view would keep. It loses nothing that anybody could have read, and never holds back a question.
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { setTimer, type SetTimer } from './timer.ts';

/** In ms. */
const WINDOW = 100;
/** So many in one window go at once: more than all extensions of a busy start have to show. */
const AT_ONCE = 100;
/** As many as a view keeps. */
const MAX_NOTICES = 100;
const MAX_KEYS = 50;

export interface UiFloodOptions {
  /** Called with what waited; never empty. */
  emit: (events: ViewEvent[]) => void;
  /** A clock that never jumps, in ms. */
  now?: () => number;
  setTimer?: SetTimer;
}

export class UiFlood {
  readonly #emit: (events: ViewEvent[]) => void;
  readonly #now: () => number;
  readonly #setTimer: SetTimer;
  /** In the order in which they are to be shown: the last value of each key, and notices. */
  #waiting: { key: string; event: ViewEvent }[] = [];
  #cancelTimer: (() => void) | undefined;
  #windowStart = -Infinity;
  #shown = 0;

  constructor({ emit, now = () => performance.now(), setTimer: timer = setTimer }: UiFloodOptions) {
    this.#emit = emit;
    this.#now = now;
    this.#setTimer = timer;
  }

  /** Gives those that go now, in order; what is no show of an extension always does. */
  push(events: readonly ViewEvent[]): ViewEvent[] {
    return events.filter((event) => {
      const key = keyOf(event);
      if (event.type === 'panel_ui_reset')
        this.#waiting = this.#waiting.filter(({ key: one }) => OUTLIVE.has(one));
      if (key === null || this.#mayGo()) return true;
      this.#wait(key, event);
      return false;
    });
  }

  /** What waits; it no longer does. */
  take(): ViewEvent[] {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const events = this.#waiting.map(({ event }) => event);
    this.#waiting = [];
    return events;
  }

  #mayGo(): boolean {
    // One that came later must not overtake those that wait.
    if (this.#waiting.length > 0) return false;
    const now = this.#now();
    if (now - this.#windowStart >= WINDOW) {
      this.#windowStart = now;
      this.#shown = 0;
    }
    this.#shown += 1;
    return this.#shown <= AT_ONCE;
  }

  #wait(key: string, event: ViewEvent): void {
    const isSame = (one: { key: string }): boolean => (one.key === NOTICE) === (key === NOTICE);
    const replaced = key === NOTICE ? -1 : this.#waiting.findIndex((one) => one.key === key);
    if (replaced >= 0) this.#waiting.splice(replaced, 1);
    else if (this.#waiting.filter(isSame).length >= (key === NOTICE ? MAX_NOTICES : MAX_KEYS))
      this.#waiting.splice(this.#waiting.findIndex(isSame), 1);
    this.#waiting.push({ key, event });
    this.#cancelTimer ??= this.#setTimer(() => {
      this.#windowStart = this.#now();
      const events = this.take();
      this.#shown = events.length;
      if (events.length > 0) this.#emit(events);
    }, WINDOW);
  }
}

const NOTICE = 'notice';
/** The rest of what the old session showed is gone with it. */
const OUTLIVE = new Set([NOTICE, 'set_editor_text']);

/** What the event sets, if it only shows something; of two with one key the later is enough, but of notices. */
function keyOf(event: ViewEvent): string | null {
  if (event.type === 'extension_error') return NOTICE;
  if (event.type !== 'extension_ui_request') return null;
  switch (event.method) {
    case 'notify':
      return NOTICE;
    case 'setStatus':
      return `status ${event.statusKey}`;
    case 'setWidget':
      return `widget ${event.widgetKey}`;
    case 'setTitle':
    case 'set_editor_text':
      return event.method;
    default:
      return null;
  }
}
