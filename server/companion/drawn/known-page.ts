// What pi knows of the page that shows drawings: its size, and whether anybody looks.
import {
  DEFAULT_SIZE,
  TERMINAL_VARIABLE,
  type CompanionRequest,
  type PageSize,
} from '../../../shared/companion.ts';
import type { DrawnKind } from '../../../shared/view/screens.ts';

/** Under this name the last size outlasts a reload of the extensions, of which the panel sends it only once. */
const LAST_SIZE = Symbol.for('pi-panel.first-size');

interface Kept {
  [LAST_SIZE]?: string | undefined;
}

export class KnownPage {
  #size: PageSize;
  #isWatched: boolean;

  constructor() {
    const size = firstSize();
    this.#size = size ?? DEFAULT_SIZE;
    // Otherwise the panel does not know a size yet, and sends one once a page has told it.
    this.#isWatched = size !== null;
  }

  /** Whether a page shows what is drawn. */
  get isWatched(): boolean {
    return this.#isWatched;
  }

  /** The room for a drawing of this kind. */
  sizeFor(kind: DrawnKind | undefined): { columns: number; rows: number } {
    const { columns, rows, overlayRows = rows } = this.#size;
    return { columns, rows: kind === 'overlay' ? overlayRows : rows };
  }

  /** Returns whether the size is a new one. */
  update({ columns, rows, overlayRows, isWatched }: Extract<CompanionRequest, { ask: 'terminal' }>): boolean {
    const before = JSON.stringify(this.#size);
    this.#size = { columns, rows, ...(overlayRows !== undefined && { overlayRows }) };
    this.#isWatched = isWatched;
    const size = JSON.stringify(this.#size);
    (globalThis as Kept)[LAST_SIZE] = size;
    return size !== before;
  }
}

/**
 * Returns the size of the page that the panel knew when it started pi, or null if it knew none. Removes the variable,
 * because programs that tools start do not need it.
 */
function firstSize(): PageSize | null {
  const kept = globalThis as Kept;
  kept[LAST_SIZE] ??= process.env[TERMINAL_VARIABLE];
  delete process.env[TERMINAL_VARIABLE];
  try {
    return JSON.parse(kept[LAST_SIZE] ?? '') as PageSize;
  } catch {
    return null;
  }
}
