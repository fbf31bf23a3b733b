// The hunks whose undo waits for the end of the turn.
import type { ChangeList } from '../../../shared/changes.ts';

/** Returns their ids. */
export function waitingHunks(list: Pick<ChangeList, 'queued'> | null): ReadonlySet<string> {
  const waiting = list?.queued.filter(({ isRedo, outcome }) => !isRedo && outcome === null) ?? [];
  return new Set(waiting.flatMap(({ hunk }) => hunk ?? []));
}
