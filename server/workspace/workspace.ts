// The folder in which an agent works, as pages may read and change it: its files and nothing outside. It knows nothing
// of HTTP, and throws a Refusal for what it does not allow.
import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type { FileRows, FolderListing, FoundFiles } from '../../shared/files.ts';
import type { FoundInFiles } from '../../shared/searches.ts';
import type { SearchPattern } from '../../shared/search-pattern.ts';
import { notAFile } from './disk-error.ts';
import { createFolder, moveEntry } from './entries/move-entry.ts';
import { Trash, type Trashed } from './entries/trash.ts';
import { Uploads } from './entries/upload.ts';
import { fileFinder } from './find/find-files.ts';
import { ChangeBatch } from './watch/change-batch.ts';
import { folderWatch } from './watch/folder-watch.ts';
import { ignoreRules } from './ignore-rules.ts';
import type { Root } from './inside.ts';
import { isWithin, realPathInside } from './inside.ts';
import { listFolder } from './list-folder.ts';
import { readFile, readPart, type FileContent, type FilePart } from './read-file.ts';
import { HugeFiles, type RowsRequest } from './rows/huge-files.ts';
import { searchFiles, type OnDisk } from './search/search-files.ts';
import { finishWrites, workspaceKey } from './unfinished-writes.ts';
import { parentOf, parsePath } from './workspace-path.ts';
import { fileWriter, type Precondition } from './write-file.ts';

export interface Workspace {
  /** The folder's absolute path, without links. */
  readonly dir: string;
  /** Lists a folder, '' for the workspace itself, and watches it from then on. */
  list: (path: string) => Promise<FolderListing>;
  /** Watches a folder. */
  follow: (path: string) => Promise<void>;
  /** Reads a text file with its etag, and watches its folder from then on. */
  read: (path: string) => Promise<FileContent>;
  /** Reads up to 4 MiB of a file of any type and size, starting at byte `from`. */
  readPart: (path: string, part: { from: number; count: number }) => Promise<FilePart>;
  /** Reads rows of a text file of any size, and watches its folder from then on. */
  rows: (path: string, query: RowsRequest, count: number) => Promise<FileRows>;
  /** Yields the bytes of a file up to its current end. */
  bytes: (path: string, from: number) => AsyncGenerator<Uint8Array, void, void>;
  /** Saves a file under a precondition and returns its new etag. */
  write: (path: string, bytes: Uint8Array, terms: SaveTerms) => Promise<{ etag: string }>;
  /** Receives a file of any size in parts: see `Uploads`. */
  uploads: Pick<Uploads, 'write' | 'finish' | 'cancel'>;
  beginUpload: (path: string, terms: Confirmation & { replace: boolean }) => Promise<string>;
  /** Creates a folder and the missing ones around it. */
  createFolder: (path: string, terms: Confirmation) => Promise<void>;
  /** Renames or moves a file, folder or link. Returns the old and new paths of the files. */
  move: (from: string, to: string, terms: Confirmation) => Promise<[from: string, to: string][]>;
  /** Moves a file, folder or link to the trash. */
  delete: (path: string, terms: Confirmation) => Promise<Trashed>;
  /** Puts back what `delete` moved to the trash. */
  restore: (trash: string) => Promise<{ path: string; files: string[] }>;
  /** Returns the paths of at most 200 matching files, the best match first. */
  find: (query: string, limit?: number) => Promise<FoundFiles>;
  /** Searches the text of all files that git would not ignore, a group of files at a time. */
  search: (
    asked: FileSearch,
    signal?: AbortSignal,
    onDisk?: OnDisk,
  ) => AsyncGenerator<FoundInFiles, void, void>;
  /** Reports changes until the returned function is called. */
  watch: (listener: WorkspaceListener) => () => void;
  /** Reports a change to the file at `path`, which is absolute or relative to the workspace. */
  note: (path: string) => void;
  /** Stops watching. */
  close: () => void;
}

export interface Confirmation {
  /** Codes of the cautions that the user has confirmed, joined by commas: `runs_code`, `hardlinked`. */
  confirm?: string | undefined;
}

export interface FileSearch extends SearchPattern {
  /** Limits the search to these files. */
  isWanted?: ((path: string) => boolean) | undefined;
}

export type SaveTerms = Precondition & Confirmation;

export interface WorkspaceListener {
  /** The files and folders that may have been changed, created, or removed; [''] if it could be any of them. */
  onChange: (paths: string[]) => void;
  /** Called at most once, with a sentence that tells the user why changes are noticed late from now on. */
  onTrouble?: (message: string) => void;
}

export interface WorkspaceOptions {
  /** The absolute path of the trash of all workspaces. Without it, deletions cannot be undone. */
  trashFolder?: string | null;
  /**
   * The absolute path of the folder, for all workspaces, in which contents are kept while a file is overwritten in place.
   * Without it, the user is asked before that is done.
   */
  unfinishedFolder?: string | null;
}

