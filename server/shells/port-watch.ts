// Finds the ports on which programs below the shells listen, while a page shows the shells and something runs in one.
import type { Shell } from './shell.ts';

/** In ms. */
const EVERY_MS = 2000;

export interface PortWatchOptions {
  shells: () => readonly Shell[];
  isShown: () => boolean;
  onTrouble: (error: unknown) => void;
}

export class PortWatch {
  readonly #options: PortWatchOptions;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;

  constructor(options: PortWatchOptions) {
    this.#options = options;
  }

  /** Call this when a page begins to show the shells, and when a command begins. */
  start(): void {
    if (this.#timer || this.#isClosed || !this.#isNeeded) return;
    this.#timer = setTimeout(() => void this.#look().catch(this.#options.onTrouble), EVERY_MS).unref();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** A port that is known may have been closed. */
  get #isNeeded(): boolean {
    const { shells, isShown } = this.#options;
    return isShown() && shells().some(({ isWorking, ports }) => isWorking || ports.list.length > 0);
  }

  async #look(): Promise<void> {
    try {
      for (const shell of this.#options.shells()) await shell.ports.find();
    } finally {
      this.#timer = null;
      this.start();
    }
  }
}
