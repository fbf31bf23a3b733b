// Notices when pi creates a file for the output of a run. pi names the file only in its next update, up to 100 ms later
// (in pi 0.73.1 to 1.5.2), and sends none of its content before that.
import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { isPiFileName } from './pi-file.ts';

/** After this many changes to other files, watching the folder costs more than it gains. */
const MAX_FOREIGN = 1000;
/** The number of changes reported for each file. At the first one, the file is still empty. */
const MAX_REPORTS = 20;

interface WatchOptions {
  folder: string;
  /** Called when a file with one of pi's names was created in the folder or has grown. */
  onFile: (path: string) => void;
}

export class PiFileWatch {
  readonly #options: WatchOptions;
  #watcher: FSWatcher | undefined;
  #foreign = 0;
  readonly #reports = new Map<string, number>();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Does nothing if the system cannot watch the folder. */
  start(): void {
    this.#foreign = 0;
    if (this.#watcher) return;
    try {
      this.#watcher = watch(this.#options.folder, { persistent: false }, (_event, name) =>
        this.#onChange(name),
      );
      this.#watcher.on('error', () => this.stop());
    } catch {
      // Without a watch, pi still names the file in its next update.
    }
  }

  stop(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    this.#reports.clear();
  }

  #onChange(name: string | null): void {
    if (name === null || !isPiFileName(name)) {
      this.#foreign += 1;
      if (this.#foreign > MAX_FOREIGN) this.stop();
      return;
    }
    const reports = this.#reports.get(name) ?? 0;
    if (reports >= MAX_REPORTS) return;
    this.#reports.set(name, reports + 1);
    this.#options.onFile(join(this.#options.folder, name));
  }
}
