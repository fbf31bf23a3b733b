// Records in the browser's IndexedDB. Unlike localStorage, a write is on the disk once it is confirmed, so records
// survive a crash of the browser. Records older than 90 days are deleted.

const LONGEST_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

export interface RecordStoreOptions {
  database: string;
  store: string;
  keyPath: string | string[];
}

/** `at`: ms since 1970. */
export class RecordStore<T extends { at: number }> {
  readonly #options: RecordStoreOptions;
  #opening: Promise<IDBDatabase> | null = null;

  constructor(options: RecordStoreOptions) {
    this.#options = options;
  }

  get(key: IDBValidKey): Promise<T | undefined> {
    return this.#ask('readonly', (store) => store.get(key) as IDBRequest<T | undefined>);
  }

  /** Rejects if the browser has no room, or stores nothing at all (private windows). */
  async put(record: T): Promise<void> {
    await this.#ask('readwrite', (store) => store.put(record));
  }

  async delete(key: IDBValidKey): Promise<void> {
    await this.#ask('readwrite', (store) => store.delete(key));
  }

  keys(range: IDBKeyRange): Promise<IDBValidKey[]> {
    return this.#ask('readonly', (store) => store.getAllKeys(range));
  }

  async #ask<R>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
    const database = await this.#open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(this.#options.store, mode);
      const request = ask(transaction.objectStore(this.#options.store));
      // The quota is checked when the transaction completes, not when the request succeeds.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser did not store it'));
      // Without a commit, the transaction is aborted if the page is closed before the request succeeds.
      if (mode === 'readwrite') transaction.commit();
    });
  }

  #open(): Promise<IDBDatabase> {
    this.#opening ??= open(this.#options).catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }
}

async function open({ database: name, store, keyPath }: RecordStoreOptions): Promise<IDBDatabase> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(store, { keyPath }).createIndex('at', 'at');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser stores nothing'));
  });
  forgetOld(database.transaction(store, 'readwrite').objectStore(store));
  return database;
}

function forgetOld(store: IDBObjectStore): void {
  const old = store.index('at').openCursor(IDBKeyRange.upperBound(Date.now() - LONGEST_KEPT_MS));
  old.onsuccess = () => {
    old.result?.delete();
    old.result?.continue();
  };
}
