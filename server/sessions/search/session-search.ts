// Searches the stored sessions and adds up their usage in a separate thread, which starts with the first question and
// keeps the indexes.
import type { SearchResults } from '../../../shared/searches.ts';
import type { Usage } from '../../../shared/usage.ts';
import { startThread } from '../../lib/thread.ts';
import type { SessionPlace } from '../agent-dir.ts';
import type { UsageQuery } from '../usage/usage-index.ts';
import type { SearchReply, SearchTask } from './search-worker.ts';
import type { SearchQuery } from './search.ts';

type Answer = SearchResults | Usage;
type Waiting = PromiseWithResolvers<Answer>;

export class SessionSearch {
  readonly #folder: string;
  readonly #onTrouble: (error: unknown) => void;
  readonly #waiting = new Map<number, Waiting>();
  #thread: ReturnType<typeof startThread> | null = null;
  #count = 0;

  /** `folder`: the folder of the index. */
  constructor(folder: string, onTrouble: (error: unknown) => void) {
    this.#folder = folder;
    this.#onTrouble = onTrouble;
  }

  /** Searches, and brings the index up to date afterwards. */
  async search({ signal, ...query }: SearchQuery): Promise<SearchResults> {
    const id = ++this.#count;
    const waiting: Waiting = Promise.withResolvers();
    this.#waiting.set(id, waiting);
    const onAbort = (): void => this.#post({ abort: id });
    this.#post({ search: id, query });
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort);
    try {
      return (await waiting.promise) as SearchResults;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#waiting.delete(id);
      // After `close`, which ends the worker, nothing is indexed.
      if (this.#thread) this.refresh(query);
    }
  }

  /** Returns usage by day, oldest first. */
  async usage({ agentDir, sessionDir }: SessionPlace, query: UsageQuery): Promise<Usage> {
    const id = ++this.#count;
    const waiting: Waiting = Promise.withResolvers();
    this.#waiting.set(id, waiting);
    this.#post({ usage: id, place: { agentDir, ...(sessionDir && { sessionDir }) }, query });
    try {
      return (await waiting.promise) as Usage;
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Brings the index up to date in the background. */
  refresh({ agentDir, sessionDir }: SessionPlace): void {
    this.#post({ refresh: { agentDir, ...(sessionDir && { sessionDir }) } });
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.worker.terminate();
  }

  #post(task: SearchTask): void {
    this.#thread ??= this.#start();
    this.#thread.port.postMessage(task);
  }

  #start(): ReturnType<typeof startThread> {
    const thread = startThread(new URL('search-worker.ts', import.meta.url), this.#folder);
    const { worker, port } = thread;
    port.on('message', (reply: SearchReply) => this.#onReply(reply));
    worker.on('error', (error) => this.#onTrouble(error));
    worker.on('exit', () => {
      if (this.#thread === thread) this.#thread = null;
      for (const { reject } of this.#waiting.values()) reject(new Error('The search has ended early.'));
    });
    for (const each of [worker, port]) each.unref();
    return thread;
  }

  #onReply(reply: SearchReply): void {
    if ('sum' in reply) return this.#waiting.get(reply.usage)?.resolve(reply.sum);
    const waiting = this.#waiting.get(reply.search);
    if ('results' in reply) return waiting?.resolve(reply.results);
    const error = new Error(reply.error);
    if (waiting) waiting.reject(error);
    else this.#onTrouble(error);
  }
}
