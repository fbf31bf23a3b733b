// The ids of the changes of a file. A file without lines to compare has one change, which is kept or undone whole.
import type { ChangeDiff, ChangeKind } from '../../../shared/changes.ts';
import { digest } from '../../../shared/digest.ts';
import type { Hunk } from '../../../shared/hunks.ts';

interface Compared {
  path: string;
  kind: ChangeKind;
  /** A string is the reason why there is no diff. */
  diff: ChangeDiff | string;
  hunks: readonly Hunk[];
}

/**
 * Returns the ids. An id stays the same while the contents on both sides do, so that a file that changes must be
 * reviewed again.
 */
export function changeIds({ path, kind, diff, hunks }: Compared): string[] {
  if (hunks.length > 0 || typeof diff === 'string') return hunks.map(({ id }) => id);
  const isWhole =
    'binary' in diff || kind === 'mode' || kind === 'renamed' || diff.beforeEtag !== diff.afterEtag;
  if (!isWhole) return [];
  const only = kind === 'mode' || kind === 'renamed' ? kind : '';
  return [digest([path, 'file', diff.beforeEtag ?? '', diff.afterEtag ?? '', only].join('\0'))];
}

/**
 * Returns the change to go to when a file is shown in another way: its first open one, or the first if all are done. None
 * if the user is at one of its changes, given by `current`, which stays.
 */
export function changeToEnter(
  ids: readonly string[],
  { current, isDone }: { current: string | null; isDone: (id: string) => boolean },
): string | undefined {
  return current === null ? (ids.find((id) => !isDone(id)) ?? ids[0]) : undefined;
}
