// After an update of the panel, a quiet notice leads to what is new, once for each browser.
import { t } from '../../language/text.ts';
import { PersistedText } from '../../lib/storage/persisted.ts';
import type { Toasts } from '../../state/notices/toasts.svelte.ts';

const seen = new PersistedText('browser', 'pi-panel.version');

/** `show`: what is new. A browser that opens the panel for the first time is told nothing. */
export async function tellUpdate(toasts: Toasts, show: () => void): Promise<void> {
  const { version } = await import('../../actions/steps/whats-new.ts');
  const before = seen.get();
  seen.set(version);
  if (before === null || before === version) return;
  toasts.show('info', t('The panel was updated to {version}.', { version }), {
    label: t('What’s new'),
    act: show,
  });
}
