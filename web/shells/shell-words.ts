// What the page says about shells.
import type { ShellRow } from '../../shared/shells.ts';
import { t } from '../language/text.ts';

export function endWords({ code, signal }: NonNullable<ShellRow['exit']>): string {
  return signal === 0 ? t('exit code {code}##shell', { code }) : t('ended by signal {signal}', { signal });
}
