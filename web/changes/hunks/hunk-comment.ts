// Creates a comment on lines of a change. The lines are quoted in the format of a diff.
import { lineTitle, type NewComment } from '../../state/workbench/comment.ts';
import type { HunkRow } from '../../markdown/diff/hunk-rows.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/** The most rows that a comment quotes. The model can read the rest itself. */
const MAX_QUOTED_ROWS = 60;
/** The most characters of a line that a comment quotes. */
const MAX_QUOTED_LENGTH = 2000;
const SIGNS = { same: ' ', added: '+', removed: '-' };

/**
 * `rows` are the rows that the user selected, or those of the whole hunk. Of a whole hunk, only the changed rows are
 * quoted.
 */
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
  const shown = quoted.slice(0, MAX_QUOTED_ROWS).map((row) => `${SIGNS[row.kind]}${quotedText(row.text)}`);
  if (quoted.length > MAX_QUOTED_ROWS) shown.push(` … ${quoted.length - MAX_QUOTED_ROWS} more lines`);
  const now = quoted.flatMap(({ after }) => after ?? []);
  const numbers = now.length > 0 ? now : quoted.flatMap(({ before }) => before ?? []);
  const [from, to] = [numbers[0] ?? 1, numbers.at(-1) ?? 1];
  const title = now.length > 0 ? lineTitle(path, from, to) : `${lineTitle(path, from, to)} before the change`;
  const place = { path, line: from, hunk, ...(turn !== undefined && { turn }) };
  return { title, quote: shown.join('\n'), isDiff: true, place, comment };
}

/** A byte that is not UTF-8 is a lone surrogate, which a message cannot have. */
function quotedText(text: string): string {
  const quoted = cutText(text, MAX_QUOTED_LENGTH);
  return quoted.length < text.length ? `${quoted} … ${text.length - quoted.length} more characters` : quoted;
}
