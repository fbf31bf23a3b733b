// The notice that pi is newer than every pi with which the panel was tested, once for each version.
import { isUntested, TESTED_PI } from '../../../shared/pi/abilities.ts';
import { t } from '../../language/text.ts';
import { PersistedText } from '../../lib/storage/persisted.ts';
import type { Toasts } from '../../state/notices/toasts.svelte.ts';

const seen = new PersistedText('browser', 'pi-panel.untested-pi');

/** `version`: of the running pi, if it is known. */
export function warnOfUntestedPi(version: string | undefined, toasts: Pick<Toasts, 'show'>): void {
  if (!isUntested(version) || seen.get() === version) return;
  seen.set(version);
  toasts.show(
    'info',
    t('pi {version} is newer than {tested}, the newest with which this panel was tested.', {
      version,
      tested: TESTED_PI,
    }),
  );
}
