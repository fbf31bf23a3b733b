// The rows of the history: how many lanes of the graph they show, which of them a key reaches, and when older commits are
// needed. Pure.
import { topToShow } from '../../lib/row-window.ts';
import { rowAfter } from '../../ui/lists/list-box.svelte.ts';

const MARGIN_ROWS = 30;
/** There is no room for more. */
const MAX_LANES = 6;

/** In px. */
interface Window {
  top: number;
  height: number;
  rowHeight: number;
}

/** Returns how many lanes are shown. The lines between the commits that a search finds are not known. */
export function lanesFor(query: string, width: number): number {
  return query.trim() === '' ? Math.min(width, MAX_LANES) : 0;
}

/** Whether the reader comes near the last row. */
export function isNearEnd(count: number, { top, height, rowHeight }: Window): boolean {
  return count - (top + height) / rowHeight < MARGIN_ROWS;
}

/** Returns the row that Tab reaches: the one that had the focus last, or if the list became shorter, the last one. */
export function rowForTab(focused: number | undefined, count: number): number {
  return Math.max(0, Math.min(focused ?? 0, count - 1));
}

/**
 * Returns the row to which a key moves the focus, and where the list is scrolled then, in px. Null if the key does not
 * move it.
 */
export function moveFocus(
  key: string,
  { focused, count, ...window }: Window & { focused: number; count: number },
): { to: number; top: number } | null {
  const { height, rowHeight } = window;
  const page = Math.max(1, Math.floor(height / rowHeight) - 1);
  const to = rowAfter(key, { at: focused, count, page, hasEnds: true });
  if (to === null) return null;
  return { to, top: topToShow(to, window) };
}

/** Returns the name of a branch or tag as the user writes it. */
export function shortRef(ref: string): string {
  return ref.replace(/^(?:HEAD -> |tag: )/, '').replace(/^refs\/(?:heads|tags|remotes)\//, '');
}
