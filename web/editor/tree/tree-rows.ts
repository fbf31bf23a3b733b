// The rows of a tree of lazily read folders, and the keys that move among them (ARIA tree pattern). Pure.
import type { FileEntry } from '../../../shared/wire.ts';
import { folderOf } from '../workspace-path.ts';

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
  /** Always false for files. */
  isOpen: boolean;
  /** 0 at the top of the workspace. */
  depth: number;
  /** From 1, among `count` siblings. */
  position: number;
  count: number;
}

/** A message inside the folder `path`, such as an error. */
export interface NoteRow {
  kind: 'note';
  path: string;
  text: string;
  canRetry: boolean;
  depth: number;
}

export type TreeRow = EntryRow | NoteRow;

export type TreeAct =
  | { do: 'go'; path: string }
  | { do: 'open' | 'close'; path: string }
  /** Shows a file, toggles a folder. */
  | { do: 'choose'; row: EntryRow };

export function treeRows(folders: Folders, open: ReadonlySet<string>): TreeRow[] {
  return rowsIn('', 0);

  function rowsIn(path: string, depth: number): TreeRow[] {
    const folder = folders.get(path);
    if (!folder || folder.status === 'loading') return [note('Loading …')];
    if (folder.status === 'failed') return [note(folder.message, true)];
    const { entries, isTruncated } = folder;
    if (entries.length === 0) return [note(path === '' ? 'This folder is empty.' : 'empty')];
    const rows = entries.flatMap((entry, at) => rowsOf(entry, { position: at + 1, count: entries.length }));
    return isTruncated
      ? [...rows, note(`Only the first ${entries.length.toLocaleString('en-US')} are listed.`)]
      : rows;

    function rowsOf(entry: FileEntry, place: { position: number; count: number }): TreeRow[] {
      const entryPath = path === '' ? entry.name : `${path}/${entry.name}`;
      const isFolder = entry.type === 'dir' || (entry.type === 'link' && entry.target === 'dir');
      const isOpen = isFolder && open.has(entryPath);
      const row: EntryRow = { kind: 'entry', path: entryPath, entry, isFolder, isOpen, depth, ...place };
      return isOpen ? [row, ...rowsIn(entryPath, depth + 1)] : [row];
    }

    function note(text: string, canRetry = false): NoteRow {
      return { kind: 'note', path, text, canRetry, depth };
    }
  }
}

/** Null when the key does nothing. `current` is a path; when it has no row, the first row is current. */
export function actOf(key: string, rows: readonly TreeRow[], current: string | null): TreeAct | null {
  const { entries, at } = findCurrent(rows, current);
  const row = entries[at];
  if (!row) return null;
  const to = (index: number): TreeAct => ({ do: 'go', path: (entries[index] ?? row).path });
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(Math.max(0, at - 1));
    case 'Home':
      return to(0);
    case 'End':
      return to(entries.length - 1);
    case 'ArrowRight':
      if (!row.isFolder) return null;
      if (!row.isOpen) return { do: 'open', path: row.path };
      return entries[at + 1]?.depth === row.depth + 1 ? to(at + 1) : null;
    case 'ArrowLeft':
      if (row.isOpen) return { do: 'close', path: row.path };
      return row.depth > 0 ? { do: 'go', path: folderOf(row.path) } : null;
    case 'Enter':
    case ' ':
      return { do: 'choose', row };
    default:
      return null;
  }
}

/** The next row whose name begins with `typed`; the current row also counts once the word has two letters. */
export function findTyped(typed: string, rows: readonly TreeRow[], current: string | null): string | null {
  const { entries, at } = findCurrent(rows, current);
  const from = typed.length > 1 ? at : at + 1;
  const order = [...entries.slice(from), ...entries.slice(0, from)];
  return order.find(({ entry }) => entry.name.toLowerCase().startsWith(typed.toLowerCase()))?.path ?? null;
}

function findCurrent(rows: readonly TreeRow[], current: string | null): { entries: EntryRow[]; at: number } {
  const entries = rows.filter((row) => row.kind === 'entry');
  const at = entries.findIndex(({ path }) => path === current);
  return { entries, at: Math.max(0, at) };
}
