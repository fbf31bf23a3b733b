// The rows of the tree of the files under review. Pure.
import type { TreeRow } from '../../ui/tree/tree-keys.ts';

interface FolderRow<File> {
  kind: 'folder';
  /** Without the slash at its end. */
  path: string;
  /** Several names if all files of a folder are in one subfolder. */
  name: string;
  /** All files below it. */
  files: readonly File[];
}

interface FileRow<File> {
  kind: 'file';
  path: string;
  name: string;
  files: readonly [File];
}

export type FileTreeRow<File> = (FolderRow<File> | FileRow<File>) & TreeRow;

/** `files`: sorted by path. Returns the rows in the same order. */
export function fileTreeRows<File extends { path: string }>(
  files: readonly File[],
  folded: ReadonlySet<string>,
): FileTreeRow<File>[] {
  const all: FileTreeRow<File>[] = [];
  addRows(files, '', 0);
  return all;

  function addRows(inside: readonly File[], prefix: string, depth: number): void {
    const groups = [...Map.groupBy(inside, ({ path }) => path.slice(0, nextSlash(path, prefix.length)))];
    for (const [at, [key, group]] of groups.entries()) {
      const place = { depth, position: at + 1, count: groups.length };
      const [first] = group;
      if (first?.path === key) {
        const name = key.slice(prefix.length);
        all.push({ kind: 'file', key, path: key, name, files: [first], isOpen: null, ...place });
        continue;
      }
      const inner = commonFolder(group, key);
      // The root of the file system is "/".
      const path = inner === '/' ? inner : inner.slice(0, -1);
      const isOpen = !folded.has(path);
      const name = path.slice(Math.min(prefix.length, path.length - 1));
      all.push({ kind: 'folder', key: `${path}/`, path, name, files: group, isOpen, ...place });
      if (isOpen) addRows(group, inner, depth + 1);
    }
  }
}

/** Returns where the slash after `from` ends, or the length of the path. */
function nextSlash(path: string, from: number): number {
  const slash = path.indexOf('/', from);
  return slash < 0 ? path.length : slash + 1;
}

/** Returns the deepest folder that contains all of these files, with a slash at its end. */
function commonFolder(files: readonly { path: string }[], folder: string): string {
  const { path } = files[0]!;
  const end = nextSlash(path, folder.length);
  const deeper = path.slice(0, end);
  if (end === path.length || !files.every((file) => file.path.startsWith(deeper))) return folder;
  return commonFolder(files, deeper);
}

/** Returns the row that shows this file: its own or, if that is folded away, the folder's. */
export function rowOfFile<File>(
  rows: readonly FileTreeRow<File>[],
  path: string | undefined,
): FileTreeRow<File> | undefined {
  return rows.findLast(
    (row) => row.path === path || (row.kind === 'folder' && !row.isOpen && isInside(path ?? '', row.path)),
  );
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
