// Computes the rows of a tree of lazily read folders, and what the keys do in it. Pure.
import { t } from '../../language/text.ts';
import type { FileEntry } from '../../../shared/files.ts';
import { onTreeKey } from '../../ui/tree/tree-keys.ts';

export type Folder =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | {
      status: 'loaded';
      entries: FileEntry[];
      isTruncated: boolean;
      /** The text of the row that is shown when there are no entries. */
      empty?: string;
      /** The text of a row below the entries. */
      note?: string | undefined;
    };

/** The folders by path; '' is the workspace. */
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

/** The field for the name of a file or folder that is being created in the folder `path`. */
export interface NewRow {
  kind: 'new';
  path: string;
  isFolder: boolean;
  depth: number;
}

export type TreeRow = EntryRow | NoteRow | NewRow;

export type TreeAction =
  | { do: 'go'; path: string }
  | { do: 'open' | 'close'; path: string }
  /** Opens a file or toggles a folder. `isKept`: whether a file is opened for work, rather than only to look at it. */
  | { do: 'choose'; row: EntryRow; isKept: boolean };

/** Returns the rows. `added` names the folder in which a file or folder is being created. */
export function treeRows(
  folders: Folders,
  open: ReadonlySet<string>,
  added: { folder: string; isFolder: boolean } | null = null,
): TreeRow[] {
  const all: TreeRow[] = [];
  addRows('', 0);
  return all;

  function addRows(path: string, depth: number): void {
    const note = (text: string, canRetry = false): NoteRow => ({ kind: 'note', path, text, canRetry, depth });
    const isAdding = added?.folder === path;
    if (isAdding) all.push({ kind: 'new', path, isFolder: added.isFolder, depth });
    const folder = folders.get(path);
    if (!folder || folder.status === 'loading') return void all.push(note(t('Loading…')));
    if (folder.status === 'failed') return void all.push(note(folder.message, true));
    const { entries, isTruncated, empty = path === '' ? t('This folder is empty.') : t('empty') } = folder;
    if (entries.length === 0 && !isAdding) all.push(note(empty));
    for (const [at, entry] of entries.entries()) {
      const entryPath = path === '' ? entry.name : `${path}/${entry.name}`;
      const isFolder = entry.type === 'dir' || (entry.type === 'link' && entry.target === 'dir');
      const isOpen = isFolder && open.has(entryPath);
      const place = { position: at + 1, count: entries.length };
      all.push({ kind: 'entry', path: entryPath, entry, isFolder, isOpen, depth, ...place });
      if (isOpen) addRows(entryPath, depth + 1);
    }
    if (folder.note !== undefined) all.push(note(folder.note));
    if (isTruncated) all.push(note(t('Only the first {count} are listed.', { count: entries.length })));
  }
}

/**
 * Returns what a key does, or null if it does nothing. `current` is a path. If it has no row, the first row is current.
 */
export function actionForKey(
  key: string,
  rows: readonly TreeRow[],
  current: string | null,
): TreeAction | null {
  const { entries, at } = findCurrent(rows, current);
  const row = entries[at];
  if (!row) return null;
  if (key === 'Enter' || key === ' ') return { do: 'choose', row, isKept: key === 'Enter' };
  const folds = entries.map(({ depth, isFolder, isOpen }) => ({ depth, isOpen: isFolder ? isOpen : null }));
  const act = onTreeKey(key, folds, at);
  if (act && 'open' in act) return { do: act.open ? 'open' : 'close', path: row.path };
  return act && { do: 'go', path: entries[act.go]!.path };
}

/** Returns the name of a pressed key, as the functions here take it. */
export function keyName({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): string {
  return ctrlKey || metaKey ? `Mod+${key.toLowerCase()}` : key;
}

/** Returns the edit for which a key asks. On a Mac, ⌘⌫ deletes. */
export function editForKey(key: string): 'undo' | 'rename' | 'delete' | null {
  if (key === 'Mod+z') return 'undo';
  if (key === 'F2') return 'rename';
  return key === 'Delete' || key === 'Mod+backspace' ? 'delete' : null;
}

/** Whether the editor can open the entry: a file, or a link to one inside the workspace. */
export function isFile({ entry }: Pick<EntryRow, 'entry'>): boolean {
  return entry.type === 'file' || entry.target === 'file';
}

/** Returns the next row whose name begins with `typed`. From two letters on, the current row also counts. */
export function findTyped(typed: string, rows: readonly TreeRow[], current: string | null): string | null {
  const { entries, at } = findCurrent(rows, current);
  const from = typed.length > 1 ? at : at + 1;
  const word = typed.toLowerCase();
  const isMatch = ({ entry }: EntryRow): boolean => entry.name.toLowerCase().startsWith(word);
  return (entries.slice(from).find(isMatch) ?? entries.slice(0, from).find(isMatch))?.path ?? null;
}

function findCurrent(rows: readonly TreeRow[], current: string | null): { entries: EntryRow[]; at: number } {
  const entries = rows.filter((row) => row.kind === 'entry');
  const at = entries.findIndex(({ path }) => path === current);
  return { entries, at: Math.max(0, at) };
}
