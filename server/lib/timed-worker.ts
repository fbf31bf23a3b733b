// A thread that answers one message at a time, and is terminated if an answer takes too long. For work that could
// otherwise block the server, such as a regular expression from the user.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { MessagePort, Worker } from 'node:worker_threads';
import { startThread } from './thread.ts';

export class WorkerTimeout extends Error {
  override name = 'WorkerTimeout';
}

/** On a machine with so much to do that a thread computes for less than this part of the time, it gets no more time. */
const LEAST_SHARE = 0.1;

export class TimedWorker<Request, Reply> {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #maxMs: number;
  readonly #online: Promise<unknown>;
  /** Never resolves; rejects with the error that has ended the module. */
  readonly #failed: Promise<never>;

  /**
   * `data` is what the module at `url` gets from `insideThread`. An answer may take `maxMs` of computing, so that a busy
   * machine ends no thread that has hardly run, and ten times as long in all.
   */
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
    const answered = new AbortController();
    void this.#computed(answered.signal).then(
      () => timeout.abort(),
      () => undefined,
    );
    try {
      const answer = once(this.#port, 'message', { signal: timeout.signal });
      this.#port.postMessage(request);
      return ((await Promise.race([answer, this.#failed])) as [Reply])[0];
    } catch (error) {
      throw timeout.signal.aborted ? new WorkerTimeout() : error;
    } finally {
      answered.abort();
    }
  }

  /** Resolves once the thread has computed for `maxMs` from now on. Rejects once it has answered or ended. */
  async #computed(answered: AbortSignal): Promise<void> {
    const begin = performance.now();
    const before = await this.#worker.cpuUsage();
    for (let left = this.#maxMs; left > 0;) {
      await delay(left, undefined, { signal: answered });
      const { user, system } = await this.#worker.cpuUsage(before);
      const isStarved = (performance.now() - begin) * LEAST_SHARE < this.#maxMs;
      left = isStarved ? this.#maxMs - (user + system) / 1000 : 0;
    }
  }

  /** Idempotent. */
  close(): void {
    void this.#worker.terminate();
  }
}
