// The text of an open file while it is edited: a string until there is an editor, then the editor's buffer. It knows
// which of its versions is the saved one, but nothing about the disk.

/** Where the text is edited. Different texts have different versions; undoing returns to an earlier version. */
export interface EditBuffer {
  text: () => string;
  version: () => number;
  /** The change can be undone, and cursors in unchanged lines stay. */
  replace: (text: string) => void;
  dispose: () => void;
}

/** No buffer ever has this version. */
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
    // Read in any case: the view then also follows a replacement on disk.
    const plain = this.#plain;
    return this.#buffer ? this.#buffer.text() : plain;
  }

  get version(): number {
    return this.#buffer?.version() ?? NO_VERSION;
  }

  /** The buffer is at the saved version. */
  get isClean(): boolean {
    return this.version === this.#cleanVersion;
  }

  /** True during `replace`: what the buffer reports then is not an edit by the user. */
  get isReplacing(): boolean {
    return this.#isReplacing;
  }

  /** The buffer starts with `saved`; a different text is applied as an edit, so that it can be undone. */
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

  /** Declares this version, by default the current one, the saved one. */
  markClean(version: number = this.version): void {
    this.#cleanVersion = version;
  }

  dispose(): void {
    this.#buffer?.dispose();
    this.#buffer = null;
  }
}
