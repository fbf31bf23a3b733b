// Reports released keys to screens that ask for them, such as games, in the form of the Kitty keyboard protocol. Other
// terminals report only presses, so a movement in such a game would never stop.

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey'>;

const LETTERS: Record<string, string> = {
  ArrowUp: 'A',
  ArrowDown: 'B',
  ArrowRight: 'C',
  ArrowLeft: 'D',
  End: 'F',
  Home: 'H',
};
const CODES: Record<string, number> = { Escape: 27, Enter: 13, Tab: 9, Backspace: 127 };
/** The release reports of the page's own buttons, which report only presses. */
const RELEASES: Record<string, string> = {
  '\x1b': '\x1b[27;1:3u',
  '\t': '\x1b[9;1:3u',
  '\r': '\x1b[13;1:3u',
};

export class KeyReleases {
  /** The reports to send once the held keys are released, by the physical key. */
  readonly #held = new Map<string, string>();

  onKeyDown(key: Key): void {
    const release = releaseOf(key);
    if (release) this.#held.set(key.code, release);
  }

  /** Must be called when a key is released. Returns the report to send, or an empty text. */
  onKeyUp({ code }: Key): string {
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

/** Returns the release report of a key that is typed by its bytes. */
export function releaseOfBytes(data: string): string {
  // eslint-disable-next-line no-control-regex -- it is one
  const arrow = /^\x1b\[([A-DFH])$/.exec(data);
  if (arrow) return `\x1b[1;1:3${arrow[1]}`;
  return RELEASES[data] ?? `\x1b[${data.codePointAt(0)};1:3u`;
}

function releaseOf({ key, shiftKey, altKey, ctrlKey }: Key): string {
  const modifiers = 1 + Number(shiftKey) + 2 * Number(altKey) + 4 * Number(ctrlKey);
  const letter = LETTERS[key];
  if (letter) return `\x1b[1;${modifiers}:3${letter}`;
  const code = CODES[key] ?? (key.length === 1 ? key.toLowerCase().codePointAt(0) : undefined);
  return code === undefined ? '' : `\x1b[${code};${modifiers}:3u`;
}
