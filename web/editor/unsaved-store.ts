// Edits that were not saved, kept by the browser over a reload, a crash or a restart of the server.
// One record for each file of each workspace; it is gone as soon as the file is saved or the edits are dropped.
import { RecordStore } from '../lib/record-store.ts';
import type { Version } from './file-state.ts';

export interface UnsavedFile {
  workspace: string;
  path: string;
  text: string;
  /** What the edits were made to. */
  base: Version;
  /** ms since 1970 */
  at: number;
}

export class UnsavedStore {
  readonly #records = new RecordStore<UnsavedFile>({
    database: 'pi-panel',
    store: 'unsaved',
    keyPath: ['workspace', 'path'],
  });

  get(workspace: string, path: string): Promise<UnsavedFile | undefined> {
    return this.#records.get([workspace, path]);
  }

  /** Rejects when the browser has no room, or keeps nothing at all (private windows). */
  put(file: UnsavedFile): Promise<void> {
    return this.#records.put(file);
  }

  delete(workspace: string, path: string): Promise<void> {
    return this.#records.delete([workspace, path]);
  }

  async paths(workspace: string): Promise<string[]> {
    const keys = await this.#records.keys(IDBKeyRange.bound([workspace], [workspace, []]));
    return (keys as [string, string][]).map(([, path]) => path);
  }
}
