import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';

/** The name of a file that is being saved, before it gets its own. Hidden from lists, searches and watchers. */
export function temporaryName(): string {
  return `.pi-panel-${randomBytes(8).toString('hex')}.tmp`;
}

export function isTemporary(name: string): boolean {
  return /^\.pi-panel-[\da-f]{16}\.tmp$/.test(name);
}

/** Whether its writer was killed in the middle: no save takes ten minutes. */
export function isLeftover(stats: Stats): boolean {
  return Date.now() - stats.mtimeMs > 10 * 60_000;
}
