// Holds what the user types while a region loads, until its field has the focus.
import { isInField } from '../../lib/browser/focus-claim.ts';

/** How long keys are held. A region that takes longer, or cannot be loaded, gets none. */
const MAX_MS = 5_000;

/**
 * Holds typed characters from now on. `release` types them into the focused field, if there is one. Other keys and the
 * pointer call `oncancel`, because the user has gone on to something else. Ends with `signal`.
 */
export class EarlyKeys {
  #text = '';

  constructor({ signal, oncancel }: { signal: AbortSignal; oncancel: () => void }) {
    const timer = setTimeout(oncancel, MAX_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const onkeydown = (event: KeyboardEvent): void => {
      if (/^(Shift|CapsLock|AltGraph)$/.test(event.key)) return;
      if (!isTyped(event)) return oncancel();
      this.#text += event.key;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', onkeydown, { capture: true, signal });
  }

  release(): void {
    // Without a field, the text would be inserted where the user typed last, such as the composer.
    if (!this.#text || !isInField()) return;
    // This can be undone, and the field gets the same events as for typing.
    document.execCommand('insertText', false, this.#text);
  }
}

const isTyped = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;
