// What the page says about shells.
import type { ShellRow } from '../../shared/shells.ts';
import { t } from '../language/text.ts';

/** Returns what the user or the program calls it; otherwise its name, with the name of its folder. */
export function nameOf({ name, title, program, folder, workspace }: ShellRow): string {
  return name ?? title ?? `${program}: ${(folder ?? workspace).split(/[/\\]/).findLast(Boolean) ?? '/'}`;
}

export function endWords({ code, signal }: NonNullable<ShellRow['exit']>): string {
  return signal === 0 ? t('exit code {code}##shell', { code }) : t('ended by signal {signal}', { signal });
}
