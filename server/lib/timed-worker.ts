// A thread that answers one message at a time, and is terminated if an answer takes too long. For work that could
// otherwise block the server, such as a regular expression from the user.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export class WorkerTimeout extends Error {
  override name = 'WorkerTimeout';
}

export class TimedWorker<Request, Reply> {
  readonly #worker: Worker;
  readonly #maxMs: number;
  readonly #online: Promise<unknown>;

  /** `data` is the `workerData` of the module at `url`. */
  constructor(url: URL, { data, maxMs }: { data: unknown; maxMs: number }) {
    this.#worker = new Worker(url, { workerData: data });
    this.#maxMs = maxMs;
    this.#online = once(this.#worker, 'online');
    // Every call of `ask` rejects with this error.
    this.#online.catch(() => undefined);
  }

  /**
   * Resolves to the answer. Rejects with WorkerTimeout, or with the error of the module. Ask again only after the answer.
   */
  async ask(request: Request): Promise<Reply> {
    await this.#online;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.#maxMs);
    try {
      const answer = once(this.#worker, 'message', { signal: timeout.signal });
      this.#worker.postMessage(request);
      return ((await answer) as [Reply])[0];
    } catch (error) {
      throw timeout.signal.aborted ? new WorkerTimeout() : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Idempotent. */
  close(): void {
    void this.#worker.terminate();
  }
}
