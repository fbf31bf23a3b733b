// The rows of the conversation that are in the page, which are those around the reader. Before the reader reaches
// either end, rows are added there, one slice per frame. Rows at the far end are dropped, so that the page stays small
// however far the reader scrolls.
import { flushSync } from 'svelte';
import type { ReaderScroll } from './reader-scroll.svelte.ts';
import type { Row } from '../rows.ts';
import { nextSlice, placeIn, countDroppable, type Span } from './window-span.ts';

/** Rows are added up to this many px beyond the visible part, and are not dropped within that distance. */
const NEAR_PX = 2_000;
/** The limit for DOM nodes, including texts and the comments that Svelte adds. */
const MAX_NODES = 24_000;
/**
 * While the reader does not scroll, rows are added until there are this many nodes, for the browser's search and
 * selections.
 */
const RESTING_NODES = 16_000;
/** Counting takes about 1 ms, so rows that stay the same are counted again only after this long. */
const RECOUNT_MS = 250;
const MAX_ROWS = 400;
/** Older rows are fetched when fewer than this are left above. */
const FETCH_ROWS = 30;
/** The time that adding a slice should take, in ms. */
const SLICE_MS = 8;
const MAX_SLICE = 24;
/** The number of rows that are first added on either side of a requested row. */
const AROUND = 3;
/** The number of rows that are shown first. */
const FIRST_ROWS = 4;

interface RowWindowOptions {
  rows: () => readonly Row[];
  scroll: () => ReaderScroll;
  hasOlder: () => boolean;
  fetchOlder: () => void;
}

export class RowWindow {
  readonly #options: RowWindowOptions;
  /** The key of the first row. Null means that the window has only the last `FIRST_ROWS` rows. */
  #first = $state.raw<string | null>(null);
  /** The key of the last row. Null means that the window includes the end and all rows that arrive there. */
  #last = $state.raw<string | null>(null);
  /**
   * The previous rows of the window. They are used if the first row got a different key after older rows were added
   * before it.
   */
  #before: readonly Row[] = [];
  #log: HTMLElement | null = null;
  #frame = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #slice = 2;
  #counted: { rows: readonly Row[]; nodes: number; at: number } = { rows: [], nodes: 0, at: 0 };

  constructor(options: RowWindowOptions) {
    this.#options = options;
  }

