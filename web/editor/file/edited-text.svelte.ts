// The text of an open file and its relation to the version on disk: whether the user edited it, whether both sides
// differ, and a merge of both, which the user can undo in the editor. It makes no requests.
import { Resolution } from '../../ui/conflicts/resolution.svelte.ts';
import {
  keepMine,
  mergeSidesOf,
  takeMerged,
  takeTheirs,
  updateFromDisk,
  updateFromSave,
  type FileState,
  type Step,
  type Version,
} from './file-state.ts';
import { LiveText, type EditBuffer } from './live-text.svelte.ts';

/** The state to restore when the user undoes a merge in the editor. */
interface BeforeMerge {
  state: FileState;
  version: number;
  /** The version that counted as saved. */
  clean: number;
}

export class EditedText {
  /** Null until the file is open. */
  #state = $state.raw<FileState | null>(null);
  #beforeMerge: BeforeMerge | null = null;
  readonly #live = new LiveText();

  get state(): FileState | null {
    return this.#state;
  }

  get isDirty(): boolean {
    return this.#state?.isDirty ?? false;
  }

  /** The text and the version that it is based on, if the user has edited it. */
  get unsaved(): { text: string; base: Version } | null {
    return this.#state?.isDirty ? { text: this.value, base: this.#state.base } : null;
  }

  /** The version on disk, while the user must decide between it and the buffer. */
  get theirs(): Version | null {
    const other = this.#state?.other;
    return other && other !== 'deleted' ? other : null;
  }

  get value(): string {
    return this.#live.value;
  }

  get buffer(): EditBuffer | null {
    return this.#live.buffer;
  }

  /** The version of the buffer. Undo in the editor returns to an earlier one. */
  get version(): number {
    return this.#live.version;
  }

  /** Shows edits of `base` that were not saved. */
  restore(text: string, base: Version): void {
    this.#live.replace(text);
    this.#state = { base, isDirty: true, other: null };
  }

  /** Creates the buffer in which the text is edited from now on. Its undo history begins with the saved text. */
  attach(create: (text: string) => EditBuffer): void {
    if (this.#state) this.#live.attach(create, this.isDirty ? this.#state.base.text : this.value);
  }

  /** Replaces the text, which the user can undo. */
  edit(text: string): void {
    if (!this.#state) return;
    this.#live.replace(text);
    this.#state = { ...this.#state, isDirty: text !== this.#state.base.text };
  }

  /** Applies what the user typed before there was a buffer. Returns whether there was none. */
  editEarly(text: string): boolean {
    if (!this.#state || this.buffer) return false;
    this.edit(text);
    return true;
  }

  /** Returns whether the user has changed the buffer, and not `apply`. */
  onEdit(): boolean {
    if (!this.#state || this.#live.isReplacing) return false;
    if (this.#beforeMerge?.version === this.version) this.#undoMerge(this.#beforeMerge);
    const isDirty = !this.#live.isClean;
    if (isDirty !== this.#state.isDirty) this.#state = { ...this.#state, isDirty };
    return true;
  }

  /** Must be called with every version that was read from disk. */
  onRead(found: Version): void {
    if (this.#state) this.#apply(updateFromDisk(this.#state, found, () => this.value));
    else this.#apply({ state: { base: found, isDirty: false, other: null }, text: found.text });
  }

  onDeleted(): void {
    if (this.#state) this.#apply(updateFromDisk(this.#state, 'deleted', () => this.value));
  }

  /** Must be called when `saved`, the buffer at `version`, was written to disk. */
  onSaved(saved: Version, version: number): void {
    this.#live.markClean(version);
    this.#beforeMerge = null;
    this.#state = updateFromSave(saved, () => this.value);
  }

  /** Returns the merge of the two sides of a conflict; null if there is none. Lines that both edited are to be chosen. */
  resolve(): Resolution | null {
    const parts = this.#state && mergeSidesOf(this.#state, this.value);
    return parts && new Resolution(parts);
  }

  /**
   * Ends a conflict with the edits of both sides in the buffer, which can be undone and is not saved yet. Does nothing
   * if a choice is missing, or was about other texts.
   */
  merge(resolution: Resolution): void {
    const now = this.resolve();
    const isSame = JSON.stringify(now?.parts) === JSON.stringify(resolution.parts);
    const chosen = isSame ? resolution : now;
    if (!this.#state || !chosen || chosen.left > 0) return;
    const before = { state: this.#state, version: this.version, clean: this.#live.cleanVersion };
    this.#apply(takeMerged(this.#state, chosen.text));
    if (!this.isDirty) return;
    this.#beforeMerge = before;
    this.#live.markDirty();
  }

  keepMine(): void {
    if (this.#state) this.#state = keepMine(this.#state);
  }

  takeTheirs(): void {
    if (this.#state) this.#apply(takeTheirs(this.#state));
  }

  /** Closes the file. Its text is not shown any longer. */
  close(): void {
    this.dispose();
    this.#state = null;
  }

  /** Releases the buffer, but keeps the state. */
  dispose(): void {
    this.#live.dispose();
  }

  /** Brings a conflict back whose merge was undone in the editor, so that a save does not overwrite theirs. */
  #undoMerge({ state, clean }: BeforeMerge): void {
    this.#beforeMerge = null;
    this.#state = state;
    this.#live.markClean(clean);
  }

  #apply({ state, text }: Step): void {
    this.#beforeMerge = null;
    this.#state = state;
    if (text !== undefined) this.#live.replace(text);
    if (!state.isDirty) this.#live.markClean();
  }
}
