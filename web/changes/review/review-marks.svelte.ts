// The hunks that the user has kept, by what is in them: a hunk that changes is to be reviewed again, the others are
// not.
import type { HunkRow } from './hunk-rows.ts';
import { isLineMark, lineMarks } from './kept-lines.ts';
import { asArray, isText, Persisted } from '../../lib/storage/persisted.ts';

/** Those of all sessions together; the oldest are forgotten first. */
const MAX_MARKS = 20_000;

const stored = new Persisted<string[]>({
  area: 'browser',
  key: 'pi-panel.reviewed',
  parse: (value) => asArray(value, isText),
});

export class ReviewMarks {
  #kept = $state.raw<ReadonlySet<string>>(new Set(stored.get()));
  readonly #hasLines = $derived([...this.#kept].some(isLineMark));

  /** Also for lines that were kept alone. */
  has(hunk: string): boolean {
    return this.#kept.has(hunk);
  }

  get hasLines(): boolean {
    return this.#hasLines;
  }

  /** All lines of these rows were kept, each alone. */
  hasAll(path: string, rows: readonly HunkRow[]): boolean {
    return lineMarks(path, rows).every((mark) => mark === null || this.#kept.has(mark));
  }

  set(hunks: readonly string[], isKept: boolean): void {
    const changed = new Set(hunks);
    const others = [...this.#kept].filter((hunk) => !changed.has(hunk));
    const all = isKept ? [...others, ...hunks].slice(-MAX_MARKS) : others;
    this.#kept = new Set(all);
    stored.set(all);
  }
}
