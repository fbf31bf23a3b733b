// The one table of the page's own keys. They hold everywhere, also inside an editor or a terminal, so nothing may
// stand here that a person needs there.

export const KEYS = {
  focusComposer: { keys: 'Mod+I', label: 'Write a message' },
  toggleTerminal: { keys: 'Mod+J', label: 'Terminal' },
  toggleRail: { keys: 'Mod+B', label: 'Side bar' },
  newSession: { keys: 'Mod+Shift+O', label: 'New session' },
  pickModel: { keys: 'Mod+Shift+M', label: 'Model' },
} as const satisfies Record<string, KeyEntry>;

export interface KeyEntry {
  /** `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys: string;
  label: string;
}

export type KeyId = keyof typeof KEYS;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Which entry of the table was pressed, if any. */
export function keyIdOf(event: Pressed, isMac: boolean): KeyId | null {
  for (const [id, { keys }] of Object.entries(KEYS)) {
    if (isPressed(event, keys, isMac)) return id as KeyId;
  }
  return null;
}

/** As it stands in a tooltip: `Ctrl+J`, on a Mac `⌘J`. */
export function keyLabel(keys: string, isMac: boolean): string {
  if (!isMac) return keys.replace('Mod', 'Ctrl');
  const signs: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
  return keys
    .split('+')
    .map((part) => signs[part] ?? part)
    .join('');
}

export const isMac = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '');

function isPressed(event: Pressed, keys: string, onMac: boolean): boolean {
  const parts = keys.split('+');
  const mod = onMac ? event.metaKey : event.ctrlKey;
  const otherMod = onMac ? event.ctrlKey : event.metaKey;
  return (
    event.key.toLowerCase() === parts.at(-1)?.toLowerCase() &&
    mod === parts.includes('Mod') &&
    !otherMod &&
    event.shiftKey === parts.includes('Shift') &&
    event.altKey === parts.includes('Alt')
  );
}
