// The text of an open file: a plain string until an editor shows it, then the editor's buffer. It knows which version
// of the text is saved, but nothing about the disk.

/** The editor's buffer. Different texts have different versions, and undo returns to an earlier version. */
export interface EditBuffer {
  text: () => string;
  version: () => number;
  /** Replaces the text. The user can undo that, and cursors in unchanged lines stay where they are. */
  replace: (text: string) => void;
  dispose: () => void;
}

/** No buffer ever has this version. */
const NO_VERSION = -1;
/** Stands for an unknown clean version. No text has it, not even one without a buffer. */
const UNKNOWN = -2;

export class LiveText {
  #plain = $state.raw('');
  #buffer = $state.raw<EditBuffer | null>(null);
  #cleanVersion = NO_VERSION;
  #isReplacing = false;

  get buffer(): EditBuffer | null {
    return this.#buffer;
  }

  get value(): string {
    // The state is always read. Otherwise views would not update when `replace` changes the text of the buffer.
    const plain = this.#plain;
    return this.#buffer ? this.#buffer.text() : plain;
  }

  get version(): number {
    return this.#buffer?.version() ?? NO_VERSION;
  }

  /** Whether the buffer is at the saved version. */
  get isClean(): boolean {
    return this.version === this.#cleanVersion;
  }

  /** Whether `replace` is running, so that the edits that the buffer reports are not the user's. */
  get isReplacing(): boolean {
    return this.#isReplacing;
  }

  /**
   * Creates the buffer with the text `saved`. If the current text differs, it is applied as an edit, which can be
   * undone.
   */
  attach(create: (text: string) => EditBuffer, saved: string): void {
    if (this.#buffer) return;
    const buffer = create(saved);
    this.#buffer = buffer;
    this.markClean();
    if (this.#plain !== saved) this.replace(this.#plain);
  }

  replace(text: string): void {
    this.#plain = text;
    this.#isReplacing = true;
    this.#buffer?.replace(text);
    this.#isReplacing = false;
  }

  get cleanVersion(): number {
    return this.#cleanVersion;
  }

  /** From now on, no version counts as saved. */
  markDirty(): void {
    this.#cleanVersion = UNKNOWN;
  }

  /** Marks `version`, by default the current one, as saved. */
  markClean(version: number = this.version): void {
    this.#cleanVersion = version;
  }

  dispose(): void {
    this.#buffer?.dispose();
    this.#buffer = null;
  }
}
