// Reads keys from events and formats them for tables and tooltips. The page's keys work everywhere but behind a
// dialog, even inside an editor or a terminal. The table of actions defines which action has which key.
import { t } from '../../language/text.ts';

/** Maps the id of each action to its keys, separated by spaces (`Escape Mod+.`). An empty string means no keys. */
export type Bindings = Readonly<Record<string, string>>;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The only key that also types text. It works outside text fields. */
export const HELP_KEY = '?';

/**
 * Whether the key belongs to an input method, such as the Enter that ends a composition. Nothing else may act on such a
 * key. PageKeys.svelte keeps it from all fields but Monaco and terminals, which need to see it. Safari reports that
 * Enter after `compositionend`, with the key code 229.
 */
export function isForInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

/** Whether the key sends the typed text. If Enter begins a new line, it sends together with another key. */
export function isSendKey(event: Omit<Pressed, 'code'>, enterSends: boolean): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  return key === 'Enter' && !shiftKey && (enterSends || ctrlKey || metaKey || altKey);
}

/** Returns the id of the action with these keys, or null. */
export function findAction(keys: string | null, bindings: Bindings): string | null {
  if (!keys) return null;
  return Object.entries(bindings).find(([, own]) => own.split(' ').includes(keys))?.[0] ?? null;
}

/**
 * Returns the pressed keys in the notation of the tables (`Mod+Shift+O`). Returns null for a modifier alone and for
 * keys that type text. Only Escape, F1 to F12 and `?` work without Mod or Alt.
 */
export function keysOf(event: Pressed, onMac: boolean): string | null {
  if (event.key === HELP_KEY && !event.ctrlKey && !event.metaKey && !event.altKey) return HELP_KEY;
  const mod = onMac ? event.metaKey : event.ctrlKey;
  const otherMod = onMac ? event.ctrlKey : event.metaKey;
  if (otherMod || ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead'].includes(event.key)) return null;
  // With Alt, `key` on a Mac is the character that the combination types, not the letter.
  const letter = event.altKey ? /^(?:Key|Digit)(.)$/.exec(event.code)?.[1] : undefined;
  // With Shift, `key` is another character in each layout.
  if (event.code === 'Backquote')
    return mod ? `Mod+${event.altKey ? 'Alt+' : ''}${event.shiftKey ? 'Shift+' : ''}\`` : null;
  const key = letter ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  if (!mod && !event.altKey && !/^(Escape|F\d+)$/.test(key)) return null;
  if (key === ' ' || key === '+') return null;
  return [mod && 'Mod', event.altKey && 'Alt', event.shiftKey && 'Shift', key].filter(Boolean).join('+');
}

/** Formats keys for a tooltip: `Ctrl+J`, on a Mac `⌘J`. */
export function keyLabel(keys: string, onMac: boolean): string {
  return keys
    .split(' ')
    .map((each) => labelOf(each, onMac))
    .join(', ');
}

const ARROWS = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

function labelOf(keys: string, onMac: boolean): string {
  const signs: Record<string, string> = onMac
    ? { ...ARROWS, Mod: '⌘', Shift: '⇧', Alt: '⌥', Escape: 'Esc' }
    : { ...ARROWS, Mod: 'Ctrl', Escape: 'Esc' };
  const parts = keys.split('+').map((part) => signs[part] ?? part);
  return parts.join(onMac ? '' : '+');
}

/** Keys that browsers reserve, so that a page gets no event for them. */
const BROWSER_KEYS = ['N', 'T', 'W'].flatMap((key) => [`Mod+${key}`, `Mod+Shift+${key}`]);

/** Explains why an action cannot have these keys. Returns null if it can. */
export function keyProblem(keys: string | null): string | null {
  if (keys === null) return t('A shortcut needs Ctrl, Cmd or Alt, or is one of F1 to F12.');
  if (BROWSER_KEYS.includes(keys)) return t('{key} belongs to the browser.', { key: keyLabel(keys, isMac) });
  return null;
}

export const isMac = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '');
