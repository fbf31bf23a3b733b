// Brings a row of the conversation into sight and focuses the message or the group of tool calls in it.
import type { Row } from '../rows.ts';
import type { OlderRows } from './older-rows.svelte.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';
import type { RowWindow } from './row-window.svelte.ts';

export interface RowSteps {
  log: HTMLElement;
  older: OlderRows;
  scroll: ReaderScroll;
  /** All loaded rows; `window` has those in the page. */
  rows: () => readonly Row[];
  window: RowWindow;
}

/** Resolves to false if the row shows nothing to focus. */
export async function focusRow(key: string, { log, scroll, window }: RowSteps): Promise<boolean> {
  await window.show(key);
  const message = log.querySelector(`[data-row="${CSS.escape(key)}"] :is(article, [role='group'])`);
  if (!(message instanceof HTMLElement)) return false;
  scroll.show(message, 'start');
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
  return true;
}
