// A comment on lines of a change, with the lines as a diff shows them.
import { lineTitle, type NewComment } from '../../state/workbench/comment.ts';
import type { HunkRow } from './hunk-rows.ts';

/** The model can read the rest of a long change itself. */
const MAX_ROWS = 60;
const SIGNS = { same: ' ', added: '+', removed: '-' };

/** `rows`: those that the user selected, or the whole hunk: then only what changed is quoted. */
export function hunkComment(
  comment: string,
  {
    path,
    hunk,
    turn,
    rows,
    isWhole,
  }: { path: string; hunk: string; turn?: string; rows: readonly HunkRow[]; isWhole: boolean },
): NewComment {
  const quoted = isWhole ? rows.filter(({ kind }) => kind !== 'same') : rows;
  const shown = quoted.slice(0, MAX_ROWS).map((row) => `${SIGNS[row.kind]}${row.text}`);
  if (quoted.length > MAX_ROWS) shown.push(` … ${quoted.length - MAX_ROWS} more lines`);
  const now = quoted.flatMap(({ after }) => after ?? []);
  const numbers = now.length > 0 ? now : quoted.flatMap(({ before }) => before ?? []);
  const [from, to] = [numbers[0] ?? 1, numbers.at(-1) ?? 1];
  const title = now.length > 0 ? lineTitle(path, from, to) : `${lineTitle(path, from, to)} before the change`;
  const place = { path, line: from, hunk, ...(turn !== undefined && { turn }) };
  return { title, quote: shown.join('\n'), isDiff: true, place, comment };
}
