// Sends the keys of a chord, such as Ctrl+K Ctrl+C, to a Monaco editor. Its first key has already opened the palette.
import { tick } from 'svelte';

/** Presses the keys in the editor, once the palette has closed and no longer has the focus. */
export async function sendChord(target: HTMLElement, keys: readonly KeyboardEvent[]): Promise<void> {
  await tick();
  target.focus();
  for (const key of keys) target.dispatchEvent(copyOf(key));
}

/** Monaco 0.5x reads `keyCode`, which browsers take from the dictionary, although its type does not have it. */
function copyOf({ key, code, keyCode, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): KeyboardEvent {
  const legacy = { keyCode, which: keyCode };
  return new KeyboardEvent('keydown', {
    ...{ key, code, ctrlKey, metaKey, shiftKey, altKey, ...legacy },
    bubbles: true,
    cancelable: true,
    composed: true,
  });
}
