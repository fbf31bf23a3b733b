// The scrolling of the conversation: keeps a reader who follows at the end, and everyone else exactly where they
// are, whatever is added, folded or coloured above or below. It owns the scrolling element; why the reader moved is
// decided in scroll-intent.ts. The browser's own scroll anchoring is off: Safari has none, and at the top no one has.
import { ScrollIntent, isAtEnd, type Place } from './scroll-intent.ts';

const SCROLL_KEYS: Record<string, 'up' | 'down'> = {
  ArrowUp: 'up',
  PageUp: 'up',
  Home: 'up',
  ArrowDown: 'down',
  PageDown: 'down',
  End: 'down',
};
/** As long without a scroll event means that it has come to rest, where `scrollend` does not say so. */
const REST_MS = 150;
const DEEPEST_ANCHOR = 6;

export class ReaderScroll {
  isFollowing = $state(true);

  readonly #intent = new ScrollIntent();
  #scroller: HTMLElement | null = null;
  /** What stands at the top of what the reader sees, and how far below the edge. */
  #anchor: { element: Element; offset: number } | null = null;
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  /** For the scrolling element, whose only child in the flow is the content. Returns the undo. */
  attach = (scroller: HTMLElement): (() => void) => {
    this.#scroller = scroller;
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    scroller.addEventListener('scroll', () => this.#scrolled(), options);
    scroller.addEventListener('scrollend', () => this.#intent.rests(), options);
    scroller.addEventListener('wheel', (event) => this.#wheeled(event), options);
    scroller.addEventListener('keydown', (event) => this.#keyed(event), options);
    scroller.addEventListener('pointerdown', (event) => this.#pressed(event), options);
    scroller.addEventListener('touchstart', () => this.#intent.holds(), options);
    for (const end of ['pointerup', 'pointercancel', 'touchend', 'touchcancel'])
      addEventListener(end, () => this.#released(), options);
    const observer = new ResizeObserver(() => this.settle());
    observer.observe(scroller);
    for (const child of scroller.children) observer.observe(child);
    return () => {
      listening.abort();
      observer.disconnect();
      clearTimeout(this.#restTimer);
      this.#scroller = null;
    };
  };

  /** Goes to the end and stays there. */
  toEnd(): void {
    this.#intent.follows();
    this.settle();
  }

  /** To be called before something opens or closes because the reader asked: that thing stays under the pointer. */
  hold(): void {
    this.#intent.stays();
    this.#remember();
    this.isFollowing = this.#intent.isFollowing;
  }

  /** Brings a row into sight, and stays there. */
  show(row: Element): void {
    this.hold();
    row.scrollIntoView({ block: 'center' });
    this.#remember();
  }

  get isFarFromTop(): boolean {
    const { top, viewport } = this.#place();
    return top > 2 * viewport;
  }

  /** To be called when the layout may have changed; a change of size is noticed without. */
  settle(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    if (this.#intent.isFollowing) scroller.scrollTop = scroller.scrollHeight;
    else this.#keepPlace(scroller);
    this.#intent.laidOut(this.#place(), true);
    this.isFollowing = this.#intent.isFollowing;
  }

  #keepPlace(scroller: HTMLElement): void {
    if (!this.#anchor?.element.isConnected) return this.#remember();
    const moved = this.#offsetOf(this.#anchor.element) - this.#anchor.offset;
    if (Math.abs(moved) >= 0.5) scroller.scrollTop += moved;
  }

  #scrolled(): void {
    this.#intent.scrolled(this.#place());
    this.isFollowing = this.#intent.isFollowing;
    if (!this.isFollowing) this.#remember();
    this.#restSoon();
  }

  #restSoon(): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#intent.rests(), REST_MS);
  }

  #released(): void {
    this.#intent.letsGo();
    this.#restSoon();
  }

  #wheeled({ deltaY, target }: WheelEvent): void {
    if (deltaY === 0 || this.#isTaken(target, deltaY)) return;
    this.#moves(deltaY < 0 ? 'up' : 'down');
  }

  #keyed({ key, shiftKey, target, defaultPrevented }: KeyboardEvent): void {
    if (defaultPrevented || (target instanceof Element && target.closest('input, textarea'))) return;
    const isSpace = key === ' ' && !(target instanceof Element && target.closest('button, summary'));
    const direction = isSpace ? (shiftKey ? 'up' : 'down') : SCROLL_KEYS[key];
    if (direction && !this.#isTaken(target, direction === 'up' ? -1 : 1)) this.#moves(direction);
  }

  #pressed({ target, offsetX }: PointerEvent): void {
    const scroller = this.#scroller;
    // A press on the element itself, right of its content, is one on its scrollbar.
    if (scroller && target === scroller && offsetX >= scroller.clientWidth) this.#intent.holds();
  }

  #moves(direction: 'up' | 'down'): void {
    const place = this.#place();
    this.#intent.moves(direction, place);
    // At the top or the end nothing will move, and so nothing will say that it has come to rest.
    this.#restSoon();
    this.isFollowing = this.#intent.isFollowing;
    if (!this.isFollowing && isAtEnd(place)) this.#remember();
  }

  /** Something inside, such as long output, scrolls instead. */
  #isTaken(target: EventTarget | null, delta: number): boolean {
    let element = target instanceof Element ? target : null;
    for (; element && element !== this.#scroller; element = element.parentElement) {
      const room =
        delta < 0 ? element.scrollTop : element.scrollHeight - element.clientHeight - element.scrollTop;
      if (room >= 1 && /auto|scroll/.test(getComputedStyle(element).overflowY)) return true;
    }
    return false;
  }

  /** The first thing that reaches below the upper edge, as small as possible: what is above it may change. */
  #remember(): void {
    const edge = this.#edge();
    // The content as a whole is no anchor, though at the very top it begins at the edge, too.
    let element = firstBelow(this.#scroller?.firstElementChild?.children, edge);
    for (let depth = 0; element && depth < DEEPEST_ANCHOR && this.#offsetOf(element) < 0; depth++)
      element = firstBelow(element.children, edge) ?? element;
    this.#anchor = element && { element, offset: this.#offsetOf(element) };
  }

  #offsetOf(element: Element): number {
    return element.getBoundingClientRect().top - this.#edge();
  }

  #edge(): number {
    return this.#scroller?.getBoundingClientRect().top ?? 0;
  }

  #place(): Place {
    const { scrollTop: top = 0, scrollHeight: height = 0, clientHeight: viewport = 0 } = this.#scroller ?? {};
    return { top, height, viewport };
  }
}

/** Of elements one below the other; one that stays at the top whatever comes is passed over (`data-anchor="never"`). */
function firstBelow(elements: HTMLCollection | undefined, edge: number): Element | null {
  if (!elements) return null;
  let from = 0;
  let to = elements.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (elements[middle]!.getBoundingClientRect().bottom > edge) to = middle;
    else from = middle + 1;
  }
  const first = elements[from] ?? null;
  return first instanceof HTMLElement && first.dataset.anchor === 'never' ? first.nextElementSibling : first;
}
