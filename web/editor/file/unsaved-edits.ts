// The browser stores unsaved edits so that they survive a reload, a crash or a restart of the server. There is one
// record for each file of each workspace, which is removed once the file is saved or its edits are discarded.
import { errorText } from '../../../shared/error-text.ts';
import { t } from '../../language/text.ts';
import { RecordStore } from '../../lib/storage/record-store.ts';
import type { Version } from './file-state.ts';

export interface UnsavedFile {
  workspace: string;
  path: string;
  text: string;
  /** The version that was edited. */
  base: Version;
  /** When the edits were stored, in ms since 1970. */
  at: number;
}

/** Its methods reject if the browser has no room or stores nothing at all, as in private windows. */
export type UnsavedStore = Pick<RecordStore<UnsavedFile>, 'get' | 'put' | 'delete'>;

export const unsavedFiles = new RecordStore<UnsavedFile>({
  database: 'pi-panel',
  store: 'unsaved',
  keyPath: ['workspace', 'path'],
});

/** Returns the paths of the files in a workspace that have unsaved edits. */
export async function unsavedPaths(workspace: string): Promise<string[]> {
  const keys = await unsavedFiles.keys(IDBKeyRange.bound([workspace], [workspace, []]));
  return (keys as [string, string][]).map(([, path]) => path);
}

export interface UnsavedEditsOptions {
  workspace: string;
  path: string;
  store: UnsavedStore;
  /** Returns the current edits, or null if there are none. */
  current: () => Pick<UnsavedFile, 'text' | 'base'> | null;
  /** Called if the edits could not be stored. */
  onFailure: (message: string) => void;
}

const STORE_AFTER_MS = 400;

/** Stores the edits of one open file. */
export class UnsavedEdits {
  readonly #options: UnsavedEditsOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Writes to the store that have not finished. */
  #writes = 0;

  constructor(options: UnsavedEditsOptions) {
    this.#options = options;
  }

  /** Whether edits would be lost if the page were closed now. */
  get isPending(): boolean {
    return this.#timer !== undefined || this.#writes > 0;
  }

  /** Returns the edits that were stored before a reload. */
  load(): Promise<UnsavedFile | undefined> {
    const { store, workspace, path } = this.#options;
    return store.get([workspace, path]).catch(() => undefined);
  }

  /** Stores the edits after a moment without further edits. */
  storeSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.store(), STORE_AFTER_MS);
  }

  /** Stores the edits now, or removes the stored ones when no edits are left. */
  async store(): Promise<void> {
    this.#cancelTimer();
    const { store, workspace, path, current, onFailure } = this.#options;
    const edits = current();
    this.#writes += 1;
    try {
      if (edits) await store.put({ workspace, path, ...edits, at: Date.now() });
      else await store.delete([workspace, path]);
    } catch (error) {
      onFailure(t('A reload would lose these edits: {reason}. Save them.', { reason: errorText(error) }));
    } finally {
      this.#writes -= 1;
    }
  }

  /** Removes the stored edits for good. */
  async discard(): Promise<void> {
    this.#cancelTimer();
    const { store, workspace, path } = this.#options;
    await store.delete([workspace, path]).catch(() => undefined);
  }

  #cancelTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
