// What a person has decided not to trust for now: the same files of the same folder are announced once.
const KEY = 'pi-panel.untrusted-seen';
/** Folders that are remembered; the oldest go first. */
const MAX_FOLDERS = 100;

/** Of each folder, the files that were announced. */
export type Seen = Readonly<Record<string, string>>;

export function readSeen(storage: Pick<Storage, 'getItem'>): Seen {
  const text = storage.getItem(KEY);
  return text ? (JSON.parse(text) as Seen) : {};
}

/** Stores that these were seen; gives all that is seen by now. */
export function addSeen(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  workspace: string,
  paths: readonly string[],
): Seen {
  const { [workspace]: _before, ...others } = readSeen(storage);
  const kept = [...Object.entries(others), [workspace, paths.join('\n')]].slice(-MAX_FOLDERS);
  const seen = Object.fromEntries(kept) as Seen;
  storage.setItem(KEY, JSON.stringify(seen));
  return seen;
}

export function isSeen(seen: Seen, workspace: string, paths: readonly string[]): boolean {
  return seen[workspace] === paths.join('\n');
}
