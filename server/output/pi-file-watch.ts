// Sees that pi makes a file for the output of a run. pi names it only with its next update, up to 100 ms later (0.73.1
// to 1.5.2), and until then shows nothing of what it writes there.
import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { isNamedAsPis } from './pi-file.ts';

/** Where so much else happens in the folder, looking at it costs more than it brings. */
const MAX_FOREIGN = 1000;
/** Changes of one file that are told: it is empty at the first. */
const MAX_TOLD = 20;

interface WatchOptions {
  folder: string;
  /** A file was made there, or grew, that has the name of one of pi's. */
  onFile: (path: string) => void;
}

export class PiFileWatch {
  readonly #options: WatchOptions;
  #watcher: FSWatcher | undefined;
  #foreign = 0;
  readonly #told = new Map<string, number>();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** From now on; nothing happens where the system has no watch to give. */
  start(): void {
    this.#foreign = 0;
    if (this.#watcher) return;
    try {
      this.#watcher = watch(this.#options.folder, { persistent: false }, (_event, name) => this.#see(name));
      this.#watcher.on('error', () => this.stop());
    } catch {
      // pi will say it.
    }
  }

  stop(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    this.#told.clear();
  }

  #see(name: string | null): void {
    if (name === null || !isNamedAsPis(name)) {
      this.#foreign += 1;
      if (this.#foreign > MAX_FOREIGN) this.stop();
      return;
    }
    const told = this.#told.get(name) ?? 0;
    if (told >= MAX_TOLD) return;
    this.#told.set(name, told + 1);
    this.#options.onFile(join(this.#options.folder, name));
  }
}
