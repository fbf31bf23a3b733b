// The shortcuts of extensions as actions of the page: the key table, the palette and the key handler list them with
// the page's own.
import { t } from '../language/text.ts';
import type { ExtensionShortcut } from '../../shared/view/registered.ts';
import { keysOfPi } from '../lib/keys/terminal-keys.ts';
import { send, type Action } from './action.ts';

const PREFIX = 'shortcut:';

/** The key belongs to the conversation: an editor or a terminal of the page keeps its own keys. */
export function isExtensionShortcut(id: string): boolean {
  return id.startsWith(PREFIX);
}

/** The key is the wanted one: `KeyBindings` leaves it out where it belongs to something else. */
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
