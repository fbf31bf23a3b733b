// The key bindings of pi's TUI, for the components of extensions, which look keys up by the names of pi's actions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PiParts } from '../pi-parts.ts';

/** pi's own defaults, which it does not export (as of 0.87.1; older versions have fewer). */
const APP_KEYS: Record<string, string | string[]> = {
  'app.interrupt': 'escape',
  'app.clear': 'ctrl+c',
  'app.exit': 'ctrl+d',
  'app.suspend': 'ctrl+z',
  'app.thinking.cycle': 'shift+tab',
  'app.thinking.save': 'ctrl+s',
  'app.thinking.toggle': 'ctrl+t',
  'app.model.cycleForward': 'ctrl+p',
  'app.model.cycleBackward': 'shift+ctrl+p',
  'app.model.select': 'ctrl+l',
  'app.tools.expand': 'ctrl+o',
  'app.editor.external': 'ctrl+g',
  'app.message.copy': 'ctrl+x',
  'app.message.followUp': 'alt+enter',
  'app.message.dequeue': 'alt+up',
  'app.clipboard.pasteImage': 'ctrl+v',
  'app.session.new': [],
  'app.session.tree': [],
  'app.session.fork': [],
  'app.session.resume': [],
  'app.session.toggleNamedFilter': 'ctrl+n',
  'app.session.togglePath': 'ctrl+p',
  'app.session.toggleSort': 'ctrl+s',
  'app.session.rename': 'ctrl+r',
  'app.session.delete': 'ctrl+d',
  'app.session.deleteNoninvasive': 'ctrl+backspace',
  'app.tree.foldOrUp': ['ctrl+left', 'alt+left'],
  'app.tree.unfoldOrDown': ['ctrl+right', 'alt+right'],
  'app.tree.editLabel': 'shift+l',
  'app.tree.toggleLabelTimestamp': 'shift+t',
};

/** Returns the key bindings, and installs them for pi's own components, which name the keys in their hints. */
export function piKeybindings({ agent, keybindings }: PiParts): object {
  const { KeybindingsManager, TUI_KEYBINDINGS, setKeybindings } = keybindings;
  if (!KeybindingsManager) return { matches: () => false, getKeys: () => [] };
  const app = Object.entries(APP_KEYS).map(([id, defaultKeys]) => [id, { defaultKeys }] as const);
  const manager = new KeybindingsManager(
    { ...TUI_KEYBINDINGS, ...Object.fromEntries(app) },
    userKeys(agent.getAgentDir?.()),
  );
  setKeybindings?.(manager);
  return manager;
}

/** Reads the user's own keys for pi from `keybindings.json`. An unreadable file counts as empty. */
function userKeys(folder: string | undefined): object {
  if (!folder) return {};
  try {
    const keys: unknown = JSON.parse(readFileSync(join(folder, 'keybindings.json'), 'utf8'));
    return typeof keys === 'object' && keys !== null ? keys : {};
  } catch {
    return {};
  }
}
