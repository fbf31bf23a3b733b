// Which hunks the user has kept, by what is in them: a hunk that changes is to be reviewed again, the others are not.
import { asArray, isText, Persisted } from '../lib/persisted.ts';

/** Those of all sessions together; the oldest are forgotten first. */
const MAX_MARKS = 20_000;

const stored = new Persisted<string[]>({
  area: 'browser',
  key: 'pi-panel.reviewed',
  parse: (value) => asArray(value, isText),
});

export class ReviewMarks {
  #kept = $state.raw<ReadonlySet<string>>(new Set(stored.get()));

  has(hunk: string): boolean {
    return this.#kept.has(hunk);
  }

  set(hunks: readonly string[], isKept: boolean): void {
    const changed = new Set(hunks);
    const others = [...this.#kept].filter((hunk) => !changed.has(hunk));
    const all = isKept ? [...others, ...hunks].slice(-MAX_MARKS) : others;
    this.#kept = new Set(all);
    stored.set(all);
  }
}
