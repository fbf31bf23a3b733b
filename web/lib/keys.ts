// How keys are read from events and written in tables and tooltips. The page's keys hold everywhere, also inside an
// editor or a terminal; which action has which key is in the table of actions.

/** Action id to keys; empty: the action has none. */
export type Bindings = Readonly<Record<string, string>>;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Id of the action that these keys belong to, if any. */
export function findAction(event: Pressed, bindings: Bindings, onMac: boolean): string | null {
  const pressed = keysOf(event, onMac);
  if (!pressed) return null;
  return Object.entries(bindings).find(([, keys]) => keys === pressed)?.[0] ?? null;
}

/**
 * The pressed keys as the tables write them (`Mod+Shift+O`). Null for a modifier alone and for keys that type text:
 * only F1 to F12 work without Mod or Alt.
 */
export function keysOf(event: Pressed, onMac: boolean): string | null {
  const mod = onMac ? event.metaKey : event.ctrlKey;
  const otherMod = onMac ? event.ctrlKey : event.metaKey;
  if (otherMod || ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead'].includes(event.key)) return null;
  // With Alt, `key` on a Mac is the character that the combination types, not the letter.
  const letter = event.altKey ? /^(?:Key|Digit)(.)$/.exec(event.code)?.[1] : undefined;
  const key = letter ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  if (!mod && !event.altKey && !/^F\d+$/.test(key)) return null;
  if (key === ' ' || key === '+') return null;
  return [mod && 'Mod', event.altKey && 'Alt', event.shiftKey && 'Shift', key].filter(Boolean).join('+');
}

/** As a tooltip shows them: `Ctrl+J`, on a Mac `⌘J`; empty for no keys. */
export function keyLabel(keys: string, onMac: boolean): string {
  if (!onMac) return keys.replace('Mod', 'Ctrl');
  const signs: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
  return keys
    .split('+')
    .map((part) => signs[part] ?? part)
    .join('');
}

export const isMac = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '');
