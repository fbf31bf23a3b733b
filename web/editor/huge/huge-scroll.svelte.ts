// Where the reader of a huge file is: the row at the top, whether the view follows the end, and how the scrollbar, which
// may be coarse, moves both.
import { tick } from 'svelte';
import { isCoarse, lastTop, ROW_PX, scrollTopFor, topAt, type Extent } from '../../lib/scroll-scale.ts';

/** After an input event, the wheel or a finger may keep scrolling for this long. */
const FINE_SCROLL_MS = 400;

interface Options {
  extent: () => Extent;
  /** The element that scrolls; undefined while there is none. */
  scroller: () => Pick<HTMLElement, 'scrollTop'> | undefined;
}

export class HugeScroll {
  /** The row at the top; fractional while a part of it is scrolled out of view. */
  top = $state(0);
  /** The scroll position at which `top` was computed, in px. */
  scrollTop = $state(0);
  isFollowing = $state(false);
  readonly #options: Options;
  #fineUntil = 0;
  /** The state at the last change of the number of rows. */
  #before = { rows: 0, isCounted: true };
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get #extent(): Extent {
    return this.#options.extent();
  }

  async to(row: number): Promise<void> {
    this.top = Math.min(Math.max(0, row), lastTop(this.#extent));
    // The content must have its new height before it is scrolled.
    await tick();
    const scroller = this.#options.scroller();
    if (!scroller) return;
    scroller.scrollTop = scrollTopFor(this.top, this.#extent);
    this.scrollTop = scroller.scrollTop;
  }

  /** Scrolls the row to the middle. */
  async toMiddle(row: number): Promise<void> {
    this.isFollowing = false;
    await this.to(row - this.#extent.height / ROW_PX / 2);
  }

  /** Must be called when the element has scrolled, also if the page itself has scrolled it. */
  onScroll(): void {
    const scroller = this.#options.scroller();
    if (!scroller || scroller.scrollTop === this.scrollTop) return;
    const extent = this.#extent;
    const now = performance.now();
    const isFine = isCoarse(extent) && now < this.#fineUntil;
    if (isFine) {
      const moved = (scroller.scrollTop - this.scrollTop) / ROW_PX;
      this.top = Math.min(lastTop(extent), Math.max(0, this.top + moved));
      this.#fineUntil = now + FINE_SCROLL_MS;
    } else this.top = Math.min(lastTop(extent), topAt(scroller.scrollTop, extent));
    this.scrollTop = scroller.scrollTop;
    this.isFollowing = this.top >= lastTop(extent) - 1;
    clearTimeout(this.#settling);
    if (isCoarse(extent)) this.#settling = setTimeout(() => void this.to(this.top), FINE_SCROLL_MS);
  }

  /** Must be called for input that scrolls by the height of rows, such as that of the wheel. */
  allowFine(): void {
    this.#fineUntil = performance.now() + FINE_SCROLL_MS;
  }

  /** Must be called when the user grabs the scrollbar. */
  endFine(): void {
    this.#fineUntil = 0;
  }

  /**
   * Must be called when rows get different numbers or rows are added, which the scroll position follows. `endRows`: how
   * many rows at the end are known by their distance from it, while the number of rows is an estimate.
   */
  onRows({ isCounted, endRows }: { isCounted: boolean; endRows: number }): void {
    const { rows } = this.#extent;
    const isAtEnd = !this.#before.isCounted && endRows > 0 && this.top >= this.#before.rows - endRows;
    const added = isAtEnd ? rows - this.#before.rows : 0;
    this.#before = { rows, isCounted };
    if (this.isFollowing) void this.to(Infinity);
    else if (isAtEnd || isCoarse(this.#extent)) void this.to(this.top + added);
  }

  close(): void {
    clearTimeout(this.#settling);
  }
}
