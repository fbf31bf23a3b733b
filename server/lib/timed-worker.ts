// A thread that answers one message at a time, and is terminated if an answer takes too long. For work that could
// otherwise block the server, such as a regular expression from the user.
import { once } from 'node:events';
import type { MessagePort, Worker } from 'node:worker_threads';
import { startThread } from './thread.ts';

export class WorkerTimeout extends Error {
  override name = 'WorkerTimeout';
}

export class TimedWorker<Request, Reply> {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #maxMs: number;
  readonly #online: Promise<unknown>;
  /** Never resolves; rejects with the error that has ended the module. */
  readonly #failed: Promise<never>;

  /** `data` is what the module at `url` gets from `insideThread`. */
  constructor(url: URL, { data, maxMs }: { data: unknown; maxMs: number }) {
    const { worker, port } = startThread(url, data);
    this.#worker = worker;
    this.#port = port;
    this.#maxMs = maxMs;
    this.#online = once(worker, 'online');
    this.#failed = new Promise((_, reject) => void worker.once('error', reject));
    // Every call of `ask` rejects with this error.
    for (const promise of [this.#online, this.#failed]) promise.catch(() => undefined);
  }

  /**
   * Resolves to the answer. Rejects with WorkerTimeout, or with the error of the module. Ask again only after the answer.
   */
  async ask(request: Request): Promise<Reply> {
    await this.#online;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.#maxMs);
    try {
      const answer = once(this.#port, 'message', { signal: timeout.signal });
      this.#port.postMessage(request);
      return ((await Promise.race([answer, this.#failed])) as [Reply])[0];
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
