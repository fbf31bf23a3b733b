// Keeps the summaries of all sessions in a file beside the panel's state, so that the first list after a start reads no
// session that it knows. The file may be deleted at any time.
import { readFile } from 'node:fs/promises';
import { replaceWholeFile } from '../lib/replace-whole-file.ts';
import { turns } from '../lib/turns.ts';
import { exportSummaries, importSummaries, type StoredSummary } from './session-summary.ts';

/** Raised when the members of a summary change, so that older files are not used. */
const VERSION = 1;

export class SummaryIndex {
  readonly #file: string | null;
  readonly #onTrouble: (error: unknown) => void;
  #loading: Promise<void> | null = null;
  readonly #inTurn = turns();
  #saved = 0;

  constructor(file: string | null, onTrouble: (error: unknown) => void) {
    this.#file = file;
    this.#onTrouble = onTrouble;
  }

  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  /** Saves the summaries, if any has changed. Call this after the list was made. */
  async save(): Promise<void> {
    const { summaries, revision } = exportSummaries();
    if (this.#file === null || revision === this.#saved) return;
    this.#saved = revision;
    const [file, text] = [this.#file, JSON.stringify({ version: VERSION, summaries })];
    await this.#inTurn(() => replaceWholeFile(file, text)).catch(this.#onTrouble);
  }

  async #load(): Promise<void> {
    if (this.#file === null) return;
    try {
      const { version, summaries } = JSON.parse(await readFile(this.#file, 'utf8')) as {
        version: number;
        summaries: StoredSummary[];
      };
      if (version !== VERSION) return;
      importSummaries(summaries);
      this.#saved = exportSummaries().revision;
    } catch {
      // The file is new or damaged, so the sessions are read again, and the next save writes it.
    }
  }
}
