// Computes the window of rows: its place in the list, the size of the next slice, and the rows to drop.
interface Keyed {
  key: string;
}

/** The rows from `from` up to but not including `to`. */
export interface Span {
  from: number;
  to: number;
}

interface Ends {
  /** The key of the first row. Null means the last rows. */
  first: string | null;
  /** The key of the last row. Null means the end of the list. */
  last: string | null;
  /** The previous rows of the window. */
  before: readonly Keyed[];
  /** The number of last rows to use if there is no first row. */
  otherwise: number;
}

/** Finds the window after rows were added, removed or given different keys. The window keeps its remaining rows. */
export function placeIn(rows: readonly Keyed[], { first, last, before, otherwise }: Ends): Span {
  const find = (key: string | null): number => (key === null ? -1 : rows.findIndex((row) => row.key === key));
  let to = find(last) + 1;
  if (to === 0 && last !== null) to = find(knownKey(rows, before.toReversed())) + 1;
  if (to === 0) to = rows.length;
  let from = find(first);
  if (from === -1) from = find(knownKey(rows, before));
  if (from === -1 || from >= to) from = Math.max(0, to - otherwise);
  return { from, to };
}

function knownKey(rows: readonly Keyed[], before: readonly Keyed[]): string | null {
  const keys = new Set(rows.map(({ key }) => key));
  return before.find(({ key }) => keys.has(key))?.key ?? null;
}

/** Returns the size of a slice that should take `target` ms: at most twice and at least half the previous size. */
export function nextSlice(
  slice: number,
  { elapsed, target, max }: { elapsed: number; target: number; max: number },
): number {
  const ratio = Math.min(2, Math.max(0.5, target / Math.max(elapsed, 0.1)));
  return Math.max(1, Math.min(max, Math.round(slice * ratio)));
}

interface Drop {
  side: 'above' | 'below';
  /** The rows between these positions (in px) stay. */
  edges: { top: number; bottom: number };
  max: number;
}

/** Counts the rows at that end that may be dropped: outside of `edges`, and without selection, focus or input. */
export function countDroppable(elements: readonly HTMLElement[], { side, edges, max }: Drop): number {
  const inOrder = side === 'above' ? elements : elements.toReversed();
  const isFar = (element: HTMLElement): boolean => {
    const { top, bottom } = element.getBoundingClientRect();
    return side === 'above' ? bottom < edges.top : top > edges.bottom;
  };
  const kept = inOrder.slice(0, max).findIndex((element) => !isFar(element) || isInUse(element));
  return Math.min(kept === -1 ? max : kept, elements.length - 1);
}

function isInUse(element: HTMLElement): boolean {
  if (element.contains(document.activeElement) || element.querySelector('textarea')) return true;
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
