// Edits that were not saved, kept by the browser over a reload, a crash or a restart of the server.
// One record for each file of each workspace; it is gone as soon as the file is saved or the edits are dropped.
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

const NAME = 'pi-panel';
const STORE = 'unsaved';
const LONGEST_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

export class UnsavedStore {
  #opening: Promise<IDBDatabase> | null = null;

  async get(workspace: string, path: string): Promise<UnsavedFile | undefined> {
    return this.#ask(
      'readonly',
      (store) => store.get([workspace, path]) as IDBRequest<UnsavedFile | undefined>,
    );
  }

  /** Rejects when the browser has no room, or keeps nothing at all (private windows). */
  async put(file: UnsavedFile): Promise<void> {
    await this.#ask('readwrite', (store) => store.put(file));
  }

  async delete(workspace: string, path: string): Promise<void> {
    await this.#ask('readwrite', (store) => store.delete([workspace, path]));
  }

  async paths(workspace: string): Promise<string[]> {
    const keys = await this.#ask('readonly', (store) =>
      store.getAllKeys(IDBKeyRange.bound([workspace], [workspace, []])),
    );
    return (keys as [string, string][]).map(([, path]) => path);
  }

  async #ask<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.#open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      // A write counts once the transaction is through: only then the quota has had its say.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser did not keep it'));
      // Without that it would wait for an answer to this page, and be undone when the page goes away first.
      if (mode === 'readwrite') transaction.commit();
    });
  }

  #open(): Promise<IDBDatabase> {
    this.#opening ??= open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }
}

async function open(): Promise<IDBDatabase> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: ['workspace', 'path'] }).createIndex('at', 'at');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });
  forgetOld(database);
  return database;
}

function forgetOld(database: IDBDatabase): void {
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  const old = store.index('at').openCursor(IDBKeyRange.upperBound(Date.now() - LONGEST_KEPT_MS));
  old.onsuccess = () => {
    old.result?.delete();
    old.result?.continue();
  };
}
