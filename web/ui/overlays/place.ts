// Positions a popover next to the element that opened it, inside the window.

const GAP = 4;
const MARGIN = 8;

/** Places the element below the anchor, or above if there is more room, and limits its height to that room. */
export function placeBeside(anchor: Element, floating: HTMLElement): void {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const below = height - bottom - GAP - MARGIN;
  const above = top - GAP - MARGIN;
  const isBelow = below >= Math.min(320, above);
  floating.style.maxBlockSize = `${isBelow ? below : above}px`;
  floating.style.top = isBelow ? `${bottom + GAP}px` : 'auto';
  floating.style.bottom = isBelow ? 'auto' : `${height - top + GAP}px`;
  const isLeft = left < width / 2;
  const right = width - anchor.getBoundingClientRect().right;
  floating.style.left = isLeft ? `${Math.max(MARGIN, left)}px` : 'auto';
  floating.style.right = isLeft ? 'auto' : `${Math.max(MARGIN, right)}px`;
}
