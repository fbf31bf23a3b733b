// Remembers the untrusted files for which the user chose "Not now", so that the same files are announced once per
// folder.
import { asRecord, isText, Persisted, withNewest } from '../../lib/storage/persisted.ts';

/** Beyond this number, the oldest folders are dropped. */
const MAX_FOLDERS = 100;

/** Maps a folder to its announced files, one per line. */
export type Seen = Readonly<Record<string, string>>;

const stored = new Persisted<Seen>({
  area: 'browser',
  key: 'pi-panel.untrusted-seen',
  parse: (value) => asRecord(value, isText),
});

export function readSeen(): Seen {
  return stored.get();
}

/** Marks these files as announced. Returns the new state. */
export function addSeen(workspace: string, paths: readonly string[]): Seen {
  const seen = withNewest(readSeen(), [workspace, paths.join('\n')], MAX_FOLDERS);
  stored.set(seen);
  return seen;
}

export function isSeen(seen: Seen, workspace: string, paths: readonly string[]): boolean {
  return seen[workspace] === paths.join('\n');
}
