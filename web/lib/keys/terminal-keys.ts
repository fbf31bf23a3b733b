// Translates keys from pi's notation (`ctrl+shift+u`), and lists the keys that a browser or a text field uses. A
// shortcut of an extension gets such a key only if the user chooses it.

/** Names of keys that the page does not derive by capitalizing pi's name. */
const NAMES: Readonly<Record<string, string>> = {
  esc: 'Escape',
  return: 'Enter',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  pageup: 'PageUp',
  pagedown: 'PageDown',
};

/** Returns the keys in the notation of the page. Returns null for keys that type or move the caret in a text field. */
export function keysOfPi(key: string): string | null {
  const parts = key.toLowerCase().split('+');
  const last = parts.pop()!;
  const has = (modifier: string): boolean => parts.includes(modifier);
  const name = NAMES[last] ?? last[0]?.toUpperCase() + last.slice(1);
  if (!name || last === 'space') return null;
  if (!has('ctrl') && !has('super') && !has('alt') && !/^F\d+$/.test(name)) return null;
  return [(has('ctrl') || has('super')) && 'Mod', has('alt') && 'Alt', has('shift') && 'Shift', name]
    .filter(Boolean)
    .join('+');
}

const COMMON = new Set([
  ...[...'ACDEFGHJLNOPQRSTUVWXYZ0123456789+-', 'Tab', 'Enter', 'Backspace', 'Delete'].map(
    (key) => `Mod+${key}`,
  ),
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'].map(
    (key) => `Mod+${key}`,
  ),
  ...[...'BCIJKNPRTVWZ', 'Tab', 'Delete'].map((key) => `Mod+Shift+${key}`),
  ...['ArrowLeft', 'ArrowRight', 'Home', 'D', 'F', 'F4'].map((key) => `Alt+${key}`),
  ...['F1', 'F3', 'F5', 'F6', 'F7', 'F11', 'F12'],
]);

/** Whether a browser, or the text field of the composer, uses these keys. */
export function isCommonKey(keys: string): boolean {
  return COMMON.has(keys);
}
