// Limits the work on one disk to two requests at a time, none of which waits forever. A disk that does not answer (a
// lost network, an unplugged stick) blocks a thread of this process for each request.
import { Refusal } from '../../shared/refusal.ts';

const LANES = 2;
const PATIENCE_MS = 10_000;

export class DiskLanes {
  readonly #patience: number;
  #busy = 0;
  readonly #queue: (() => void)[] = [];

  /** `patience` multiplies the time limit. */
  constructor(patience = 1) {
    this.#patience = PATIENCE_MS * patience;
  }

  /** Whether the disk has not answered yet. */
  get isBusy(): boolean {
    return this.#busy > 0;
  }

  /**
   * Runs `act` when it is its turn. Rejects with a Refusal 504 `disk_silent` if `act` has not finished within the time
   * limit, counted from this call. If it has not begun by then, it never will. `what` tells the user what failed.
   */
  async run<T>(what: string, act: () => Promise<T>): Promise<T> {
    const { promise: expired, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#leaveQueue(enter);
      const seconds = this.#patience / 1000;
      reject(new Refusal(504, 'disk_silent', `The disk has not answered for ${seconds} s: ${what}`));
    }, this.#patience);
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    this.#queue.push(enter);
    this.#next();
    try {
      await Promise.race([entered, expired]);
      return await Promise.race([this.#finish(act), expired]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #finish<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } finally {
      this.#busy -= 1;
      this.#next();
    }
  }

  #next(): void {
    if (this.#busy >= LANES) return;
    const enter = this.#queue.shift();
    if (!enter) return;
    this.#busy += 1;
    enter();
  }

  #leaveQueue(enter: () => void): void {
    const at = this.#queue.indexOf(enter);
    if (at >= 0) this.#queue.splice(at, 1);
  }
}
