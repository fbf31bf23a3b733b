// Moves the focus from one of the user's messages to the next or previous one.
import type { Row } from '../rows.ts';
import { focusRow, type RowSteps } from './focus-row.ts';

/** A row counts as reached if it starts at most this many px from the upper edge of the view. */
const AT_TOP = 24;

/**
 * Moves to the next message and finally to the end, or with -1 to the previous message, which is loaded if necessary.
 */
export async function stepPrompt(by: 1 | -1, steps: RowSteps): Promise<void> {
  const { older, scroll } = steps;
  const start = startKey(by, steps);
  const find = (): Row | undefined => (by === 1 ? promptAfter(start, steps) : promptBefore(start, steps));
  const row = by === 1 ? find() : await older.reach(find);
  const isShown = row !== undefined && (await focusRow(row.key, steps));
  if (!isShown && by === 1) scroll.toEnd();
}

/** Returns the key of the row from which to step: the focused message, or the row at the edge of the visible part. */
function startKey(by: 1 | -1, { log, rows, window }: RowSteps): string | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-key^="user-"]');
  if (focused && log.contains(focused)) return focused.dataset.key;
  const { top, bottom } = log.getBoundingClientRect();
  const shown = [...log.querySelectorAll<HTMLElement>('[data-row]')];
  // The space above a message is part of its row.
  const topOf = (row: HTMLElement): number =>
    (row.querySelector('[data-key]') ?? row).getBoundingClientRect().top;
  if (by === 1) return shown.findLast((row) => topOf(row) <= top + AT_TOP)?.dataset.row;
  // At the end, the previous message is the last one of all, which is often visible. Elsewhere it is above the view.
  const isAtEnd = !window.hasBelow && log.scrollTop + log.clientHeight >= log.scrollHeight - AT_TOP;
  const last = shown.findLast((row) => topOf(row) < (isAtEnd ? bottom : top - AT_TOP))?.dataset.row;
  return rows()[rows().findIndex(({ key }) => key === last) + 1]?.key;
}

function promptBefore(start: string | undefined, { rows }: RowSteps): Row | undefined {
  const at = rows().findIndex(({ key }) => key === start);
  return rows()
    .slice(0, at === -1 ? undefined : at)
    .findLast(isPrompt);
}

function promptAfter(start: string | undefined, { rows }: RowSteps): Row | undefined {
  return rows()
    .slice(rows().findIndex(({ key }) => key === start) + 1)
    .find(isPrompt);
}

function isPrompt(row: Row): boolean {
  return row.kind === 'entry' && row.entry.message.role === 'user';
}
