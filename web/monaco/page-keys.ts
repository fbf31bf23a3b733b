import { bindings } from '../lib/key-bindings.svelte.ts';

/**
 * Monaco takes some of the page's own keys for the start of a chord (Ctrl+K). Inside `host` they go to the page
 * first. Returns the undo.
 */
export function passPageKeys(host: HTMLElement): () => void {
  const pass = (event: KeyboardEvent): void => {
    if (bindings.actionOf(event) === null) return;
    event.stopPropagation();
    const isTaken = !window.dispatchEvent(new KeyboardEvent('keydown', event));
    if (isTaken) event.preventDefault();
  };
  host.addEventListener('keydown', pass, { capture: true });
  return () => host.removeEventListener('keydown', pass, { capture: true });
}
