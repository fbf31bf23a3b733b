// After an update of the panel, shows a notice with a link to the changes, once in each browser.
import type { Actions } from '../../actions/actions.svelte.ts';
import { t } from '../../language/text.ts';
import { PersistedText } from '../../lib/storage/persisted.ts';
import { version } from '../../actions/steps/whats-new.ts';
import type { Toasts } from '../../state/notices/toasts.svelte.ts';

const seen = new PersistedText('browser', 'pi-panel.version');

/** Shows nothing in a browser that opens the panel for the first time. */
export function announceUpdate(toasts: Toasts, actions: Pick<Actions, 'run'>): void {
  const before = seen.get();
  seen.set(version);
  if (before === null || before === version) return;
  toasts.show('info', t('The panel was updated to {version}.', { version }), {
    label: t('What’s new'),
    act: () => void actions.run('whatsNew'),
  });
}
