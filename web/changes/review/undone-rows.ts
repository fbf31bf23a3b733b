// Where the review shows undos of changes whose files have nothing left to review: where those files were in the list.
import type { OpenUndo } from '../../../shared/changes.ts';
import { comparePaths } from '../../../shared/natural-order.ts';

/**
 * Returns the undos to show before each of these files and, as the last item, after them. `files`: the paths under
 * review, in order. `undone`: the paths of the files of which everything was undone.
 */
export function undoneRows(
  undos: readonly OpenUndo[],
  { files, undone }: { files: readonly string[]; undone: readonly string[] },
): OpenUndo[][] {
  const rows: OpenUndo[][] = Array.from({ length: files.length + 1 }, () => []);
  for (const undo of undos) {
    const [path = ''] = undo.paths;
    if (!undo.lines || !undone.includes(path) || files.includes(path)) continue;
    const next = files.findIndex((file) => comparePaths(path, file) < 0);
    rows.at(next)!.push(undo);
  }
  return rows;
}
