// Owns the scrolling element of the conversation. Keeps a reader who follows at the end, and any other reader exactly
// in place, when something is added, opened or highlighted above or below.
import { ScrollAnchor } from './scroll-anchor.ts';
import { ScrollIntent, type Place } from './scroll-intent.ts';

const SCROLL_KEYS: Record<string, 'up' | 'down'> = {
  ArrowUp: 'up',
  PageUp: 'up',
  Home: 'up',
  ArrowDown: 'down',
  PageDown: 'down',
  End: 'down',
};
/** In browsers without `scrollend`, scrolling counts as finished after this long without a scroll event. */
const REST_MS = 150;
const LINE_PX = 24;

export class ReaderScroll {
  isFollowing = $state(true);
  /** Whether nothing, or less than a line, is below. */
  isEndInSight = $state(true);
  /**
   * The width of a scrollbar in px, which is reserved on both sides of the rows, for elements that are aligned with
   * them.
   */
  gutter = $state(0);

  /**
   * Returns whether further rows follow that are not in the page. The page's end is then not the end of the
   * conversation.
   */
  hasBelow: () => boolean = () => false;

  readonly #intent = new ScrollIntent();
  readonly #anchor = new ScrollAnchor();
  #scroller: HTMLElement | null = null;
  /** The scroll position at the last scroll event, or after the page itself scrolled. */
  #top = 0;
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  /** Attaches to the scrolling element. The content must be its only child in the flow. */
  attach = (scroller: HTMLElement): (() => void) => {
    this.#scroller = scroller;
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    scroller.addEventListener('scroll', () => this.#onScroll(), options);
    scroller.addEventListener('scrollend', () => this.#intent.onRest(), options);
    scroller.addEventListener('wheel', (event) => this.#onWheel(event), options);
    scroller.addEventListener('keydown', (event) => this.#onKey(event), options);
    scroller.addEventListener('pointerdown', (event) => this.#onPress(event), options);
    scroller.addEventListener('touchstart', () => this.#intent.onGrab(), options);
    // The listener is captured, so that it runs before the listeners of the control.
    scroller.addEventListener('click', (event) => this.#onClick(event), { ...options, capture: true });
    for (const end of ['pointerup', 'pointercancel', 'touchend', 'touchcancel'])
      addEventListener(end, () => this.#onRelease(), options);
    const observer = new ResizeObserver(() => {
      this.settle();
      this.gutter = (scroller.offsetWidth - scroller.clientWidth) / 2;
    });
    observer.observe(scroller);
    for (const child of scroller.children) observer.observe(child);
    return () => {
      listening.abort();
      observer.disconnect();
      clearTimeout(this.#restTimer);
      this.#scroller = null;
    };
  };

  /** Scrolls to the end and follows it from then on. */
  toEnd(): void {
    this.#intent.follow();
    this.settle();
  }

  /** Must be called before the reader opens or closes something, so that it stays under the pointer. */
  hold(): void {
    this.#intent.stay();
    this.#remember();
    this.isFollowing = this.#intent.isFollowing;
  }

  /** Must be called before another place is shown. Stops following, even if the end is still visible. */
  leave(): void {
    this.#intent.leave();
    this.#remember();
    this.isFollowing = false;
  }

  /** Must be called before what is below this element is replaced, so that the element stays in place. */
  holdAt(element: Element): void {
    this.hold();
    if (this.#scroller) this.#anchor.set(element, this.#scroller);
  }

  /** Scrolls to a row and stays there. */
  show(row: Element, block: ScrollLogicalPosition = 'center'): void {
    this.hold();
    row.scrollIntoView({ block });
    this.#remember();
  }

  get isFarFromTop(): boolean {
    const { top, viewport } = this.#place();
    return top > 2 * viewport;
  }

  /** Must be called when the layout may have changed without a change of size. Changes of size are observed. */
  settle(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    this.catchUp();
    if (this.#intent.isFollowing) scroller.scrollTop = scroller.scrollHeight;
    else this.#anchor.restore(scroller);
    this.#top = scroller.scrollTop;
    this.#intent.onLayout(this.#place(), true);
    this.#checkEnd();
    this.isFollowing = this.#intent.isFollowing;
  }

  /** Must be called before rows are added or dropped, because the event of a scroll may not have arrived yet. */
  catchUp(): void {
    const scroller = this.#scroller;
    if (!scroller || scroller.scrollTop === this.#top) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    // When the content becomes shorter, the browser itself scrolls to the new end.
    const isCutOff = scrollTop < this.#top && scrollHeight - clientHeight - scrollTop < 1;
    if (!isCutOff) this.#onScroll();
  }

  #onScroll(): void {
    this.#checkEnd();
    this.#top = this.#scroller?.scrollTop ?? 0;
    this.#intent.onScroll(this.#place());
    this.isFollowing = this.#intent.isFollowing;
    if (!this.#intent.isFollowing) this.#remember();
    this.#restSoon();
  }

  #checkEnd(): void {
    const { top, height, viewport } = this.#place();
    this.isEndInSight = height - top - viewport < LINE_PX;
  }

  #restSoon(): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#intent.onRest(), REST_MS);
  }

  #onRelease(): void {
    this.#intent.onRelease();
    this.#restSoon();
  }

  #onWheel({ deltaY, target }: WheelEvent): void {
    if (deltaY === 0 || this.#scrollsInside(target, deltaY)) return;
    this.#onMove(deltaY < 0 ? 'up' : 'down');
  }

  #onKey({ key, shiftKey, target, defaultPrevented }: KeyboardEvent): void {
    if (defaultPrevented || (target instanceof Element && target.closest('input, textarea'))) return;
    const isSpace =
      key === ' ' && !(target instanceof Element && target.closest('button, [role=button], summary'));
    if (key === 'End' && this.hasBelow() && !this.#scrollsInside(target, 1)) return this.toEnd();
    const direction = isSpace ? (shiftKey ? 'up' : 'down') : SCROLL_KEYS[key];
    if (direction && !this.#scrollsInside(target, direction === 'up' ? -1 : 1)) this.#onMove(direction);
  }

  #onPress({ target, offsetX }: PointerEvent): void {
    const scroller = this.#scroller;
    // A press on the element itself, to the right of its content, is a press on its scrollbar.
    if (scroller && target === scroller && offsetX >= scroller.clientWidth) this.#intent.onGrab();
  }

  #onClick({ target }: MouseEvent): void {
    if (target instanceof Element && target.closest('[aria-expanded]')) this.hold();
  }

  #onMove(direction: 'up' | 'down'): void {
    const wasFollowing = this.#intent.isFollowing;
    this.#intent.onMove(direction, this.#place());
    // At the top and at the end nothing moves, so no event reports that scrolling has finished.
    this.#restSoon();
    this.isFollowing = this.#intent.isFollowing;
    // The anchor from the time when the reader last left the end is far away by now.
    if (wasFollowing && !this.#intent.isFollowing) this.#remember();
  }

  /** Returns whether an element inside, such as long output, scrolls instead. */
  #scrollsInside(target: EventTarget | null, delta: number): boolean {
    let element = target instanceof Element ? target : null;
    for (; element && element !== this.#scroller; element = element.parentElement) {
      const room =
        delta < 0 ? element.scrollTop : element.scrollHeight - element.clientHeight - element.scrollTop;
      if (room >= 1 && /auto|scroll/.test(getComputedStyle(element).overflowY)) return true;
    }
    return false;
  }

  #remember(): void {
    if (this.#scroller) this.#anchor.remember(this.#scroller);
  }

  #place(): Place {
    const { scrollTop: top = 0, scrollHeight: height = 0, clientHeight: viewport = 0 } = this.#scroller ?? {};
    return { top, height: this.hasBelow() ? Infinity : height, viewport };
  }
}
