// The text that the user types for the palette before its code is loaded.

export class TypedAhead {
  text = $state('');
  /** Enter was pressed after it. */
  isEntered = $state(false);

  /** Returns it once. */
  take(): { text: string; isEntered: boolean } {
    const typed = { text: this.text, isEntered: this.isEntered };
    this.text = '';
    this.isEntered = false;
    return typed;
  }
}
