// The folder that an agent works in, as the page may see and touch it: text files below 10 MiB, nothing
// outside. It knows no HTTP; what it refuses, it throws as a Refusal.
import { realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type { FolderListing } from '../../shared/wire.ts';
import { changeBatch } from './change-batch.ts';
import { notAFile } from './disk-error.ts';
import { fileFinder } from './find-files.ts';
import { folderWatch } from './folder-watch.ts';
import { ignoreRules } from './ignore-rules.ts';
import type { Root } from './inside.ts';
import { isWithin, realPathInside } from './inside.ts';
import { listFolder } from './list-folder.ts';
import type { Precondition } from './precondition.ts';
import type { FileContent } from './read-file.ts';
import { readFile } from './read-file.ts';
import { parentOf, parsePath } from './workspace-path.ts';
import { fileWriter } from './write-file.ts';

export interface Workspace {
  /** The folder's absolute path, without links. */
  readonly dir: string;
  /** One folder, '' for the workspace itself; it is watched from then on. */
  list: (path: string) => Promise<FolderListing>;
  /** A text file with its etag; its folder is watched from then on. */
  read: (path: string) => Promise<FileContent>;
  /** Saves a file under a precondition and gives its new etag. */
  write: (path: string, bytes: Uint8Array, terms: SaveTerms) => Promise<{ etag: string }>;
  /** Paths of files that match, the best first; at most 200. */
  find: (query: string, limit?: number) => Promise<string[]>;
  /** Tells of changes until the function that it gives is called. */
  watch: (listener: WorkspaceListener) => () => void;
  /** Somebody who should know has changed the file at `path`: absolute, or relative to the workspace. */
  note: (path: string) => void;
  /** Ends all watching. */
  close: () => void;
}

export interface SaveTerms extends Precondition {
  /** Codes of refusals that the person has read and saves all the same, joined by commas: `runs_code`, `hardlinked`. */
  confirm?: string | undefined;
}

export interface WorkspaceListener {
  /** Files and folders that may have changed, come or gone; [''] when it could be anything. */
  onChange: (paths: string[]) => void;
  /** A sentence for people, once: changes are noticed late from now on, and why. */
  onTrouble?: (message: string) => void;
}

/** Opens the folder `dir`. Refusal 400 `bad_workspace` when it is none that we may enter. */
export async function openWorkspace(dir: string): Promise<Workspace> {
  const root: Root = { real: await realFolder(dir) };
  const listeners = new Set<WorkspaceListener>();
  const rules = ignoreRules(root.real);
  const finder = fileFinder(root.real, rules);
  const writer = fileWriter(root);
  const batch = changeBatch((paths) => {
    for (const { onChange } of listeners) onChange(paths);
  });
  const folders = folderWatch({ onChange: changed, onTrouble: tellTrouble });
  let trouble: string | undefined;

  function changed(path: string, isName: boolean): void {
    if (isName) finder.invalidate();
    batch.add(path);
  }

  function tellTrouble(message: string): void {
    trouble = message;
    for (const { onTrouble } of listeners) onTrouble?.(message);
  }

  /** Before reading, so that what changes in between is told rather than missed. */
  async function follow(path: string): Promise<void> {
    const real = await realPathInside(root, path).catch(() => undefined);
    // What cannot be followed cannot be read either, and reading says why.
    if (real !== undefined) await folders.follow(path, real);
  }

  return {
    dir: root.real,
    list: async (text) => {
      const path = parsePath(text);
      await follow(path);
      return listFolder(root, { path, rules });
    },
    read: async (text) => {
      const path = parsePath(text);
      await follow(parentOf(path));
      return readFile(root, path);
    },
    write: async (text, bytes, { confirm = '', ...precondition }) => {
      const path = parsePath(text);
      if (path === '') throw notAFile(path);
      const saved = await writer({ path, bytes, precondition, confirmed: new Set(confirm.split(/\s*,\s*/)) });
      changed(path, precondition.ifMatch === undefined);
      return saved;
    },
    find: (query, limit = 50) => finder.find(query.slice(0, 200), Math.min(Math.max(1, limit | 0), 200)),
    watch: (listener) => {
      listeners.add(listener);
      if (trouble !== undefined) listener.onTrouble?.(trouble);
      return () => void listeners.delete(listener);
    },
    note: (text) => {
      const path = pathIn([root.real, resolve(dir)], resolve(root.real, text));
      if (path !== undefined) changed(path, true);
    },
    close: () => {
      folders.close();
      batch.close();
      listeners.clear();
    },
  };
}

async function realFolder(dir: string): Promise<string> {
  const real = await realpath(dir).catch((error: Error) => {
    throw new Refusal(400, 'bad_workspace', `workspace: ${error.message}`);
  });
  if ((await stat(real)).isDirectory()) return real;
  throw new Refusal(400, 'bad_workspace', `workspace: ${JSON.stringify(dir)} is no folder.`);
}

/** The relative path of `absolute` in the first of `roots` that it is in. */
function pathIn(roots: string[], absolute: string): string | undefined {
  const root = roots.find((candidate) => isWithin(candidate, absolute));
  return root === undefined ? undefined : relative(root, absolute).split(sep).join('/');
}
