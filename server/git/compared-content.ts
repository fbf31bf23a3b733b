// The two sides of a file as git compares them. git may store other line endings or another encoding than the file has,
// and then does not count the lines that differ in nothing else.
import { editsBetween, linesOf } from '../../shared/hunks.ts';
import { readDiffBytes } from './read-diff.ts';
import { readCheckedOut, readStored } from './stored-content.ts';

export interface ComparedContents {
  before: Buffer | null;
  after: Buffer;
  /**
   * Whether both sides are as git stores them. Otherwise they are as the file has them, which gives the same changed
   * lines.
   */
  isStored: boolean;
  /** The file as git would store it; null if git does not know the file. */
  stored: Buffer | null;
  /** The last commit's content as git would write it to disk; null if the commit lacks the file. */
  checkedOut: Buffer | null;
}

/** More lines than any file has, so that the diff contains all of them. */
const ALL_LINES = 1_000_000_000;
const OPTIONS = [`--unified=${ALL_LINES}`, '--text', '--no-renames', '--no-color', '--no-relative'];

/**
 * Compares the file with the last commit. `origin`: its path in that commit. `now`: what the file contains; null if it
 * is not a regular file.
 */
export async function comparedWithHead(
  root: string,
  { path, origin, now }: { path: string; origin: string; now: Buffer },
): Promise<ComparedContents> {
  const [checkedOut, was] = [
    await readCheckedOut(root, 'HEAD', origin),
    await readStored(root, 'HEAD', origin),
  ];
  const stored = was && (await storedNow(root, path, origin === path ? was : null));
  const isStored = stored !== null && !hasSameEdits([checkedOut!, now], [was!, stored]);
  return {
    ...(isStored ? { before: was, after: stored } : { before: checkedOut, after: now }),
    isStored,
    stored,
    checkedOut,
  };
}

/**
 * Returns the file as git would store it. `was`: what the last commit has at this path, which is the result if git sees
 * no difference. Null if git does not compare the file.
 */
async function storedNow(root: string, path: string, was: Buffer | null): Promise<Buffer | null> {
  const diff = await readDiffBytes(root, ['diff', ...OPTIONS, 'HEAD', '--', `:(literal)${path}`]).catch(
    () => null,
  );
  if (diff === null) return null;
  const text = diff.toString('latin1');
  if (text === '') return was;
  // The content is deleted as a file that git tracks, so git does not compare what is on disk.
  return /^deleted file mode /m.test(text.slice(0, startOfLines(text))) ? null : (afterIn(text) ?? was);
}

/** Returns where the first hunk begins. */
function startOfLines(diff: string): number {
  const at = diff.indexOf('\n@@ ');
  return at < 0 ? diff.length : at + 1;
}

/** Returns the content after the change from a diff with all lines; null if it has no hunk. */
function afterIn(diff: string): Buffer | null {
  const start = startOfLines(diff);
  if (start === diff.length) return null;
  const after: string[] = [];
  let isAfter = false;
  for (const line of linesOf(diff.slice(start)).slice(1)) {
    // "\ No newline at end of file" belongs to the line above.
    if (line.startsWith('\\')) {
      if (isAfter) after.push(after.pop()!.slice(0, -1));
      continue;
    }
    isAfter = !line.startsWith('-');
    // With `diff.suppressBlankEmpty`, blank lines have no sign.
    if (isAfter) after.push(line === '\n' ? line : line.slice(1));
  }
  return Buffer.from(after.join(''), 'latin1');
}

type Sides = readonly [before: Buffer, after: Buffer];

function hasSameEdits(one: Sides, other: Sides): boolean {
  if (one.every((side, at) => side.equals(other[at]!))) return true;
  // Text in UTF-16 has NUL bytes on disk, and cannot be compared by lines there.
  if (one.some((side) => side.includes(0)) && !other.some((side) => side.includes(0))) return false;
  const edits = ([before, after]: Sides): string =>
    JSON.stringify(editsBetween(linesOf(before.toString('latin1')), linesOf(after.toString('latin1'))));
  return edits(one) === edits(other);
}
