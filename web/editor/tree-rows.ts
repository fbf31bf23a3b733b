// What a tree of lazily read folders looks like as rows from top to bottom. Pure.
import type { FileEntry } from '../../shared/wire.ts';

export type Folder =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'loaded'; entries: FileEntry[]; isTruncated: boolean };

/** By path; '' is the workspace. */
export type Folders = ReadonlyMap<string, Folder>;

export interface EntryRow {
  kind: 'entry';
  path: string;
  entry: FileEntry;
  isFolder: boolean;
  /** Of folders only. */
  isOpen: boolean;
  /** 0 for what lies in the workspace itself. */
  depth: number;
  /** From 1, among `count` siblings. */
  position: number;
  count: number;
}

/** Says something about the folder `path`, in which it stands. */
export interface NoteRow {
  kind: 'note';
  path: string;
  text: string;
  canRetry: boolean;
  depth: number;
}

export type TreeRow = EntryRow | NoteRow;

export function treeRows(folders: Folders, open: ReadonlySet<string>): TreeRow[] {
  return rowsIn('', 0);

  function rowsIn(path: string, depth: number): TreeRow[] {
    const folder = folders.get(path);
    if (!folder || folder.status === 'loading') return [note('Loading …')];
    if (folder.status === 'failed') return [note(folder.message, true)];
    const { entries, isTruncated } = folder;
    if (entries.length === 0) return [note(path === '' ? 'This folder is empty.' : 'empty')];
    const rows = entries.flatMap((entry, at) => rowsOf(entry, { at, count: entries.length }));
    return isTruncated
      ? [...rows, note(`Only the first ${entries.length.toLocaleString('en-US')} are listed.`)]
      : rows;

    function rowsOf(entry: FileEntry, { at, count }: { at: number; count: number }): TreeRow[] {
      const own = path === '' ? entry.name : `${path}/${entry.name}`;
      const isFolder = entry.type === 'dir' || (entry.type === 'link' && entry.target === 'dir');
      const isOpen = isFolder && open.has(own);
      const row: EntryRow = {
        kind: 'entry',
        path: own,
        entry,
        isFolder,
        isOpen,
        depth,
        position: at + 1,
        count,
      };
      return isOpen ? [row, ...rowsIn(own, depth + 1)] : [row];
    }

    function note(text: string, canRetry = false): NoteRow {
      return { kind: 'note', path, text, canRetry, depth };
    }
  }
}
