// Gives the text field of the composer the histories of its drafts in place of the browser's. The browser replays its own
// edits, which do not fit a text that the page has replaced since then, and it has only one history for the whole page.
// Not part of the first load.
import { isForInputMethod } from '../../lib/keys/keys.ts';
import { DraftHistories } from './draft/draft-histories.ts';
import type { Draft } from './draft/draft.svelte.ts';
import { caretAfter } from './draft/undo-history.ts';

const HISTORY = { historyUndo: 'undo', historyRedo: 'redo' } as const;

/** `onTravel` is called with the new position of the caret. Returns how to take the listeners away. */
export function keepOwnHistory(
  field: HTMLTextAreaElement,
  draft: Draft,
  onTravel: (caret: number) => void,
): () => void {
  draft.recorder = new DraftHistories();
  const ended = new AbortController();
  const listener = { signal: ended.signal, capture: true };
  const travel = (direction: 'undo' | 'redo'): void => {
    const before = draft.text;
    if (draft.travel(direction)) onTravel(caretAfter(before, draft.text));
  };
  const compose = ({ type }: Event): void => draft.compose(type === 'compositionstart');
  field.addEventListener('compositionstart', compose, listener);
  field.addEventListener('compositionend', compose, listener);
  field.addEventListener(
    'keydown',
    (event) => {
      const direction = directionOf(event);
      if (!direction || isForInputMethod(event)) return;
      event.preventDefault();
      event.stopPropagation();
      travel(direction);
    },
    listener,
  );
  // The menus of the browser and of a phone. They are not offered while the browser's own history is empty.
  field.addEventListener(
    'beforeinput',
    (event) => {
      const direction = historyOf(event);
      if (!direction) return;
      event.preventDefault();
      travel(direction);
    },
    listener,
  );
  field.addEventListener(
    'input',
    (event) => {
      if (!(event instanceof InputEvent) || !historyOf(event)) return;
      // Chromium undoes an edit of this field although another one has the focus.
      event.stopImmediatePropagation();
      field.value = draft.text;
    },
    listener,
  );
  return () => ended.abort();
}

function historyOf({ inputType }: InputEvent): 'undo' | 'redo' | null {
  return Object.hasOwn(HISTORY, inputType) ? HISTORY[inputType as keyof typeof HISTORY] : null;
}

function directionOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (event.altKey || (!event.ctrlKey && !event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey && event.ctrlKey ? 'redo' : null;
}
