// Lines of a hunk that the user kept alone. They are remembered by their text and by the unchanged line above the hunk,
// so that undoing the lines below them, which makes another hunk, leaves them kept.
import { digest } from '../../../shared/hunks.ts';
import type { HunkRow } from './hunk-rows.ts';

const PREFIX = 'line ';

export function isLineMark(mark: string): boolean {
  return mark.startsWith(PREFIX);
}

/** For each row the name under which it is kept; null for unchanged ones. */
export function lineMarks(path: string, rows: readonly HunkRow[]): (string | null)[] {
  const first = rows.findIndex(({ kind }) => kind !== 'same');
  const above = rows[first - 1]?.text ?? '';
  const seen = new Map<string, number>();
  return rows.map(({ kind, text }) => {
    if (kind === 'same') return null;
    const name = digest([path, above, kind, text].join('\0'));
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return `${PREFIX}${name}.${nth}`;
  });
}