/** Opens the folder `dir`. Throws a Refusal 400 `bad_workspace` if it is not an accessible folder. */
export async function openWorkspace(
  dir: string,
  { trashFolder = null, unfinishedFolder = null }: WorkspaceOptions = {},
): Promise<Workspace> {
  const real = await realFolder(dir);
  const root: Root = {
    real,
    ...(unfinishedFolder !== null && { unfinished: join(unfinishedFolder, workspaceKey(real)) }),
  };
  const problems = await finishWrites(root);
  const listeners = new Set<WorkspaceListener>();
  const rules = ignoreRules(root.real);
  const finder = fileFinder(root.real, rules);
  const huge = new HugeFiles(root);
  const writer = fileWriter(root);
  const uploads = new Uploads(root);
  const trash = new Trash({ root, folder: trashFolder });
  const batch = new ChangeBatch((paths) => {
    for (const listener of listeners) listener.onChange(paths);
  });
  const folders = folderWatch({ onChange, onTrouble });
  let trouble = problems.length > 0 ? problems.join(' ') : undefined;

  function onChange(path: string, isName: boolean): void {
    if (isName) finder.invalidate(path);
    batch.add(path);
  }

  function onTrouble(message: string): void {
    trouble = message;
    for (const listener of listeners) listener.onTrouble?.(message);
  }

  /** Watches a folder. This is called before reading, so that no change in between is missed. */
  async function follow(path: string): Promise<void> {
    const real = await realPathInside(root, path).catch(() => undefined);
    // A path that cannot be resolved cannot be read either, and reading reports why.
    if (real !== undefined) await folders.follow(path, real);
  }

  return {
    dir: root.real,
    list: async (text) => {
      const path = parsePath(text);
      await follow(path);
      return listFolder(root, { path, rules });
    },
    follow,
    read: async (text) => {
      const path = parsePath(text);
      await follow(parentOf(path));
      return readFile(root, path);
    },
    readPart: async (text, part) => {
      const path = parsePath(text);
      await follow(parentOf(path));
      return readPart(root, path, part);
    },
    rows: async (text, query, count) => {
      const path = parsePath(text);
      await follow(parentOf(path));
      return huge.rows(path, query, count);
    },
    bytes: (text, from) => huge.bytes(parsePath(text), from),
    write: async (text, bytes, { confirm, ...precondition }) => {
      const path = parsePath(text);
      if (path === '') throw notAFile(path);
      const saved = await writer({ path, bytes, precondition, confirmed: codesOf(confirm) });
      onChange(path, precondition.ifMatch === undefined);
      return saved;
    },
    uploads: {
      write: (...part) => uploads.write(...part),
      cancel: (id) => uploads.cancel(id),
      finish: async (id) => {
        const path = await uploads.finish(id);
        onChange(path, true);
        return path;
      },
    },
    beginUpload: (text, { confirm, replace }) =>
      uploads.begin({ path: parsePath(text), replace, confirmed: codesOf(confirm) }),
    createFolder: async (text, { confirm }) => {
      const path = parsePath(text);
      await createFolder(root, path, codesOf(confirm));
      onChange(path, true);
    },
    move: async (fromText, toText, { confirm }) => {
      const [from, to] = [parsePath(fromText, 'from'), parsePath(toText, 'to')];
      const moved = await moveEntry(root, { from, to, confirmed: codesOf(confirm) });
      onChange(from, true);
      onChange(to, true);
      return moved;
    },
    delete: async (text, { confirm }) => {
      const path = parsePath(text);
      const trashed = await trash.delete(path, codesOf(confirm));
      onChange(path, true);
      return trashed;
    },
    restore: async (id) => {
      const restored = await trash.restore(id);
      onChange(restored.path, true);
      return restored;
    },
    find: (query, limit = 50) => finder.find(query.slice(0, 200), Math.min(Math.max(1, limit | 0), 200)),
    search: ({ isWanted, ...pattern }, signal, onDisk) =>
      searchFiles(root, { all: () => finder.all(), pattern, isWanted, signal, onDisk }),
    watch: (listener) => {
      listeners.add(listener);
      if (trouble !== undefined) listener.onTrouble?.(trouble);
      return () => void listeners.delete(listener);
    },
    note: (text) => {
      const path = pathIn([root.real, resolve(dir)], resolve(root.real, text));
      if (path !== undefined) onChange(path, true);
    },
    close: () => {
      folders.close();
      uploads.close();
      batch.close();
      listeners.clear();
    },
  };
}

function codesOf(confirm = ''): ReadonlySet<string> {
  return new Set(confirm.split(/\s*,\s*/));
}

async function realFolder(dir: string): Promise<string> {
  const real = await realpath(dir).catch((error: Error) => {
    throw new Refusal(400, 'bad_workspace', `workspace: ${error.message}`);
  });
  if ((await stat(real)).isDirectory()) return real;
  throw new Refusal(400, 'bad_workspace', `workspace: ${JSON.stringify(dir)} is not a folder.`);
}

/** Returns the path relative to the first of `roots` that contains `absolute`. */
function pathIn(roots: string[], absolute: string): string | undefined {
  const root = roots.find((candidate) => isWithin(candidate, absolute));
  return root === undefined ? undefined : relative(root, absolute).split(sep).join('/');
}
