// Says which lines of a file git's last commit does not have yet.
import { linesOf, type Edit } from '../../shared/hunks.ts';
import { comparedWithHead } from '../git/compared-content.ts';
import { isOpenIn } from './line-counts.ts';

/**
 * Returns a function that says whether a line of an edit differs from the last commit. git's conversions, such as those
 * of line endings, do not count. `now`: what the file contains.
 */
export async function openSinceHead(
  root: string,
  { path, now }: { path: string; now: Buffer },
): Promise<(edit: Edit) => boolean> {
  const { before, after } = await comparedWithHead(root, { path, origin: path, now });
  const [head, own, stored] = [before ?? Buffer.of(), now, after].map((bytes) => bytes.toString('latin1'));
  // Edits name lines by their numbers, which a filter may change.
  return isOpenIn(head!, linesOf(stored!).length === linesOf(own!).length ? stored! : own!);
}
