// Positions a popover next to the element that opened it, inside the window.

const GAP = 4;
const MARGIN = 8;

/**
 * Places the element below the anchor, or above if there is more room, and limits its height to that room. It begins
 * where the anchor does, or ends where an anchor at the right edge does, and is moved into the window if it is wider than
 * the room there. Its width is not known yet.
 */
export function placeBeside(anchor: Element, floating: HTMLElement): void {
  const { left, top, bottom, right } = anchor.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const below = height - bottom - GAP - MARGIN;
  const above = top - GAP - MARGIN;
  const isBelow = below >= Math.min(320, above);
  floating.style.maxBlockSize = `${isBelow ? below : above}px`;
  floating.style.top = isBelow ? `${bottom + GAP}px` : 'auto';
  floating.style.bottom = isBelow ? 'auto' : `${height - top + GAP}px`;
  const isLeft = left < width * 0.75;
  const near = Math.max(MARGIN, isLeft ? left : width - right);
  const excess = `calc(${width - near - MARGIN}px - 100%)`;
  floating.style.left = isLeft ? `${near}px` : 'auto';
  floating.style.right = isLeft ? 'auto' : `${near}px`;
  floating.style.translate = isLeft ? `min(0px, ${excess})` : `max(0px, -1 * ${excess})`;
}
