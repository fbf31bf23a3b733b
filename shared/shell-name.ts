// The name of a shell, on its tab and for pi.
import type { ShellRow } from './shells.ts';

/** Returns what the user, the panel or the program calls it; otherwise its name, with the name of its folder. */
export function nameOf({ name, task, title, program, folder, workspace }: ShellRow): string {
  return (
    name ?? task ?? title ?? `${program}: ${(folder ?? workspace).split(/[/\\]/).findLast(Boolean) ?? '/'}`
  );
}
