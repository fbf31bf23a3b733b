// The untrusted files that the user has put off: the same files of the same folder are announced once.
import { asRecord, isText, Persisted } from '../../lib/storage/persisted.ts';

/** More folders than this are forgotten, the oldest first. */
const MAX_FOLDERS = 100;

/** Folder to its announced files, one in each line. */
export type Seen = Readonly<Record<string, string>>;

const stored = new Persisted<Seen>({
  area: 'browser',
  key: 'pi-panel.untrusted-seen',
  parse: (value) => asRecord(value, isText),
});

export function readSeen(): Seen {
  return stored.get();
}

/** Stores that these files were announced; returns all that is stored now. */
export function addSeen(workspace: string, paths: readonly string[]): Seen {
  const { [workspace]: _before, ...others } = readSeen();
  const kept = [...Object.entries(others), [workspace, paths.join('\n')]].slice(-MAX_FOLDERS);
  const seen = Object.fromEntries(kept) as Seen;
  stored.set(seen);
  return seen;
}

export function isSeen(seen: Seen, workspace: string, paths: readonly string[]): boolean {
  return seen[workspace] === paths.join('\n');
}
