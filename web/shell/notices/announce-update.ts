// After an update of the panel, a quiet notice leads to what is new, once for each browser.
import type { Actions } from '../../actions/actions.svelte.ts';
import { t } from '../../language/text.ts';
import { PersistedText } from '../../lib/storage/persisted.ts';
import { version } from '../../actions/steps/whats-new.ts';
import type { Toasts } from '../../state/notices/toasts.svelte.ts';

const seen = new PersistedText('browser', 'pi-panel.version');

/** A browser that opens the panel for the first time is told nothing. */
export function tellUpdate(toasts: Toasts, actions: Pick<Actions, 'run'>): void {
  const before = seen.get();
  seen.set(version);
  if (before === null || before === version) return;
  toasts.show('info', t('The panel was updated to {version}.', { version }), {
    label: t('What’s new'),
    act: () => void actions.run('whatsNew'),
  });
}
