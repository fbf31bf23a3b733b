// The way to one disk: a few at a time, and an end to every wait. A disk that does not answer (a network that is gone,
// a stick that was pulled) holds a thread of this process for each thing that it was asked; so it is asked few things,
// and whoever waits is told.
import { Refusal } from '../../shared/refusal.ts';

const LANES = 2;
/** In ms. */
const PATIENCE_MS = 10_000;

export class DiskLanes {
  readonly #patience: number;
  #busy = 0;
  readonly #queue: (() => void)[] = [];

  /** `patience`: a factor on how long is waited. */
  constructor(patience = 1) {
    this.#patience = PATIENCE_MS * patience;
  }

  /** Something that was asked is not answered yet. */
  get isBusy(): boolean {
    return this.#busy > 0;
  }

  /**
   * What `act` gives. Rejects with a Refusal 504 `disk_silent` when that takes longer than the patience, which counts
   * from the call; what was not begun by then never is. `what` is at stake, for a person.
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
