// The text of an open file while it is edited: a plain one until there is an editor, then the editor's buffer.
// It knows which version of itself is the saved one, and nothing of disks.

/** Where the text is edited. Versions differ whenever texts do; undoing leads back to an earlier one. */
export interface EditBuffer {
  text(): string;
  version(): number;
  /** Can be undone, and keeps cursors in lines that do not change. */
  replace(text: string): void;
  dispose(): void;
}

/** A version that no buffer ever has. */
const NO_VERSION = -1;

export class LiveText {
  #plain = $state.raw('');
  #buffer = $state.raw<EditBuffer | null>(null);
  #cleanVersion = NO_VERSION;
  #isReplacing = false;

  get buffer(): EditBuffer | null {
    return this.#buffer;
  }

  get value(): string {
    return this.#buffer ? this.#buffer.text() : this.#plain;
  }

  get version(): number {
    return this.#buffer?.version() ?? NO_VERSION;
  }

  /** Whether the buffer is back at the saved version. */
  get isClean(): boolean {
    return this.version === this.#cleanVersion;
  }

  /** True while `replace` is at work: what the buffer reports then is no edit of a person's. */
  get isReplacing(): boolean {
    return this.#isReplacing;
  }

  /** The buffer starts with `saved`; a text that differs from it is put in as an edit, so that it can be undone. */
  attach(make: (text: string) => EditBuffer, saved: string): void {
    if (this.#buffer) return;
    const buffer = make(saved);
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

  /** This version, by default the one now, is the saved one. */
  markClean(version: number = this.version): void {
    this.#cleanVersion = version;
  }

  dispose(): void {
    this.#buffer?.dispose();
    this.#buffer = null;
  }
}
