// What Ctrl+Z does in the composer: the earlier texts of one draft. The browser's own history would replay its edits onto
// a text that the page has replaced since then, and it has one history for all drafts.

import type { Written } from './draft-writing.svelte.ts';

/** Older steps are dropped. A step is about a word. */
const MAX_STEPS = 500;
/** In characters, for all steps together, because each step has the whole text. */
const MAX_LENGTH = 4_000_000;

/** One replaced part: `removed` characters at `from` became `inserted`. */
interface Change {
  from: number;
  removed: number;
  inserted: string;
}

export class UndoHistory {
  #before: Written[] = [];
  #after: Written[] = [];
  /** The last change, to which the next one may belong. Null if the next one begins a step. */
  #last: Change | null = null;
  #isComposing = false;
  #length = 0;

  /** Records that `before` became `after`. Letters of one word, and repeated deletions, are one step. */
  record(before: Written, after: Written): void {
    const change = changeBetween(before.text, after.text);
    if (!change) return;
    const continues = this.#last !== null && (this.#isComposing || isContinued(this.#last, change));
    this.#last = change;
    this.#after = [];
    if (continues) return;
    this.#before.push(before);
    this.#length += before.text.length;
    while (this.#before.length > MAX_STEPS || this.#length > MAX_LENGTH)
      this.#length -= this.#before.shift()!.text.length;
  }

  /** Everything that an input method writes until `endComposition` is one step. */
  startComposition(): void {
    this.#last = null;
    this.#isComposing = true;
  }

  endComposition(): void {
    this.#last = null;
    this.#isComposing = false;
  }

  /** Returns what was written before the last step, or null if there is none. `now` can be returned to with `redo`. */
  undo(now: Written): Written | null {
    const earlier = this.#before.pop();
    if (!earlier) return null;
    this.#length -= earlier.text.length;
    this.#after.push(now);
    this.#last = null;
    return earlier;
  }

  /** Returns what the last `undo` took back, or null if there is nothing. */
  redo(now: Written): Written | null {
    const later = this.#after.pop();
    if (!later) return null;
    this.#before.push(now);
    this.#length += now.text.length;
    this.#last = null;
    return later;
  }

  /** Must be called when the text was sent: it belongs to the conversation now. */
  clear(): void {
    this.#before = [];
    this.#after = [];
    this.#last = null;
    this.#length = 0;
  }
}

/** Returns the position after the part of `to` that differs from `from`, which is where the caret belongs. */
export function caretAfter(from: string, to: string): number {
  const change = changeBetween(from, to);
  return change ? change.from + change.inserted.length : to.length;
}

function changeBetween(from: string, to: string): Change | null {
  if (from === to) return null;
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return { from: start, removed: from.length - start - end, inserted: to.slice(start, to.length - end) };
}

/** Whether a change goes on with typing a word, or with deleting in one direction. */
function isContinued(last: Change, next: Change): boolean {
  const isTyping = last.removed === 0 && next.removed === 0;
  if (isTyping) {
    if ([...last.inserted].length !== 1 || [...next.inserted].length !== 1) return false;
    if (next.from !== last.from + last.inserted.length) return false;
    return !/\s/.test(last.inserted) || /\s/.test(next.inserted);
  }
  if (last.inserted !== '' || next.inserted !== '' || last.removed > 2 || next.removed > 2) return false;
  return next.from === last.from || next.from + next.removed === last.from;
}
