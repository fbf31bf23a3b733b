// The widths of the columns of a table, in px: as their longest values need, until the user chooses others.
import { placesOf } from '../../lib/row-window.ts';
import type { TableState } from './table-desk.ts';

export const LETTER_PX = 9;
const PADDING_PX = 24;
const LEAST_PX = 56;
const MOST_PX = 320;
const STEP_PX = 24;

export class ColumnWidths {
  readonly #table: () => Pick<TableState, 'columns' | 'widths'>;
  /** By column. */
  #chosen = $state.raw<Readonly<Record<number, number>>>({});
  #dragged: { column: number; from: number; width: number } | null = null;

  constructor(table: () => Pick<TableState, 'columns' | 'widths'>) {
    this.#table = table;
  }

  readonly all = $derived.by(() => {
    const { columns, widths } = this.#table();
    return widths.map((letters, column) => {
      const needed = PADDING_PX + Math.max(letters, columns[column]!.length) * LETTER_PX;
      return this.#chosen[column] ?? Math.min(MOST_PX, Math.max(LEAST_PX, needed));
    });
  });

  /** Where each column begins, and where the last one ends. */
  readonly places = $derived.by(() => placesOf(this.all));

  /** Makes a column wider, or narrower with a negative number. */
  widen(column: number, steps: number): void {
    this.#resize(column, (this.all[column] ?? LEAST_PX) + steps * STEP_PX);
  }

  /** Begins to move the edge of a column. `at`: of the pointer. */
  startDrag(column: number, at: number): void {
    this.#dragged = { column, from: at, width: this.all[column]! };
  }

  drag(at: number): void {
    if (this.#dragged) this.#resize(this.#dragged.column, this.#dragged.width + at - this.#dragged.from);
  }

  endDrag(): void {
    this.#dragged = null;
  }

  #resize(column: number, px: number): void {
    this.#chosen = { ...this.#chosen, [column]: Math.max(LEAST_PX, Math.round(px)) };
  }
}
