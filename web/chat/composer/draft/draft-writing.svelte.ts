// The text of the composer while the user writes it, and whether it is a command. A draft (draft.svelte.ts) is such a text
// with a session, in which it is stored.
import { beginsWithSign, keepsSign } from './draft-text.ts';

/** What the user wrote, and whether it goes to the model as text, even if it begins with `!` or `/`. */
export interface Written {
  readonly text: string;
  readonly isPlain: boolean;
}

/** The same as it is stored. */
type StoredText = Partial<Written> & Pick<Written, 'text'>;

/** Remembers the earlier texts of each draft (draft-histories.ts, which is not part of the first load). */
export interface Recorder {
  open: (session: string | null, stored: Written) => void;
  record: (before: Written, after: Written) => void;
  compose: (isComposing: boolean) => void;
  clear: () => void;
  /** Returns the text before or after a step, or null if there is none. */
  travel: (direction: 'undo' | 'redo', now: Written) => Written | null;
}

export const BLANK: Written = { text: '', isPlain: false };

export abstract class DraftWriting {
  #now = $state.raw<Written>(BLANK);
  #recorder: Recorder | null = null;
  /** What the recorder has to know once it is loaded. */
  #early: ((recorder: Recorder) => void)[] = [];

  /** Called after each change of the text. */
  protected abstract store(): void;

  get written(): Written {
    return this.#now;
  }

  get text(): string {
    return this.#now.text;
  }

  /** Writes as the user does: a change at the start makes plain text a command, because the user sees what it is. */
  set text(text: string) {
    this.recall({ text, isPlain: this.isPlain && keepsSign(this.text, text) });
  }

  /**
   * Whether the text goes to the model as text, although it begins with `!` or `/`: it was pasted, or it was a message
   * before.
   */
  get isPlain(): boolean {
    return this.#now.isPlain;
  }

  /**
   * Must be called instead of setting `text` if the text was not typed, such as a paste. If it brings a `!` or `/` to the
   * start, it is plain.
   */
  paste(text: string): void {
    const isNew = !keepsSign(text, this.text);
    this.recall({ text, isPlain: beginsWithSign(text) && (isNew || this.isPlain) });
  }

  /** Shows a text from before. */
  recall({ text, isPlain = false }: StoredText): void {
    const before = this.#now;
    const after = { text, isPlain };
    this.tell((recorder) => recorder.record(before, after));
    this.#show(after);
  }

  /** Makes pasted text a command. */
  makeCommand(): void {
    this.#show({ ...this.#now, isPlain: false });
  }

  /** Goes to the text before or after a step of this draft. Returns false if there is none. */
  travel(direction: 'undo' | 'redo'): boolean {
    const written = this.#recorder?.travel(direction, this.#now) ?? null;
    if (written) this.#show(written);
    return written !== null;
  }

  /** Remembers the steps that `travel` goes. */
  set recorder(recorder: Recorder) {
    this.#recorder = recorder;
    for (const act of this.#early) act(recorder);
    this.#early = [];
  }

  /** Must be called when an input method begins and ends to compose. What it tries in between is one step. */
  compose(isComposing: boolean): void {
    this.tell((recorder) => recorder.compose(isComposing));
  }

  /** Shows the draft of a session. */
  protected open(session: string | null, { text, isPlain = false }: StoredText): void {
    const stored = { text, isPlain };
    this.#now = stored;
    this.tell((recorder) => recorder.open(session, stored));
  }

  protected tell(act: (recorder: Recorder) => void): void {
    if (this.#recorder) act(this.#recorder);
    else this.#early.push(act);
  }

  #show(written: Written): void {
    this.#now = written;
    this.store();
  }
}
