// Counts the rows that arrived since the reader left the end. Rows that replace others, as on another branch, or that
// come back, as after an edit was canceled, are not new.
import type { Row } from '../rows.ts';

type Keyed = Pick<Row, 'key'>;

export class NewRows {
  #known = new Set<string>();
  #before: readonly Keyed[] = [];

  /** Must be called when the rows change. */
  onRows(rows: readonly Keyed[]): void {
    const last = this.#before.at(-1);
    // The last known row is usually among the last ones.
    if (last && !rows.findLast(({ key }) => key === last.key)) this.#know(this.#before, rows);
    this.#before = rows;
  }

  /** Must be called when the reader leaves the end. */
  onLeave(rows: readonly Keyed[]): void {
    this.#know(rows);
  }

  /** The number of rows after the last known one. */
  count(rows: readonly Keyed[]): number {
    return rows.length - 1 - rows.findLastIndex(({ key }) => this.#known.has(key));
  }

  /** Must be called when another session is shown. */
  clear(): void {
    this.#known = new Set();
    this.#before = [];
  }

  #know(...lists: (readonly Keyed[])[]): void {
    for (const { key } of lists.flat()) this.#known.add(key);
  }
}
