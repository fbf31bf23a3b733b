// The marks of single lines that the user kept. A mark depends on the text of the line and on the unchanged line above
// the hunk. Undoing other lines changes the hunk and its id, but not the marks, so kept lines stay kept.
import { digest } from '../../../shared/digest.ts';
import type { HunkRow } from '../../markdown/diff/hunk-rows.ts';

const PREFIX = 'line ';

export function isLineMark(mark: string): boolean {
  return mark.startsWith(PREFIX);
}

/** Returns the mark of each row; null for unchanged rows. */
export function lineMarks(path: string, rows: readonly HunkRow[]): (string | null)[] {
  return [...eachLineMark(path, rows)];
}

/** Yields the same one after another, because a long hunk has many. */
export function* eachLineMark(path: string, rows: readonly HunkRow[]): Generator<string | null> {
  const first = rows.findIndex(({ kind }) => kind !== 'same');
  const above = rows[first - 1]?.text ?? '';
  const counts = new Map<string, number>();
  for (const { kind, text } of rows) {
    const name = kind === 'same' ? null : digest([path, above, kind, text].join('\0'));
    const nth = name === null ? 0 : (counts.get(name) ?? 0) + 1;
    if (name !== null) counts.set(name, nth);
    yield name && `${PREFIX}${name}.${nth}`;
  }
}
