// Keeps the visible content in place while rows change above or below it. The browser's own scroll anchoring is turned
// off, because Safari has none, and no browser anchors at the very top.

/** How many levels below a row the anchor may be. */
const MAX_DEPTH = 6;

export class ScrollAnchor {
  /** The element at the upper edge of the view, and its distance from the edge in px. */
  #anchor: { element: Element; offset: number } | null = null;

  /**
   * Chooses the first element that reaches below the edge. It should be small, because its own beginning may change.
   */
  remember(scroller: HTMLElement): void {
    const edge = edgeOf(scroller);
    // The content as a whole is never chosen, although at the very top it starts at the edge, too.
    let element = firstBelow(scroller.firstElementChild?.children, edge);
    for (let depth = 0; element && depth < MAX_DEPTH && topOf(element) < edge; depth++)
      element = firstBelow(element.children, edge) ?? element;
    this.#anchor = element && { element, offset: topOf(element) - edge };
  }

  /** Chooses this element as the anchor. */
  set(element: Element, scroller: HTMLElement): void {
    this.#anchor = { element, offset: topOf(element) - edgeOf(scroller) };
  }

  /** Scrolls the element back to its place. If it was removed, chooses another one. */
  restore(scroller: HTMLElement): void {
    if (!this.#anchor?.element.isConnected) return this.remember(scroller);
    const moved = topOf(this.#anchor.element) - edgeOf(scroller) - this.#anchor.offset;
    if (Math.abs(moved) >= 0.5) scroller.scrollTop += moved;
  }
}

/** Returns the row that is in sight `px` below the upper edge. */
export function firstRowBelow(log: HTMLElement, px: number): HTMLElement | null {
  let element = firstBelow(log.firstElementChild?.children, edgeOf(log) + px);
  while (element && !element.hasAttribute('data-row')) element = element.nextElementSibling;
  return element as HTMLElement | null;
}

/**
 * Expects the elements to be one below the other. Skips an element with `data-anchor="never"`, which always stays at
 * the top.
 */
function firstBelow(elements: HTMLCollection | undefined, edge: number): Element | null {
  if (!elements) return null;
  let from = 0;
  let to = elements.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (elements[middle]!.getBoundingClientRect().bottom > edge) to = middle;
    else from = middle + 1;
  }
  const first = elements[from] ?? null;
  return first instanceof HTMLElement && first.dataset.anchor === 'never' ? first.nextElementSibling : first;
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

/** The upper edge of the visible part. */
const edgeOf = topOf;
