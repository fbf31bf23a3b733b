// Highlights a text wherever a conversation shows it, and one of the matches more strongly. The browser paints the
// ranges, so no element changes.
import { tick } from 'svelte';
import { textRanges } from './text-ranges.ts';
import './text-marks.css';

const ALL = 'found-text';
const CURRENT = 'found-current';
/** More marks would slow down the page. */
const MAX_MARKS = 2000;
/** The space in px that a match keeps from the edges, where text fades out and the bar with the query is. */
const EDGE = 56;

/** Which match of an element is the current one: its first or last, the one closest to the reader, or by its index. */
export type MatchChoice = 'first' | 'last' | 'nearest' | number;

export class TextMarks {
  readonly #root: HTMLElement;
  readonly #query: string;
  readonly #observer: MutationObserver;
  readonly #onScroll: () => void;
  #frame = 0;
  #current: { element: HTMLElement; choice: MatchChoice; isShown: boolean } | null = null;

  /** `root` scrolls. `onScroll` is called after this has scrolled it. */
  constructor(root: HTMLElement, query: string, onScroll = (): void => {}) {
    this.#root = root;
    this.#query = query;
    this.#onScroll = onScroll;
    // Marks content that is added later, too.
    this.#observer = new MutationObserver(() => (this.#frame ||= requestAnimationFrame(() => this.#mark())));
    this.#observer.observe(root, { childList: true, characterData: true, subtree: true });
    this.#mark();
  }

  /**
   * Makes a match of the element the current one and scrolls to it. If no match is visible, opens what is folded inside.
   * Resolves to the number of matches and the index of the current one. Without any match, the element is outlined.
   */
  async select(element: HTMLElement, choice: MatchChoice): Promise<{ count: number; index: number }> {
    const current = (this.#current = { element, choice, isShown: false });
    for (const opened = new Set<Element>(); this.#matches(element).length === 0;) {
      const closed = closedParts(element).find((part) => !opened.has(part));
      if (!closed) break;
      opened.add(closed);
      closed.click();
      await tick();
    }
    const ranges = this.#matches(element);
    const index = indexOf(choice, ranges, this.#root);
    if (current === this.#current) {
      this.#current.choice = index;
      this.#mark();
    }
    return { count: ranges.length, index };
  }

  close(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    for (const name of [ALL, CURRENT]) paint(name, []);
  }

  #mark(): void {
    this.#frame = 0;
    paint(ALL, textRanges(this.#root, this.#query, MAX_MARKS));
    const current = this.#current;
    const range = current && this.#matches(current.element).at(Number(current.choice));
    paint(CURRENT, range ? [range] : []);
    if (!range || !current) return;
    // The outline of the whole element is for browsers without highlights.
    if ('highlights' in CSS) current.element.setAttribute('data-found', 'text');
    // A fold may take time to load its text, so this may be the first time that the match is visible.
    if (current.isShown) return;
    current.isShown = true;
    if (scrollTo(range, this.#root)) this.#onScroll();
  }

  #matches(element: HTMLElement): Range[] {
    const ranges = textRanges(element, this.#query, MAX_MARKS);
    // The cards inside a message are separate places.
    const own = element.closest('article');
    return ranges.filter(({ startContainer }) => startContainer.parentElement?.closest('article') === own);
  }
}

function paint(name: string, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) return void CSS.highlights.delete(name);
  const highlight = new Highlight(...ranges);
  highlight.priority = name === CURRENT ? 1 : 0;
  CSS.highlights.set(name, highlight);
}

/** Returns the buttons that show more of this element itself. */
function closedParts(element: HTMLElement): HTMLElement[] {
  const own = element.closest('article');
  const buttons = element.querySelectorAll<HTMLElement>('button[aria-expanded="false"], button[data-more]');
  return [...buttons].filter(
    (button) => !button.hasAttribute('aria-haspopup') && button.closest('article') === own,
  );
}

function indexOf(choice: MatchChoice, ranges: readonly Range[], root: HTMLElement): number {
  const last = Math.max(0, ranges.length - 1);
  if (choice === 'first') return 0;
  if (choice === 'last') return last;
  if (choice !== 'nearest') return Math.min(choice, last);
  const { bottom } = root.getBoundingClientRect();
  return Math.max(
    0,
    ranges.findLastIndex((range) => range.getBoundingClientRect().top < bottom),
  );
}

/** Scrolls the elements around a match, such as long output, and `root`. Returns whether `root` was scrolled. */
function scrollTo(range: Range, root: HTMLElement): boolean {
  for (let element = range.startContainer.parentElement; element && element !== root;) {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    const isScrolled = scrollHeight > clientHeight || scrollWidth > clientWidth;
    if (isScrolled && /auto|scroll/.test(getComputedStyle(element).overflow)) center(range, element, 0);
    element = element.parentElement;
  }
  return center(range, root, EDGE);
}

function center(range: Range, scroller: HTMLElement, edge: number): boolean {
  const match = range.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  if (match.left < view.left || match.right > view.right)
    scroller.scrollLeft += match.left - view.left - view.width / 2;
  if (match.top >= view.top + edge && match.bottom <= view.bottom - edge) return false;
  scroller.scrollTop += match.top - view.top - (view.height - match.height) / 2;
  return true;
}
