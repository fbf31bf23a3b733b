// Encodes keys as a terminal with the Kitty keyboard protocol does, with the flags that pi asks for (7 in pi 0.73.1 to
// 1.6.0): escape codes without ambiguity, releases and repeats, and the key of the US layout beside that of the user's.
// Keys that only type text are left to the text field, so that dead keys and input methods work.
import { US_KEYS } from './us-layout.ts';

export type KeyPhase = 'press' | 'repeat' | 'release';

export interface TypedKey extends Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'
> {
  /** Whether AltGr is held. On Windows, the browser then also reports Ctrl and Alt. */
  hasAltGraph?: boolean;
}

export interface Keyboard {
  isMac: boolean;
  /** Returns what the key with this code types without Shift, as far as it is known. */
  unshifted: (code: string) => string | undefined;
}

/** The number and the final character of keys that type no text. pi < 0.80 knows no other form of F1 to F4. */
const FUNCTIONAL: Readonly<Record<string, readonly [number, string]>> = {
  Escape: [27, 'u'],
  Enter: [13, 'u'],
  Tab: [9, 'u'],
  Backspace: [127, 'u'],
  Insert: [2, '~'],
  Delete: [3, '~'],
  PageUp: [5, '~'],
  PageDown: [6, '~'],
  ArrowUp: [1, 'A'],
  ArrowDown: [1, 'B'],
  ArrowRight: [1, 'C'],
  ArrowLeft: [1, 'D'],
  End: [1, 'F'],
  Home: [1, 'H'],
  ...Object.fromEntries(
    [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].map((number, at) => [`F${at + 1}`, [number, '~']]),
  ),
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`F${at + 13}`, [57376 + at, 'u']])),
  ContextMenu: [57363, 'u'],
};
/** Without a modifier these are the same in every protocol, and their releases are not reported. */
const PLAIN: Readonly<Record<string, string>> = { Enter: '\r', Tab: '\t', Backspace: '\x7f' };

const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const SUPER = 8;
const PHASES = { press: '', repeat: ':2', release: ':3' };

/** Returns the escape code, or null if the key types text, is dead, or is only a modifier. */
export function encodeKey(typed: TypedKey, phase: KeyPhase, keyboard: Keyboard): string | null {
  const { key } = typed;
  const modifiers =
    (typed.shiftKey ? SHIFT : 0) |
    (typed.altKey ? ALT : 0) |
    (typed.ctrlKey ? CTRL : 0) |
    (typed.metaKey ? SUPER : 0);
  const plain = PLAIN[key];
  if (plain && phase === 'release') return null;
  if (plain && modifiers === 0) return plain;
  const functional = FUNCTIONAL[key];
  if (functional) return sequence(functional, modifiers, phase);
  if ([...key].length !== 1) return null;
  return encodeText(typed, modifiers, { phase, keyboard });
}

function encodeText(
  typed: TypedKey,
  modifiers: number,
  { phase, keyboard }: { phase: KeyPhase; keyboard: Keyboard },
): string | null {
  const { key, code } = typed;
  const isOption = keyboard.isMac && modifiers === (modifiers & (ALT | SHIFT)) && typed.altKey;
  if (typed.hasAltGraph || (isOption && typesWithOption(typed, keyboard))) return null;
  const isText = (modifiers & (ALT | CTRL | SUPER)) === 0;
  // Terminals report Shift+Space although it also types a space, so that it can be told apart.
  if (isText && phase !== 'release' && !(key === ' ' && typed.shiftKey)) return null;
  const own = isOption ? (keyboard.unshifted(code) ?? US_KEYS[code]?.[0] ?? key) : key;
  const base = baseOf(own, typed, keyboard);
  const shifted = typed.shiftKey ? (upper(base) === base && !isOption ? key : upper(base)) : base;
  const layout = US_KEYS[code]?.[0] ?? base;
  const isShifted = shifted !== base || (typed.shiftKey && !isLetter(base) && base !== ' ');
  const codes = [point(base), isShifted ? point(shifted) : '', layout === base ? '' : point(layout)];
  return sequence([codes.join(':').replace(/:+$/, ''), 'u'], modifiers, phase);
}

/**
 * Whether the Option key of a Mac makes this key type a character that programs need, such as `@` on a German keyboard.
 * All others count as Alt, because they are the shortcuts of editors.
 */
function typesWithOption({ key, code }: TypedKey, { unshifted }: Keyboard): boolean {
  const isAscii = key > ' ' && key <= '~';
  const own = [unshifted(code), ...(US_KEYS[code] ?? [])];
  return isAscii && !own.includes(key) && !own.includes(key.toLowerCase());
}

/** Returns what the key types without Shift. If that is unknown, the key itself, which pi finds as well. */
function baseOf(key: string, { code, shiftKey }: TypedKey, { unshifted }: Keyboard): string {
  const lower = key.toLowerCase();
  if ([...lower].length === 1 && lower !== key) return lower;
  if (!shiftKey || isLetter(key)) return key;
  const [base, shifted] = US_KEYS[code] ?? [];
  return unshifted(code) ?? (shifted === key ? base : undefined) ?? key;
}

function isLetter(character: string): boolean {
  return character.toLowerCase() !== character.toUpperCase();
}

function upper(character: string): string {
  const result = character.toUpperCase();
  return [...result].length === 1 ? result : character;
}

function point(character: string): number {
  return character.codePointAt(0)!;
}

function sequence(
  [number, final]: readonly [number | string, string],
  modifiers: number,
  phase: KeyPhase,
): string {
  const isPlain = modifiers === 0 && phase === 'press';
  if (isPlain) return `\x1b[${number === 1 ? '' : number}${final}`;
  return `\x1b[${number};${modifiers + 1}${PHASES[phase]}${final}`;
}
