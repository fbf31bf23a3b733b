// Keeps what the reader is looking at in place while rows change above or below it. The browser's own scroll anchoring
// is off: Safari has none, and no browser anchors at the very top.

/** Levels below a row at which the smallest visible element is looked for. */
const MAX_DEPTH = 6;

export class ScrollAnchor {
  /** The element at the upper edge of the view, and how far below the edge it begins, in px. */
  #anchor: { element: Element; offset: number } | null = null;

  /** Chooses the first element that reaches below the edge, as small as possible: what is above it may change. */
  remember(scroller: HTMLElement): void {
    const edge = edgeOf(scroller);
    // Not the content as a whole, although at the very top it begins at the edge too.
    let element = firstBelow(scroller.firstElementChild?.children, edge);
    for (let depth = 0; element && depth < MAX_DEPTH && topOf(element) < edge; depth++)
      element = firstBelow(element.children, edge) ?? element;
    this.#anchor = element && { element, offset: topOf(element) - edge };
  }

  /** Scrolls until the element is where it was. If it is gone, another one is chosen. */
  restore(scroller: HTMLElement): void {
    if (!this.#anchor?.element.isConnected) return this.remember(scroller);
    const moved = topOf(this.#anchor.element) - edgeOf(scroller) - this.#anchor.offset;
    if (Math.abs(moved) >= 0.5) scroller.scrollTop += moved;
  }
}

/** The elements stand one below the other. One with `data-anchor="never"` stays at the top and is passed over. */
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

/** The upper edge of what the reader sees. */
const edgeOf = topOf;
