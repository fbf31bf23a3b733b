// Decides whether the reader follows the end of the conversation, from what the reader does: a scroll event alone
// proves nothing, since a shrinking layout scrolls too. Pure; reader-scroll.svelte.ts owns the DOM.

/** Position of the scrolling element, in px. */
export interface Place {
  top: number;
  /** Of the whole content. */
  height: number;
  viewport: number;
}

/** This close counts as the end: with zoom, positions are off by fractions of a pixel. */
const AT_END_PX = 8;

export class ScrollIntent {
  isFollowing = true;
  #last: Place = { top: 0, height: 0, viewport: 0 };
  /** Where the page itself scrolled to. */
  #ownTop: number | null = null;
  /** A wheel, finger, key or scrollbar is moving the content, until it comes to rest. */
  #isReaderMoving = false;
  #isGrabbed = false;
  /** Something was opened while the reader followed: once the end is in view again, following resumes. */
  #isStaying = false;

  /** The reader turned the wheel or pressed a scroll key. Moving up stops following before anything has moved. */
  onMove(direction: 'up' | 'down', place: Place): void {
    this.#isReaderMoving = true;
    if (direction === 'up' && place.top > 0) this.isFollowing = false;
  }

  /** The reader touched the content or grabbed the scrollbar. */
  onGrab(): void {
    this.#isGrabbed = true;
    this.#isReaderMoving = true;
  }

  onRelease(): void {
    this.#isGrabbed = false;
  }

  /** Scrolling has come to rest. */
  onRest(): void {
    if (!this.#isGrabbed) this.#isReaderMoving = false;
  }

  onScroll(place: Place): void {
    const before = this.#last;
    this.#last = place;
    if (this.#ownTop !== null && Math.abs(place.top - this.#ownTop) < 1) return;
    // A jump without a change of layout is the reader's: a search in the page, Tab, or a screen reader.
    const isLayout = place.height !== before.height || place.viewport !== before.viewport;
    if (isLayout && !this.#isReaderMoving) return;
    this.#isStaying = false;
    if (place.top < before.top) this.isFollowing = false;
    else if (isAtEnd(place)) this.isFollowing = true;
  }

  /** Call it after a change of layout, once the page has scrolled because of it. */
  onLayout(place: Place, hasScrolled: boolean): void {
    this.#last = place;
    if (hasScrolled) this.#ownTop = place.top;
    if (this.#isStaying && isAtEnd(place)) this.follow();
  }

  /** The reader asked for the end, or sent something. */
  follow(): void {
    this.isFollowing = true;
    this.#isStaying = false;
  }

  /** The page shows another place. */
  leave(): void {
    this.isFollowing = false;
    this.#isStaying = false;
  }

  /** The reader looks at something in its place, such as a card that opens. */
  stay(): void {
    this.#isStaying ||= this.isFollowing;
    this.isFollowing = false;
  }
}

function isAtEnd({ top, height, viewport }: Place): boolean {
  return height - viewport - top <= AT_END_PX;
}
