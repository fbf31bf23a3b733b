// Offers keys that the page does not use to extensions that listen to the terminal.
import { encodeKey, type TypedKey } from '../lib/keys/kitty-keys.ts';
import { LearnedKeyboard } from '../lib/keys/keyboard.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

/** Editors, terminals and dialogs of the page, and screens of extensions, which use all keys themselves. */
const OWN_KEYS = '.monaco-editor, .xterm, dialog, [data-rows], [data-takes-keys]';
const ESCAPE = {
  key: 'Escape',
  code: 'Escape',
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
};

let keyboard: LearnedKeyboard | null = null;

/** Whether the page's own element takes the key, so that extensions must not get it. */
export function takesOwnKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(OWN_KEYS) !== null;
}

/** Sends a key to extensions, without a key Esc. Resolves to whether an extension consumed it. */
export async function pressKey(agent: Agent, typed: TypedKey = ESCAPE): Promise<boolean> {
  keyboard ??= new LearnedKeyboard();
  const data = encodeKey(typed, 'press', keyboard);
  if (data === null) return false;
  const answer = await agent.send<boolean>({ type: 'panel_press', data });
  return answer.success && answer.data === true;
}
