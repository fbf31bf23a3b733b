// The text of the composer while the user writes it, and whether it is a command.
import { beginsWithSign, keepsSign } from './draft-text.ts';

/** What the user wrote, and whether it goes to the model as text, even if it begins with `!` or `/`. */
export interface Written {
  readonly text: string;
  readonly isPlain: boolean;
}

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

export class DraftWriting {
  #now = $state.raw<Written>(BLANK);
  #recorder: Recorder | null = null;
  /** What the recorder has to know once it is loaded. */
  #early: ((recorder: Recorder) => void)[] = [];

  get now(): Written {
    return this.#now;
  }

  set recorder(recorder: Recorder) {
    this.#recorder = recorder;
    for (const act of this.#early) act(recorder);
    this.#early = [];
  }

  /** Opens the draft of a session. */
  open(session: string | null, stored: Written): void {
    this.#now = stored;
    this.tell((recorder) => recorder.open(session, stored));
  }

  /** Writes as the user does: a change at the start makes plain text a command, because the user sees what it is. */
  type(text: string): void {
    this.write({ text, isPlain: this.#now.isPlain && keepsSign(this.#now.text, text) });
  }

  /** Writes text that nobody typed. If it brings a `!` or `/` to the start, it is plain. */
  paste(text: string): void {
    const isNew = !keepsSign(text, this.#now.text);
    this.write({ text, isPlain: beginsWithSign(text) && (isNew || this.#now.isPlain) });
  }

  write(written: Written): void {
    const before = this.#now;
    this.#now = written;
    this.tell((recorder) => recorder.record(before, written));
  }

  /** Makes pasted text a command. */
  makeCommand(): void {
    this.#now = { ...this.#now, isPlain: false };
  }

  tell(act: (recorder: Recorder) => void): void {
    if (this.#recorder) act(this.#recorder);
    else this.#early.push(act);
  }

  /** Goes to the text before or after a step. Returns false if there is none. */
  travel(direction: 'undo' | 'redo'): boolean {
    const written = this.#recorder?.travel(direction, this.#now) ?? null;
    if (written) this.#now = written;
    return written !== null;
  }
}
