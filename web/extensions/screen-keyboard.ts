// The keyboard of one extension screen: encodes its keys for pi, adds the modifiers that the user holds by a button,
// and leaves the clipboard to the browser.
import { copyText } from '../lib/browser/clipboard.ts';
import { LearnedKeyboard, typedKey } from '../lib/keys/keyboard.ts';
import { encodeKey, type TypedKey } from '../lib/keys/kitty-keys.ts';
import { isForInputMethod } from '../lib/keys/keys.ts';
import { isCommonKey } from '../lib/keys/terminal-keys.ts';
import { KeyReleases } from './key-releases.ts';

/** The modifiers that a button of the page holds for the next key. */
export type HeldModifiers = Pick<TypedKey, 'ctrlKey' | 'altKey' | 'shiftKey'>;

export interface ScreenKeyboardOptions {
  send: (data: string) => void;
  wantsReleases: () => boolean;
  held: () => HeldModifiers;
  /** Called when a key has used the held modifiers. */
  onHeldUsed: () => void;
  selection: () => string;
  /** Takes pasted files. Returns false if the screen has no use for them. */
  onFiles: (files: File[]) => boolean;
  keyboard?: LearnedKeyboard;
}

/** How long a key from one of the page's buttons counts as held: two steps of a game. */
const TAP_MS = 100;
/** How long the browser takes to report a paste after its key. Without a text to paste, it may report none. */
const PASTE_MS = 60;

export class ScreenKeyboard {
  readonly #options: ScreenKeyboardOptions;
  readonly #keyboard: LearnedKeyboard;
  readonly #releases: KeyReleases;
  /** The key that asked the browser to paste, until the browser does. */
  #pasteKey = '';

  constructor(options: ScreenKeyboardOptions) {
    this.#options = options;
    this.#keyboard = options.keyboard ?? new LearnedKeyboard();
    this.#releases = new KeyReleases(this.#keyboard);
  }

  /** Handles a key of the terminal's field. Returns whether the field itself should handle it, as text. */
  onKeyDown(event: KeyboardEvent): boolean {
    if (isForInputMethod(event)) return true;
    const typed = typedKey(event);
    this.#keyboard.learn(typed);
    if (this.#isForBrowser(typed)) return false;
    const { shiftKey, ctrlKey } = typed;
    const selected = shiftKey && ctrlKey && event.code === 'KeyC' ? this.#options.selection() : '';
    const data = encodeKey(this.#withHeld(typed), event.repeat ? 'repeat' : 'press', this.#keyboard);
    this.#releases.onKeyDown(typed);
    if (data === null && !selected) return true;
    event.preventDefault();
    event.stopPropagation();
    if (selected) void copyText(selected);
    else if (data !== null) this.#send(data);
    return false;
  }

  onKeyUp(event: KeyboardEvent): void {
    this.#sendRelease(this.#releases.onKeyUp(event));
  }

  onBlur(): void {
    this.#sendRelease(this.#releases.releaseAll());
  }

  /** Handles typed or pasted text. A keyboard on the screen of a phone reports keys only as text. */
  onText(text: string): void {
    const isKey = this.#isHeld && [...text].length === 1;
    const key = isKey ? encodeKey(this.#withHeld(plainTyped(text)), 'press', this.#keyboard) : null;
    this.#send(key ?? text);
  }

  /** Presses a key by one of the page's buttons. `key`: as the browser names it. */
  press(key: string, more: Partial<HeldModifiers> = {}): void {
    const typed = this.#withHeld({ ...plainTyped(key), ...more });
    this.#send(encodeKey(typed, 'press', this.#keyboard) ?? key);
    const release = encodeKey(typed, 'release', this.#keyboard);
    if (release) setTimeout(() => this.#sendRelease(release), TAP_MS);
  }

  /** Runs before the terminal handles the paste. */
  onPaste(event: ClipboardEvent): void {
    const key = this.#pasteKey;
    this.#pasteKey = '';
    const files = [...(event.clipboardData?.files ?? [])];
    // Spreadsheets and word processors also put a picture of the text on the clipboard.
    if (event.clipboardData?.getData('text/plain')) return;
    event.preventDefault();
    event.stopPropagation();
    const isTaken = files.length > 0 && this.#options.onFiles(files);
    if (!isTaken && key) this.#send(key);
  }

  /** Keys of the browser: on a Mac those with Cmd, such as Cmd+C; elsewhere the keys that paste. */
  #isForBrowser(typed: TypedKey): boolean {
    const { key, code, ctrlKey, shiftKey, altKey, metaKey } = typed;
    if (this.#keyboard.isMac)
      return metaKey && isCommonKey(`Mod+${shiftKey ? 'Shift+' : ''}${key.toUpperCase()}`);
    if (key === 'Insert') return shiftKey && !ctrlKey && !altKey;
    if (!ctrlKey || altKey || metaKey || (code !== 'KeyV' && key.toLowerCase() !== 'v')) return false;
    const data = encodeKey(typed, 'press', this.#keyboard) ?? '';
    this.#pasteKey = data;
    setTimeout(() => {
      if (this.#pasteKey !== data) return;
      this.#pasteKey = '';
      this.#send(data);
    }, PASTE_MS);
    return true;
  }

  get #isHeld(): boolean {
    return Object.values(this.#options.held()).includes(true);
  }

  #withHeld(typed: TypedKey): TypedKey {
    const { ctrlKey, altKey, shiftKey } = this.#options.held();
    const all = {
      ctrlKey: typed.ctrlKey || ctrlKey,
      altKey: typed.altKey || altKey,
      shiftKey: typed.shiftKey || shiftKey,
    };
    return { ...typed, ...all };
  }

  #send(data: string): void {
    this.#options.send(data);
    if (this.#isHeld) this.#options.onHeldUsed();
  }

  #sendRelease(release: string): void {
    if (release && this.#options.wantsReleases()) this.#options.send(release);
  }
}

function plainTyped(key: string): TypedKey {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '';
  return { key, code, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };
}
