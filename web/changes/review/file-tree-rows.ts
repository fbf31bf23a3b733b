// The rows of the tree of the files under review, and where a key leads in it (ARIA tree pattern). Pure.

export interface FolderRow<File> {
  kind: 'folder';
  /** Without the slash at its end. */
  path: string;
  /** Several names if all files of a folder are in one subfolder. */
  name: string;
  /** All files below it. */
  files: readonly File[];
  isOpen: boolean;
}

export interface FileRow<File> {
  kind: 'file';
  path: string;
  name: string;
  files: readonly [File];
}

export type FileTreeRow<File> = (FolderRow<File> | FileRow<File>) & {
  /** 0 at the top. */
  depth: number;
  /** From 1, among `count` siblings. */
  position: number;
  count: number;
};

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
        all.push({ kind: 'file', path: key, name: key.slice(prefix.length), files: [first], ...place });
        continue;
      }
      const inner = commonFolder(group, key);
      // The root of the file system is "/".
      const path = inner === '/' ? inner : inner.slice(0, -1);
      const isOpen = !folded.has(path);
      const name = path.slice(Math.min(prefix.length, path.length - 1));
      all.push({ kind: 'folder', path, name, files: group, isOpen, ...place });
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

/** Returns the index of the row that shows this file: its own or, if that is folded away, the folder's. */
export function rowOfFile<File>(rows: readonly FileTreeRow<File>[], path: string | undefined): number {
  return rows.findLastIndex(
    (row) => row.path === path || (row.kind === 'folder' && !row.isOpen && isInside(path ?? '', row.path)),
  );
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Returns the row to which a key leads from row `at`, or whether it folds the folder there; null if it does nothing. */
export function onTreeKey<File>(
  key: string,
  rows: readonly FileTreeRow<File>[],
  at: number,
): { go: number } | { fold: boolean } | null {
  const row = rows[at];
  if (!row) return null;
  const isOpen = row.kind === 'folder' && row.isOpen;
  switch (key) {
    case 'ArrowDown':
      return { go: Math.min(rows.length - 1, at + 1) };
    case 'ArrowUp':
      return { go: Math.max(0, at - 1) };
    case 'Home':
      return { go: 0 };
    case 'End':
      return { go: rows.length - 1 };
    case 'ArrowRight':
      if (row.kind === 'file') return null;
      return isOpen ? { go: at + 1 } : { fold: false };
    case 'ArrowLeft':
      if (isOpen) return { fold: true };
      return row.depth === 0
        ? null
        : { go: rows.findLastIndex((one, index) => index < at && one.depth < row.depth) };
    default:
      return null;
  }
}
