// The user's keyboard: what its keys type without Shift. Chromium knows it; elsewhere it is learned from typed keys.
import type { Keyboard, TypedKey } from './kitty-keys.ts';
import { isMac } from './keys.ts';

interface LayoutSource {
  keyboard?: { getLayoutMap?: () => Promise<ReadonlyMap<string, string>> };
}

export class LearnedKeyboard implements Keyboard {
  readonly isMac: boolean;
  readonly #typed = new Map<string, string>();
  #layout: ReadonlyMap<string, string> = new Map();

  constructor(onMac: boolean = isMac, source: LayoutSource = navigator as LayoutSource) {
    this.isMac = onMac;
    // The browser refuses this in a frame without the permission.
    source.keyboard?.getLayoutMap?.().then(
      (layout) => (this.#layout = layout),
      () => undefined,
    );
  }

  readonly unshifted = (code: string): string | undefined => this.#typed.get(code) ?? this.#layout.get(code);

  /** Call this for each pressed key. */
  learn({ key, code, shiftKey, altKey, hasAltGraph }: TypedKey): void {
    if (code && [...key].length === 1 && !shiftKey && !altKey && !hasAltGraph)
      this.#typed.set(code, key.toLowerCase());
  }
}

/** Returns what identifies the key in an event. */
export function typedKey(event: KeyboardEvent): TypedKey {
  const { key, code, shiftKey, altKey, ctrlKey, metaKey } = event;
  return { key, code, shiftKey, altKey, ctrlKey, metaKey, hasAltGraph: event.getModifierState('AltGraph') };
}
