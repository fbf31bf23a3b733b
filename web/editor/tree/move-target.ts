// Where a file or folder can be moved, as the user types or chooses it.
import { folderOf, nameOf } from '../../lib/format/workspace-path.ts';

/** Returns the path that was typed, relative to the workspace. Null if the file would stay where it is. */
export function moveTarget(path: string, typed: string): string | null {
  const wanted = typed.trim().replace(/^\/+|\/+$/g, '');
  return wanted !== '' && wanted !== path ? wanted : null;
}

/** Returns the paths that the file would have in these folders and at the top, but not inside of itself. */
export function moveSuggestions(path: string, folders: readonly string[]): string[] {
  return ['', ...folders]
    .filter((folder) => folder !== folderOf(path) && folder !== path && !folder.startsWith(`${path}/`))
    .map((folder) => (folder === '' ? nameOf(path) : `${folder}/${nameOf(path)}`));
}
