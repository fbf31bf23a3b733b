// Notes that the user sees the changes of a session.
import type { ChangedTurn } from '../../../shared/changes.ts';
import { withNewest } from '../../lib/storage/persisted.ts';
import { seenChanges, type Seen, type SeenChanges } from './seen-changes.svelte.ts';

const MAX_SESSIONS = 100;

/** Must be called while the changes are in sight. `turns`: oldest first. */
export function markSeen(
  session: string,
  { turns }: { turns: readonly ChangedTurn[] },
  seen: SeenChanges = seenChanges,
): void {
  const newest = turns.at(-1);
  if (!newest) return;
  const calls = [...new Set(newest.files.flatMap((file) => file.calls))];
  const before = seen.all[session];
  if (before?.at === newest.at && before.calls.length === calls.length) return;
  seen.all = withNewest<Seen>(seen.stored.get(), [session, { at: newest.at, calls }], MAX_SESSIONS);
  seen.stored.set(seen.all);
}
