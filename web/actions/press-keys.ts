// Offers keys that the page does not use to extensions that listen to the terminal.
import { bytesOf } from '../lib/keys/terminal-bytes.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

/** Editors, terminals and dialogs of the page, and screens of extensions, which use all keys themselves. */
const OWN_KEYS = '.monaco-editor, .xterm, dialog, [data-rows], [data-takes-keys]';

/** Sends keys to extensions. `keys`: in the notation of the page. Resolves to whether an extension consumed them. */
export async function pressKeys(agent: Agent, keys: string, target?: EventTarget | null): Promise<boolean> {
  const data = bytesOf(keys);
  if (data === null || (target instanceof Element && target.closest(OWN_KEYS))) return false;
  const answer = await agent.send<boolean>({ type: 'panel_press', data });
  return answer.success && answer.data === true;
}
