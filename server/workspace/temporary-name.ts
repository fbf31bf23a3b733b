// The names of files and folders that the panel has not finished yet: while they are saved, uploaded, put back, or
// removed by an undo. Listings, searches and watchers do not show them.
import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';

/** Distinguishes the names of this process from those of others. */
const OWN = randomBytes(4).toString('hex');
/** A save, an upload or an undo that is older was cut short, because its process was killed. */
const MAX_MS = 10 * 60_000;

export function temporaryName(): string {
  return `.pi-panel-${OWN}${randomBytes(4).toString('hex')}.tmp`;
}

export function isTemporary(name: string): boolean {
  return /^\.pi-panel-[\da-f]{16}\.tmp$/.test(name);
}

/**
 * Whether a killed process left this behind. The time of the last change of the inode counts, because a file that is put
 * back or moved away keeps its old modification time.
 */
export function isLeftover(name: string, { ctimeMs }: Stats): boolean {
  return isTemporary(name) && !name.startsWith(`.pi-panel-${OWN}`) && Date.now() - ctimeMs > MAX_MS;
}
