// The texts that the user has typed into conflict editors and has not saved. They outlast the editor and, in this tab,
// a reload of the page.
import { asObject, isText, Persisted } from '../../lib/storage/persisted.ts';

/** Texts with "\n" line endings. */
export interface ConflictDraft {
  /** The text that the user edited. */
  base: string;
  text: string;
}

export class ConflictDrafts {
  readonly #window: EventTarget;
  /** The drafts for which the browser has no room, by key. Leaving the page asks first, because it would lose them. */
  readonly #unstored = new Map<string, ConflictDraft>();

  constructor(window: EventTarget) {
    this.#window = window;
  }

  /** Returns the draft for the file at this absolute path. */
  get(file: string): ConflictDraft | null {
    return this.#unstored.get(file) ?? storedFor(file).get();
  }

  /** Null removes the draft. */
  set(file: string, draft: ConflictDraft | null): void {
    this.#unstored.delete(file);
    if (!storedFor(file).set(draft) && draft) this.#unstored.set(file, draft);
    if (this.#unstored.size > 0) this.#window.addEventListener('beforeunload', askFirst);
    else this.#window.removeEventListener('beforeunload', askFirst);
  }
}

export const conflictDrafts = new ConflictDrafts(globalThis);

function askFirst(event: Event): void {
  event.preventDefault();
}

function storedFor(file: string): Persisted<ConflictDraft | null> {
  return new Persisted({ area: 'tab', key: `pi-panel.conflict.${file}`, parse });
}

function parse(stored: unknown): ConflictDraft | null {
  const { base, text } = asObject(stored);
  return isText(base) && isText(text) ? { base, text } : null;
}
