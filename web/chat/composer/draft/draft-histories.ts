// The earlier texts of each draft, so that Ctrl+Z in one never brings back the text of another.
import type { Recorder, Written } from './draft-writing.svelte.ts';
import { UndoHistory } from './undo-history.ts';

/** Drafts whose earlier texts are remembered. */
const MAX_HISTORIES = 50;

export class DraftHistories implements Recorder {
  /** The history of each draft that was open before, with its last text, by session. The last one is at the end. */
  readonly #others = new Map<string, { history: UndoHistory; last: Written }>();
  #history = new UndoHistory();
  #session: string | null = null;
  #last: Written = { text: '', isPlain: false };

  /** `stored` may have been written elsewhere since the draft was last open. */
  open(session: string | null, stored: Written): void {
    if (this.#session !== null) this.#others.set(this.#session, { history: this.#history, last: this.#last });
    const known = session === null ? undefined : this.#others.get(session);
    if (session !== null) this.#others.delete(session);
    const [oldest] = this.#others.keys();
    if (this.#others.size > MAX_HISTORIES && oldest !== undefined) this.#others.delete(oldest);
    this.#session = session;
    this.#history = known?.history ?? new UndoHistory();
    if (known) this.#history.record(known.last, stored);
    this.#last = stored;
  }

  record(before: Written, after: Written): void {
    this.#history.record(before, after);
    this.#last = after;
  }

  compose(isComposing: boolean): void {
    if (isComposing) this.#history.startComposition();
    else this.#history.endComposition();
  }

  clear(): void {
    this.#history.clear();
  }

  travel(direction: 'undo' | 'redo', now: Written): Written | null {
    const written = this.#history[direction](now);
    if (written) this.#last = written;
    return written;
  }
}
