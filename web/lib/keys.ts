// The one table of the page's own keys, as they are until a person changes them. They hold everywhere, also inside
// an editor or a terminal, so nothing may stand here that a person needs there. Ctrl+Alt is AltGr on many
// keyboards: no entry uses it.
import type { CommandType } from '../../shared/pi/command-facts.ts';

export const KEYS = {
  openPalette: { keys: 'Mod+K', label: 'Command palette' },
  focusComposer: { keys: 'Mod+I', label: 'Write a message' },
  toggleTerminal: { keys: 'Mod+J', label: 'Terminal' },
  toggleRail: { keys: 'Mod+B', label: 'Side bar' },
  showFiles: { keys: '', label: 'Files' },
  showSessions: { keys: 'Alt+S', label: 'Sessions' },
  showLog: { keys: 'Alt+L', label: 'Event log' },
  showKeys: { keys: 'Alt+K', label: 'Keyboard shortcuts' },
  showSettings: { keys: '', label: 'Settings of pi' },
  restartAgent: { keys: '', label: 'Restart the agent' },
  newSession: { keys: 'Mod+Shift+O', label: 'New session' },
  pickModel: { keys: 'Mod+Shift+M', label: 'Model' },
} as const satisfies Record<string, KeyEntry>;

/** Keys of pi's commands; the others have none until a person gives them one. */
export const COMMAND_KEYS: { readonly [T in CommandType]?: string } = {
  cycle_model: 'Alt+M',
  cycle_thinking_level: 'Alt+T',
  abort: 'Mod+.',
};

export interface KeyEntry {
  /** `Mod` is Cmd on a Mac and Ctrl elsewhere; empty: none. */
  keys: string;
  label: string;
}

export type PageActionId = keyof typeof KEYS;
/** What pi has no command for and the panel's own extension does. */
export const COMPANION_ACTIONS = ['panel_navigate', 'panel_use_tools', 'panel_reload'] as const;
export type CompanionActionId = (typeof COMPANION_ACTIONS)[number];
/** Whatever a key can be given to: what the page does, and what pi is asked for. */
export type ActionId = PageActionId | CommandType | CompanionActionId;
/** Action to keys. */
export type Bindings = Readonly<Record<string, string>>;

export const DEFAULT_BINDINGS: Bindings = {
  ...Object.fromEntries(Object.entries(KEYS).map(([id, { keys }]) => [id, keys])),
  ...COMMAND_KEYS,
};

export function isPageAction(id: ActionId): id is PageActionId {
  return Object.hasOwn(KEYS, id);
}

export function isCompanionAction(id: ActionId): id is CompanionActionId {
  return (COMPANION_ACTIONS as readonly string[]).includes(id);
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Which action these keys were given to, if any. */
export function actionOf(event: Pressed, bindings: Bindings, onMac: boolean): ActionId | null {
  const pressed = keysOf(event, onMac);
  if (!pressed) return null;
  const found = Object.entries(bindings).find(([, keys]) => keys === pressed);
  return found ? (found[0] as ActionId) : null;
}

/**
 * What is pressed, as the table writes it (`Mod+Shift+O`). Null for a modifier alone, and for what a person types
 * text with: only F1 to F12 go without Mod or Alt.
 */
export function keysOf(event: Pressed, onMac: boolean): string | null {
  const mod = onMac ? event.metaKey : event.ctrlKey;
  const otherMod = onMac ? event.ctrlKey : event.metaKey;
  if (otherMod || ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead'].includes(event.key)) return null;
  // With Alt a Mac gives the sign that this types, not the letter.
  const letter = event.altKey ? /^(?:Key|Digit)(.)$/.exec(event.code)?.[1] : undefined;
  const key = letter ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key);
  if (!mod && !event.altKey && !/^F\d+$/.test(key)) return null;
  if (key === ' ' || key === '+') return null;
  return [mod && 'Mod', event.altKey && 'Alt', event.shiftKey && 'Shift', key].filter(Boolean).join('+');
}

/** As it stands in a tooltip: `Ctrl+J`, on a Mac `⌘J`; empty where there is no key. */
export function keyLabel(keys: string, onMac: boolean): string {
  if (!onMac) return keys.replace('Mod', 'Ctrl');
  const signs: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
  return keys
    .split('+')
    .map((part) => signs[part] ?? part)
    .join('');
}

export const isMac = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '');
