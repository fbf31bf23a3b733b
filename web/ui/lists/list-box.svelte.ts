// The active row of a list box: tracks which row is active, moves it for keys and the pointer, and provides the
// attributes of the rows and the filter. The focus stays in the filter or on the list; `aria-activedescendant` refers
// to the row.
import { createAttachmentKey } from 'svelte/attachments';
import type { HTMLAttributes } from 'svelte/elements';

interface KeyOptions {
  /** The index of the active row, or -1 if there is none. */
  at: number;
  count: number;
  /** How many rows Page Up and Page Down move. Without it, the browser handles these keys. */
  page?: number | undefined;
  /** Whether Home and End move the active row. Must be false with a filter, where they move the caret. */
  hasEnds?: boolean | undefined;
  /** Whether a move past the last row goes to the first, and vice versa. */
  wraps?: boolean | undefined;
}

/** Returns the row to which a key moves, or null if the key does not move through rows. */
export function rowAfter(key: string, { at, count, page, hasEnds, wraps }: KeyOptions): number | null {
  const last = count - 1;
  if (hasEnds && key === 'Home') return Math.min(0, last);
  if (hasEnds && key === 'End') return last;
  const steps: Record<string, number | undefined> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: page && -page,
  };
  const step = steps[key];
  if (!step) return null;
  if (at < 0 && step < 0) return last;
  if (wraps && count > 0) return (at + step + count) % count;
  return Math.min(last, Math.max(0, at + step));
}

interface Options<Row> {
  rows: () => readonly Row[];
  /** The filter of the rows. If it changes, the active row is reset to `start`. */
  query: () => unknown;
  /** The row that is active at first, or -1 for none. Defaults to the first row. */
  start?: () => number;
  onpick?: (row: Row) => void;
  page?: number;
  hasEnds?: () => boolean;
  wraps?: boolean;
  /** Whether the row under the pointer becomes active. */
  followsPointer?: boolean;
}

const SCROLL_INTO_VIEW = createAttachmentKey();
const scrollIntoView = (row: HTMLElement): void => row.scrollIntoView({ block: 'nearest' });
let count = 0;

export class ListBox<Row> {
  /** The id of the element with the role `listbox`. */
  readonly id = `list-${++count}`;

  readonly #options: Options<Row>;
  #moved = $state.raw<{ query: unknown; to: number } | null>(null);

  constructor(options: Options<Row>) {
    this.#options = options;
  }

  /** The index of the active row, or -1 if there is none. */
  get active(): number {
    const { rows, query, start } = this.#options;
    const to = this.#moved && this.#moved.query === query() ? this.#moved.to : (start?.() ?? 0);
    return Math.min(to, rows().length - 1);
  }

  get activeRow(): Row | undefined {
    return this.#options.rows()[this.active];
  }

  get activeId(): string | undefined {
    return this.active < 0 ? undefined : `${this.id}-${this.active}`;
  }

  /** The attributes of a text field that keeps the focus while keys move through the list. */
  get filter(): HTMLAttributes<HTMLInputElement> & { autocomplete: 'off' } {
    return {
      autocomplete: 'off',
      spellcheck: false,
      'aria-controls': this.id,
      'aria-activedescendant': this.activeId,
    };
  }

  row(index: number): HTMLAttributes<HTMLElement> {
    const { rows, onpick, followsPointer } = this.#options;
    const isActive = index === this.active;
    return {
      role: 'option',
      tabindex: -1,
      id: `${this.id}-${index}`,
      class: isActive ? 'option active' : 'option',
      'aria-selected': isActive,
      onclick: () => onpick?.(rows()[index]!),
      onpointermove: followsPointer ? () => this.moveTo(index) : undefined,
      [SCROLL_INTO_VIEW]: isActive ? scrollIntoView : undefined,
    };
  }

  /** Moves the active row for an arrow, paging, Home or End key. Returns false for any other key. */
  move(key: string): boolean {
    const { rows, page, hasEnds, wraps } = this.#options;
    const to = rowAfter(key, { at: this.active, count: rows().length, page, hasEnds: hasEnds?.(), wraps });
    if (to === null) return false;
    this.moveTo(to);
    return true;
  }

  /** Moves the active row, or picks it on Enter. Returns false if the key is not for the list. */
  onkeydown = (event: KeyboardEvent): boolean => {
    if (event.key === 'Enter') {
      const row = this.activeRow;
      if (row !== undefined) this.#options.onpick?.(row);
    } else if (!this.move(event.key)) return false;
    event.preventDefault();
    return true;
  };

  moveTo(to: number): void {
    if (to >= 0) this.#moved = { query: this.#options.query(), to };
  }
}
