// What a person has decided not to trust for now: the same files of the same folder are announced once.
import { asRecord, isText, Persisted } from '../../lib/persisted.ts';

/** Folders that are remembered; the oldest go first. */
const MAX_FOLDERS = 100;

/** Of each folder, the files that were announced. */
export type Seen = Readonly<Record<string, string>>;

const stored = new Persisted<Seen>({
  area: 'browser',
  key: 'pi-panel.untrusted-seen',
  parse: (value) => asRecord(value, isText),
});

export function readSeen(): Seen {
  return stored.get();
}

/** Stores that these were seen; gives all that is seen by now. */
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
