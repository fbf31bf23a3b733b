// Moves the focus from one message of the user to the next, as a reader who looks for a turn does.
import type { OlderRows } from './older-rows.svelte.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';
import type { RowWindow } from './row-window.svelte.ts';
import type { Row } from '../rows.ts';

/** Below the upper edge of the view, in px: a row that begins there has been reached. */
const AT_TOP = 24;

interface PromptSteps {
  log: HTMLElement;
  older: OlderRows;
  scroll: ReaderScroll;
  /** All loaded rows, and those of them in the page. */
  rows: () => readonly Row[];
  window: RowWindow;
}

/** -1: to the message before, also one that is not loaded yet; 1: to the next one, and from the last one to the end. */
export async function stepPrompt(by: 1 | -1, steps: PromptSteps): Promise<void> {
  const { log, older, scroll, window } = steps;
  const start = startKey(by, steps);
  const find = (): Row | undefined => (by === 1 ? promptAfter(start, steps) : promptBefore(start, steps));
  const row = by === 1 ? find() : await older.reach(find);
  if (row) await window.show(row.key);
  const prompt = row && log.querySelector(`[data-key="${CSS.escape(row.key)}"]`);
  if (!(prompt instanceof HTMLElement)) {
    if (by === 1) scroll.toEnd();
    return;
  }
  scroll.show(prompt, 'start');
  prompt.tabIndex = -1;
  prompt.focus({ preventScroll: true });
}

/** The key of the row from which to step: the focused message, or the row at the edge of what is in sight. */
function startKey(by: 1 | -1, { log }: PromptSteps): string | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-key^="user-"]');
  if (focused && log.contains(focused)) return focused.dataset.key;
  const { top, bottom } = log.getBoundingClientRect();
  const isBefore = (row: HTMLElement): boolean => {
    const at = row.getBoundingClientRect().top;
    return by === 1 ? at <= top + AT_TOP : at < bottom;
  };
  const shown = [...log.querySelectorAll<HTMLElement>('[data-row]')];
  // Up, the row in sight itself is one to step to.
  const edge = by === 1 ? shown.findLast(isBefore) : shown.find((row) => !isBefore(row));
  return edge?.dataset.row;
}

function promptBefore(start: string | undefined, { rows }: PromptSteps): Row | undefined {
  const at = rows().findIndex(({ key }) => key === start);
  return rows()
    .slice(0, at === -1 ? undefined : at)
    .findLast(isPrompt);
}

function promptAfter(start: string | undefined, { rows }: PromptSteps): Row | undefined {
  return rows()
    .slice(rows().findIndex(({ key }) => key === start) + 1)
    .find(isPrompt);
}

function isPrompt(row: Row): boolean {
  return row.kind === 'entry' && row.entry.message.role === 'user';
}
