// Decides whether the reader follows the end of the conversation. It depends on the reader's input, because scroll
// events alone are ambiguous. A shrinking layout causes them, too. This file is pure; reader-scroll.svelte.ts owns the
// DOM.

/** The position of the scrolling element, in px. */
export interface Place {
  top: number;
  /** The height of the whole content. */
  height: number;
  viewport: number;
}

/** This distance still counts as the end, because with zoom positions are off by fractions of a pixel. */
const AT_END_PX = 8;

export class ScrollIntent {
  isFollowing = true;
  #last: Place = { top: 0, height: 0, viewport: 0 };
  /** The position to which the page itself has scrolled. */
  #ownTop: number | null = null;
  /** Whether a wheel, finger, key or scrollbar is moving the content. */
  #isReaderMoving = false;
  #isGrabbed = false;
  /** Whether the reader opened something while following. Following resumes once the end is visible again. */
  #isStaying = false;

  /**
   * Must be called when the reader turned the wheel or pressed a scroll key. A move up stops following before the
   * content has moved.
   */
  onMove(direction: 'up' | 'down', place: Place): void {
    this.#isReaderMoving = true;
    if (direction === 'up' && place.top > 0) this.isFollowing = false;
  }

  /** Must be called when the reader touched the content or grabbed the scrollbar. */
  onGrab(): void {
    this.#isGrabbed = true;
    this.#isReaderMoving = true;
  }

  onRelease(): void {
    this.#isGrabbed = false;
  }

  /** Must be called when scrolling has finished. */
  onRest(): void {
    if (!this.#isGrabbed) this.#isReaderMoving = false;
  }

  onScroll(place: Place): void {
    const before = this.#last;
    this.#last = place;
    if (this.#ownTop !== null && Math.abs(place.top - this.#ownTop) < 1) return;
    // A jump without a change of layout comes from the reader: the browser's search, Tab, or a screen reader.
    const isLayout = place.height !== before.height || place.viewport !== before.viewport;
    if (isLayout && !this.#isReaderMoving) return;
    this.#isStaying = false;
    if (place.top < before.top) this.isFollowing = false;
    else if (isAtEnd(place)) this.isFollowing = true;
  }

  /** Must be called after a change of layout, and after the page has scrolled because of it. */
  onLayout(place: Place, hasScrolled: boolean): void {
    this.#last = place;
    if (hasScrolled) this.#ownTop = place.top;
    if (this.#isStaying && isAtEnd(place)) this.follow();
  }

  /** Must be called when the reader asked for the end, or sent a message. */
  follow(): void {
    this.isFollowing = true;
    this.#isStaying = false;
  }

  /** Must be called when the page shows another place. */
  leave(): void {
    this.isFollowing = false;
    this.#isStaying = false;
  }

  /** Must be called when the reader opens or closes something, such as a card, and must stay in place. */
  stay(): void {
    this.#isStaying ||= this.isFollowing;
    this.isFollowing = false;
  }
}

function isAtEnd({ top, height, viewport }: Place): boolean {
  return height - viewport - top <= AT_END_PX;
}
