// Searches the stored sessions in a separate thread, which starts with the first search and keeps the index.
import { Worker } from 'node:worker_threads';
import type { SearchResults } from '../../../shared/searches.ts';
import type { SessionPlace } from '../agent-dir.ts';
import type { SearchReply, SearchTask } from './search-worker.ts';
import type { SearchQuery } from './search.ts';

type Waiting = PromiseWithResolvers<SearchResults>;

export class SessionSearch {
  readonly #folder: string;
  readonly #onTrouble: (error: unknown) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #count = 0;

  /** `folder`: of the index. */
  constructor(folder: string, onTrouble: (error: unknown) => void) {
    this.#folder = folder;
    this.#onTrouble = onTrouble;
  }

  /** Brings the index up to date afterwards. */
  async search({ signal, ...query }: SearchQuery): Promise<SearchResults> {
    const id = ++this.#count;
    const waiting: Waiting = Promise.withResolvers();
    this.#waiting.set(id, waiting);
    const onAbort = (): void => this.#post({ abort: id });
    this.#post({ search: id, query });
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort);
    try {
      return await waiting.promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#waiting.delete(id);
      // Not after the end.
      if (this.#worker) this.refresh(query);
    }
  }

  /** Brings the index up to date in the background. */
  refresh({ agentDir, sessionDir }: SessionPlace): void {
    this.#post({ refresh: { agentDir, ...(sessionDir && { sessionDir }) } });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #post(task: SearchTask): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(task);
  }

  #start(): Worker {
    const worker = new Worker(new URL('search-worker.ts', import.meta.url), { workerData: this.#folder });
    worker.on('message', (reply: SearchReply) => this.#onReply(reply));
    worker.on('error', (error) => this.#onTrouble(error));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(new Error('The search has ended early.'));
    });
    worker.unref();
    return worker;
  }

  #onReply(reply: SearchReply): void {
    const waiting = this.#waiting.get(reply.search);
    if ('results' in reply) return waiting?.resolve(reply.results);
    const error = new Error(reply.error);
    if (waiting) waiting.reject(error);
    else this.#onTrouble(error);
  }
}
