// The text that the user types into the palette before its code is loaded.

export class TypedAhead {
  text = $state('');
  /** Whether the user has already pressed Enter. */
  isEntered = $state(false);

  /** Returns the text and clears it. */
  takeText(): { text: string; isEntered: boolean } {
    const typed = { text: this.text, isEntered: this.isEntered };
    this.text = '';
    this.isEntered = false;
    return typed;
  }
}
