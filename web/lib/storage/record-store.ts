// Stores records in the browser's IndexedDB. Unlike with localStorage, a confirmed write is on the disk, so records
// survive a crash of the browser. Records older than 90 days are deleted.

const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000;

export interface RecordStoreOptions {
  database: string;
  store: string;
  keyPath: string | string[];
}

/** `at` is the time of the record, in ms since 1970. */
export class RecordStore<T extends { at: number }> {
  readonly #options: RecordStoreOptions;
  #opening: Promise<IDBDatabase> | null = null;

  constructor(options: RecordStoreOptions) {
    this.#options = options;
  }

  get(key: IDBValidKey): Promise<T | undefined> {
    return this.#run('readonly', (store) => store.get(key) as IDBRequest<T | undefined>);
  }

  /** Stores a record. Rejects if the browser has no room, or stores nothing at all (private windows). */
  async put(record: T): Promise<void> {
    await this.#run('readwrite', (store) => store.put(record));
  }

  async delete(key: IDBValidKey): Promise<void> {
    await this.#run('readwrite', (store) => store.delete(key));
  }

  keys(range: IDBKeyRange): Promise<IDBValidKey[]> {
    return this.#run('readonly', (store) => store.getAllKeys(range));
  }

  async #run<R>(mode: IDBTransactionMode, start: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
    const database = await this.#open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(this.#options.store, mode);
      const request = start(transaction.objectStore(this.#options.store));
      // The quota is checked when the transaction completes, not when the request succeeds.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () =>
        reject(transaction.error ?? new Error('the browser did not store the record'));
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
    request.onerror = () => reject(request.error ?? new Error('the browser cannot open its database'));
  });
  deleteOld(database.transaction(store, 'readwrite').objectStore(store));
  return database;
}

function deleteOld(store: IDBObjectStore): void {
  const request = store.index('at').openCursor(IDBKeyRange.upperBound(Date.now() - MAX_AGE_MS));
  request.onsuccess = () => {
    request.result?.delete();
    request.result?.continue();
  };
}
