// Where the user reads in a list that they scroll. The change at that line is the current one.

interface Scrolled {
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}
interface Box {
  top: number;
  bottom: number;
}
interface Boxed {
  getBoundingClientRect: () => Box;
}

/** The share of the view above the line, while the list is neither at its beginning nor at its end. */
const MIDDLE = 0.35;

/**
 * Returns the share of the view above the line. It is 0 at the beginning of the list and 1 at its end, so that the first
 * and the last change can be reached.
 */
export function readingLine({ scrollTop, scrollHeight, clientHeight }: Scrolled): number {
  const most = Math.max(0, scrollHeight - clientHeight);
  const rest = most - scrollTop;
  // Near both ends, the line moves down about as fast as the list is scrolled.
  const start = MIDDLE * Math.min(clientHeight, most);
  const end = (1 - MIDDLE) * Math.min(clientHeight, most);
  if (scrollTop < start) return (MIDDLE * scrollTop) / start;
  if (rest < end) return 1 - ((1 - MIDDLE) * rest) / end;
  return most === 0 ? 0 : MIDDLE;
}

export function isBetween(element: Boxed, top: number, bottom: number): boolean {
  const box = element.getBoundingClientRect();
  return box.bottom > top && box.top < bottom;
}

/** Returns the element at this height or, if there is none, the one nearest to it. */
export function nearest<T extends Boxed>(elements: readonly T[], line: number): T | null {
  let found: T | null = null;
  let least = Infinity;
  for (const element of elements) {
    const { top, bottom } = element.getBoundingClientRect();
    const distance = Math.max(top - line, line - bottom, 0);
    if (distance < least) [found, least] = [element, distance];
  }
  return found;
}
