// The hunks that the user has kept. They are identified by their content, so a hunk that changes must be reviewed
// again.
import type { HunkRow } from '../../markdown/diff/hunk-rows.ts';
import { eachLineMark, isLineMark, lineMarks } from '../hunks/kept-lines.ts';
import { asArray, isText, Persisted } from '../../lib/storage/persisted.ts';

/** The limit for all sessions together; beyond it, the oldest marks are dropped. */
export const MAX_MARKS = 20_000;

const stored = new Persisted<string[]>({
  area: 'browser',
  key: 'pi-panel.reviewed',
  parse: (value) => asArray(value, isText),
});

export class ReviewMarks {
  #kept = $state.raw<ReadonlySet<string>>(new Set(stored.get()));
  /** False while the browser has no room for the marks. */
  #isStored = true;
  readonly #hasLines = $derived([...this.#kept].some(isLineMark));

  /** Whether this hunk, or the line with this mark, was kept. */
  has(hunk: string): boolean {
    return this.#kept.has(hunk);
  }

  get hasLines(): boolean {
    return this.#hasLines;
  }

  /** Whether all changed lines among these rows were kept one by one. */
  hasAll(path: string, rows: readonly HunkRow[]): boolean {
    for (const mark of eachLineMark(path, rows)) if (mark !== null && !this.#kept.has(mark)) return false;
    return true;
  }

  /** Returns the indexes of those of these rows that were kept one by one. */
  keptIn(path: string, rows: readonly HunkRow[]): ReadonlySet<number> {
    const marks = this.#hasLines ? lineMarks(path, rows) : [];
    return new Set(marks.flatMap((mark, at) => (mark !== null && this.has(mark) ? [at] : [])));
  }

  /** Marks these of the rows as kept or, if all of them are kept already, as not reviewed. */
  toggleLines(path: string, rows: readonly HunkRow[], chosen: ReadonlySet<number>): void {
    const marks = lineMarks(path, rows).filter((mark, row) => mark !== null && chosen.has(row)) as string[];
    this.set(marks, !marks.every((mark) => this.has(mark)));
  }

  set(hunks: readonly string[], isKept: boolean): void {
    const changed = new Set(hunks);
    // Another tab may have stored its own since this page was loaded.
    const known = this.#isStored ? stored.get() : [...this.#kept];
    const others = known.filter((hunk) => !changed.has(hunk));
    const all = isKept ? [...others, ...hunks].slice(-MAX_MARKS) : others;
    this.#kept = new Set(all);
    this.#isStored = stored.set(all);
  }
}
