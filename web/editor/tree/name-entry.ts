// When a name that the user types into the tree is committed: with Enter, and by going elsewhere.

export class NameEntry {
  #isDone = false;

  /** Returns what a key does. */
  onKey(key: string): 'commit' | 'cancel' | null {
    if (key === 'Enter') return 'commit';
    if (key !== 'Escape') return null;
    this.#isDone = true;
    return 'cancel';
  }

  /**
   * Whether the name is committed when the field loses the focus. A refused name stays, so that it can be corrected.
   * `isThere`: whether the field is still there and the window has the focus. The event also comes when the field is
   * removed, and when the user goes to another window.
   */
  commitsOnLeave({ refusal, isThere }: { refusal: string | null; isThere: boolean }): boolean {
    return !this.#isDone && refusal === null && isThere;
  }
}

/** Returns the end of the part of a name that is selected at first: without its extension, which users rarely change. */
export function endOfStem(name: string): number {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
}
