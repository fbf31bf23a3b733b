// Turns the shortcuts of extensions into actions, so that the key table, the palette and the key handler treat them
// like the panel's own.
import { t } from '../language/text.ts';
import type { ExtensionShortcut } from '../../shared/view/registered.ts';
import { keysOfPi } from '../lib/keys/terminal-keys.ts';
import { send, type Action } from './action.ts';

const PREFIX = 'shortcut:';

/**
 * Whether this is the action of a shortcut. Its key works in the conversation, but not in an editor or a terminal of
 * the page.
 */
export function isExtensionShortcut(id: string): boolean {
  return id.startsWith(PREFIX);
}

/**
 * Returns the action of a shortcut, with the key that the extension asks for. `KeyBindings` does not bind a key that is
 * already in use.
 */
export function shortcutAction({ path, name, key, description }: ExtensionShortcut): Action {
  return {
    id: `${PREFIX}${path} ${key}`,
    label: `${description || key} (${name})`,
    section: t('Extensions'),
    group: 'panel',
    keys: keysOfPi(key) ?? '',
    piKey: key,
    run: (context) => send(context, { type: 'panel_shortcut', path, key }),
  };
}
