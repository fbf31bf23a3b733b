// Parts of a hunk, and files without them.
import type { HunkLines } from '../../shared/changes.ts';
import { withoutHunk, type Edit } from '../../shared/hunks.ts';
import { Refusal } from '../../shared/refusal.ts';
import { fileState, type ReadState } from './contents/file-state.ts';

/** Throws a Refusal 404 if the file no longer has this hunk. */
export function findHunk<H extends { id: string }>(hunks: readonly H[], path: string, id: string): H {
  const hunk = hunks.find((known) => known.id === id);
  if (hunk) return hunk;
  const message = `hunk: ${JSON.stringify(path)} no longer has this change. Look at it again.`;
  throw new Refusal(404, 'unknown_change', message);
}

/** Returns the file as it is now without some of its changed lines. The permissions stay. */
export function withoutEdit(edit: Edit, before: ReadState, after: ReadState): ReadState {
  const file = after.state.kind === 'file' ? after.state : before.state;
  // A link has no lines to undo, because its content is a path.
  if (file.kind !== 'file' || before.state.kind === 'link' || after.state.kind === 'link') return before;
  // Lines are compared as bytes, so that text in encodings other than UTF-8 survives.
  const [old, now] = [before, after].map(({ bytes }) => bytes?.toString('latin1') ?? '') as [string, string];
  const bytes = Buffer.from(withoutHunk(old, now, edit), 'latin1');
  return { state: fileState(bytes, file.mode), bytes };
}

/** Returns the part of the hunk with these lines. Throws a Refusal 400 for lines outside the hunk. */
export function linesIn(hunk: Edit, { before, after }: HunkLines): Edit {
  const isInside = ([from, to]: [number, number], start: number, end: number): boolean =>
    start <= from && from <= to && to <= end;
  if (!isInside(before, hunk.beforeStart, hunk.beforeEnd) || !isInside(after, hunk.afterStart, hunk.afterEnd))
    throw new Refusal(400, 'bad_body', 'hunk.lines: are not lines of this hunk.');
  return { beforeStart: before[0], beforeEnd: before[1], afterStart: after[0], afterEnd: after[1] };
}
