// Whether the reader follows the end of the conversation. Decided by what the reader does: a scroll event alone
// proves nothing, since a layout that shrinks scrolls too. Pure; the DOM is its caller's.

/** Of the scrolling element, in px. */
export interface Place {
  top: number;
  /** Of all that can be scrolled. */
  height: number;
  viewport: number;
}

/** Nearer than this counts as the end: a fraction of a pixel is lost on screens with zoom. */
const AT_END_PX = 8;

export class ScrollIntent {
  isFollowing = true;
  #last: Place = { top: 0, height: 0, viewport: 0 };
  /** Where we scrolled to ourselves. */
  #ownTop: number | null = null;
  /** A wheel, finger, key or scrollbar is at work, until the scrolling comes to rest. */
  #isReaderMoving = false;
  #isHeld = false;
  /** Something was opened where the reader follows: once that fits again, following goes on. */
  #isStaying = false;

  /** A wheel turned or a key pressed that scrolls. Away from the end it counts at once, before anything has moved. */
  moves(direction: 'up' | 'down', place: Place): void {
    this.#isReaderMoving = true;
    if (direction === 'up' && place.top > 0) this.isFollowing = false;
  }

  /** A finger or the scrollbar was taken hold of. */
  holds(): void {
    this.#isHeld = true;
    this.#isReaderMoving = true;
  }

  letsGo(): void {
    this.#isHeld = false;
  }

  /** The scrolling has come to rest. */
  rests(): void {
    if (!this.#isHeld) this.#isReaderMoving = false;
  }

  /** To be called on every scroll event. */
  scrolled(place: Place): void {
    const before = this.#last;
    this.#last = place;
    if (this.#ownTop !== null && Math.abs(place.top - this.#ownTop) < 1) return;
    // With nothing changed but the place, somebody went there: by a search in the page, by Tab, by a screen reader.
    const isLayout = place.height !== before.height || place.viewport !== before.viewport;
    if (isLayout && !this.#isReaderMoving) return;
    this.#isStaying = false;
    if (place.top < before.top) this.isFollowing = false;
    else if (isAtEnd(place)) this.isFollowing = true;
  }

  /** To be called when the layout changed, and after scrolling to the end because of it. */
  laidOut(place: Place, hasScrolled: boolean): void {
    this.#last = place;
    if (hasScrolled) this.#ownTop = place.top;
    if (this.#isStaying && isAtEnd(place)) this.follows();
  }

  /** The reader asked for the end, or sent something. */
  follows(): void {
    this.isFollowing = true;
    this.#isStaying = false;
  }

  /** The reader looks at something where it stands, such as a card that opens. */
  stays(): void {
    this.#isStaying ||= this.isFollowing;
    this.isFollowing = false;
  }
}

export function isAtEnd({ top, height, viewport }: Place): boolean {
  return height - viewport - top <= AT_END_PX;
}