  readonly #span = $derived.by((): Span => {
    const rows = this.#options.rows();
    const span = placeIn(rows, {
      first: this.#first,
      last: this.#last,
      before: this.#before,
      otherwise: FIRST_ROWS,
    });
    this.#before = rows.slice(span.from, span.to);
    return span;
  });

  readonly rows = $derived.by((): readonly Row[] =>
    this.#options.rows().slice(this.#span.from, this.#span.to),
  );

  /** Whether there are loaded rows before the first one in the page. */
  get hasAbove(): boolean {
    return this.#span.from > 0;
  }

  get hasBelow(): boolean {
    return this.#span.to < this.#options.rows().length;
  }

  /** Attaches to the scrolling element. */
  attach = (log: HTMLElement): (() => void) => {
    this.#log = log;
    const scroll = this.#options.scroll();
    scroll.hasBelow = () => this.hasBelow;
    const onScroll = (): void => this.update();
    log.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(onScroll);
    observer.observe(log);
    for (const child of log.children) observer.observe(child);
    return () => {
      log.removeEventListener('scroll', onScroll);
      observer.disconnect();
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#idle);
      this.#frame = 0;
      this.#log = null;
      scroll.hasBelow = () => false;
    };
  };

  /** Must be called when rows were added or may be missing. */
  update(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#step()) this.update();
      else this.#restLater();
    });
  }

  toEnd(): void {
    if (this.#last === null) return;
    this.#last = null;
    this.#first = null;
    this.#before = [];
  }

  /** Shows a loaded row and the rows around it. Resolves once one screen of rows on either side has been added. */
  async show(key: string): Promise<void> {
    const rows = this.#options.rows();
    const at = rows.findIndex((row) => row.key === key);
    if (at === -1) return;
    const { from, to } = this.#span;
    if (at < from || at >= to) {
      this.#options.scroll().leave();
      flushSync(() => {
        const last = at + AROUND;
        this.#first = rows[Math.max(0, at - AROUND)]!.key;
        this.#last = last < rows.length - 1 ? rows[last]!.key : null;
      });
      // Without this, the scroll position would still be that of the removed rows.
      this.#rowElement(key)?.scrollIntoView({ block: 'center' });
      this.#options.scroll().leave();
    }
    while (this.#log && this.#addNear(this.#log.clientHeight)) await nextFrame();
  }

  /** Adds or drops one slice. Returns whether another step may be needed at once. */
  #step(): boolean {
    const log = this.#log;
    if (!log) return false;
    const { from } = this.#span;
    if (log.scrollTop < NEAR_PX && from < FETCH_ROWS && this.#options.hasOlder()) this.#options.fetchOlder();
    const hasAdded = this.#addNear(NEAR_PX);
    const hasDropped = this.#dropFar();
    return hasAdded || hasDropped;
  }

  /** Adds a slice at an end of the rows that is less than `near` px from the visible part. Returns whether it did. */
  #addNear(near: number): boolean {
    const log = this.#log!;
    const below = log.scrollHeight - log.clientHeight - log.scrollTop;
    if (this.hasBelow && below < near) return this.#add('below');
    return this.hasAbove && log.scrollTop < near && this.#add('above');
  }

  #add(side: 'above' | 'below'): boolean {
    const rows = this.#options.rows();
    const { from, to } = this.#span;
    const startedAt = performance.now();
    this.#options.scroll().catchUp();
    flushSync(() => {
      if (side === 'above') this.#first = rows[Math.max(0, from - this.#slice)]!.key;
      else {
        const last = to - 1 + this.#slice;
        this.#first ??= rows[from]!.key;
        this.#last = last < rows.length - 1 ? rows[last]!.key : null;
      }
    });
    this.#options.scroll().settle();
    this.#slice = nextSlice(this.#slice, {
      elapsed: performance.now() - startedAt,
      target: SLICE_MS,
      max: MAX_SLICE,
    });
    return true;
  }

  #dropFar(): boolean {
    const log = this.#log!;
    const { from, to } = this.#span;
    if (this.#nodes() <= MAX_NODES && to - from <= MAX_ROWS) return false;
    const { top, bottom } = log.getBoundingClientRect();
    const above = log.scrollTop;
    const below = log.scrollHeight - log.clientHeight - above;
    const side = above > below ? 'above' : 'below';
    const elements = [...log.querySelectorAll<HTMLElement>('[data-row]')];
    const edges = { top: top - NEAR_PX, bottom: bottom + NEAR_PX };
    const count = countDroppable(elements, { side, edges, max: MAX_SLICE });
    if (count === 0) return false;
    const rows = this.#options.rows();
    this.#options.scroll().catchUp();
    flushSync(() => {
      if (side === 'above') this.#first = rows[from + count]!.key;
      else {
        this.#first ??= rows[from]!.key;
        this.#last = rows[to - 1 - count]!.key;
      }
    });
    this.#options.scroll().settle();
    return true;
  }

  /** Adds further rows while the reader does not scroll. */
  #restLater(): void {
    clearTimeout(this.#idle);
    const { from, to } = this.#span;
    const isFull = this.#nodes() >= RESTING_NODES || to - from >= MAX_ROWS - MAX_SLICE;
    if (isFull || (!this.hasAbove && !this.hasBelow)) return;
    this.#idle = setTimeout(() => {
      if (this.#log) this.#add(this.hasAbove ? 'above' : 'below');
      this.update();
    }, 100);
  }

  #nodes(): number {
    const { rows } = this;
    const now = performance.now();
    if (rows !== this.#counted.rows || now - this.#counted.at > RECOUNT_MS) {
      const nodes = this.#log ? document.evaluate('count(.//node())', this.#log).numberValue : 0;
      this.#counted = { rows, nodes, at: now };
    }
    return this.#counted.nodes;
  }

  #rowElement(key: string): Element | null {
    return this.#log?.querySelector(`[data-row="${CSS.escape(key)}"]`) ?? null;
  }
}

/** Resolves at the next frame, or at once if the page is in the background, where it gets no frames. */
function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => (document.hidden ? setTimeout(resolve) : requestAnimationFrame(resolve)));
}
