// Reports released keys to screens that ask for them, such as games, in the form of the Kitty keyboard protocol. Other
// terminals report only presses, so a movement in such a game would never stop.
import { encodeKey, type Keyboard, type TypedKey } from '../lib/keys/kitty-keys.ts';

export class KeyReleases {
  readonly #keyboard: Keyboard;
  /** The reports to send once the held keys are released, by the physical key. */
  readonly #held = new Map<string, string>();

  constructor(keyboard: Keyboard) {
    this.#keyboard = keyboard;
  }

  onKeyDown(key: TypedKey): void {
    const release = encodeKey(key, 'release', this.#keyboard);
    if (release) this.#held.set(key.code, release);
  }

  /** Must be called when a key is released. Returns the report to send, or an empty text. */
  onKeyUp({ code }: Pick<TypedKey, 'code'>): string {
    const release = this.#held.get(code) ?? '';
    this.#held.delete(code);
    return release;
  }

  /** Returns the reports for all held keys. Without the focus, the page gets no event when they are released. */
  releaseAll(): string {
    const all = [...this.#held.values()].join('');
    this.#held.clear();
    return all;
  }
}
