// The arithmetic of the window of rows: where it is in the list, how many rows the next slice adds, and which it drops.
interface Keyed {
  key: string;
}

/** From the row `from` to the one before `to`. */
export interface Span {
  from: number;
  to: number;
}

interface Ends {
  /** Key of the first row; null: the last rows. */
  first: string | null;
  /** Key of the last row; null: the end of the list. */
  last: string | null;
  /** The rows that the window had. */
  before: readonly Keyed[];
  /** How many last rows there are if no row is known. */
  otherwise: number;
}

/** Rows may have been added, removed or renamed since: the window keeps what is left of it. */
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

/** Moves towards a slice that takes `wanted` ms, at most twice as large or half as large as the one before. */
export function nextSlice(
  slice: number,
  { took, wanted, most }: { took: number; wanted: number; most: number },
): number {
  const ratio = Math.min(2, Math.max(0.5, wanted / Math.max(took, 0.1)));
  return Math.max(1, Math.min(most, Math.round(slice * ratio)));
}

interface Drop {
  side: 'above' | 'below';
  /** What is between them stays, in px. */
  edges: { top: number; bottom: number };
  most: number;
}

/** How many rows at that end may go: far from the reader, and without a selection, the focus, or something typed. */
export function rowToDrop(elements: readonly HTMLElement[], { side, edges, most }: Drop): number {
  const inOrder = side === 'above' ? elements : elements.toReversed();
  const isFar = (element: HTMLElement): boolean => {
    const { top, bottom } = element.getBoundingClientRect();
    return side === 'above' ? bottom < edges.top : top > edges.bottom;
  };
  const kept = inOrder.slice(0, most).findIndex((element) => !isFar(element) || isInUse(element));
  return Math.min(kept === -1 ? most : kept, elements.length - 1);
}

function isInUse(element: HTMLElement): boolean {
  if (element.contains(document.activeElement) || element.querySelector('textarea')) return true;
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
