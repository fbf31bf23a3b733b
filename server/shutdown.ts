// The end of a panel: in order at the first signal, at once at a later one.

import { endReadingGits } from './git/git-process.ts';

/**
 * Signals that follow the first one within this time are copies of it. A terminal sends Ctrl+C to each of its processes,
 * and some of them (npm, `node --watch`) send it to their children once more.
 */
const SAME_PRESS_MS = 2000;

export class Shutdown {
  /** Whether a thread is blocked, on a lost disk for example. */
  isStuck: () => boolean = () => false;
  readonly #onBug: (error: unknown) => void;
  readonly #parts: (() => Promise<void>)[] = [];
  #beganAt: number | null = null;

  constructor(onBug: (error: unknown) => void) {
    this.#onBug = onBug;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.begin());
  }

  /** `close` is called at the end, before those that were added earlier. */
  add(close: () => Promise<void>): void {
    this.#parts.push(close);
  }

  /** Makes a part and adds its `close`. Never resolves if the end begins before that, so that the start goes no further. */
  async own<T extends { close: () => Promise<void> }>(make: () => Promise<T>): Promise<T> {
    const never = new Promise<never>(() => undefined);
    if (this.#beganAt !== null) return never;
    const making = make();
    this.add(async () => {
      // The caller learns why it could not be made.
      const part = await making.catch(() => null);
      await part?.close();
    });
    const part = await making;
    return this.#beganAt === null ? part : never;
  }

  /** Ends the panel and exits. Does nothing if this has just begun; exits at once if it began some time ago. */
  begin(): void {
    if (this.#beganAt !== null) {
      if (performance.now() - this.#beganAt >= SAME_PRESS_MS) this.#leave(1);
      return;
    }
    this.#beganAt = performance.now();
    this.close().then(
      () => this.#leave(0),
      (error: unknown) => {
        this.#onBug(error);
        this.#leave(1);
      },
    );
  }

  /** Closes all parts, the newest first. Rejects afterwards if one of them could not be closed. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of this.#parts.splice(0).reverse()) await close().catch((error) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }

  /**
   * Exits. Before that, Node waits for all its threads, even for one that is blocked on a lost disk. Only a kill helps
   * then.
   */
  #leave(code: number): never {
    if (this.isStuck()) {
      endReadingGits();
      process.kill(process.pid, 'SIGKILL');
    }
    process.exit(code);
  }
}
