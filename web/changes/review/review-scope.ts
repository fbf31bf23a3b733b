// Chooses the files that the review shows, from the scope or the turn that the user asked for.
import type { ChangedFile, ChangedTurn, ChangeList } from '../../../shared/changes.ts';
import type { AgentChanges } from '../../state/agent/changes.svelte.ts';
import { filesOf, turnsInScope, turnsNamed, type ScopeOptions } from '../scoped-turns.ts';
import type { Part } from './review.svelte.ts';

type Recorded = Pick<AgentChanges, 'turns' | 'list' | 'head'>;

interface ReviewScope extends ScopeOptions {
  /** Takes precedence over the scope. It can be a range of turns. */
  turn: string | undefined;
}

/** Returns the files. `part` is the query for the diffs of these files. */
export function reviewedFiles(
  { turns, list, head }: Recorded,
  { turn, scope, looked, running }: ReviewScope,
): { part: Part; files: ChangedFile[] } {
  const named = turn === undefined ? [] : turnsNamed(turns, turn).toReversed();
  const chosen = named.length > 0 ? named : turnsInScope(turns, { scope, looked, running });
  const [newest, oldest] = [chosen[0], chosen.at(-1)];
  if (turn !== undefined) return { part: { turn }, files: sortedFiles(chosen) };
  if (scope === 'head') return { part: { scope }, files: filesOf(head?.turns ?? []) };
  const shown = scope === 'turn' ? (newest ?? turns.at(-1)) : undefined;
  if (shown) return { part: { turn: shown.id }, files: sortedFiles(chosen) };
  if (scope === 'since' && oldest) return { part: { from: oldest.id }, files: sortedFiles(chosen) };
  return { part: { scope: 'session' }, files: (list?.files ?? []).filter(({ undone }) => !undone) };
}

/** Files of several turns are sorted like those of one, so that folders stay together. */
function sortedFiles(turns: readonly ChangedTurn[]): ChangedFile[] {
  return filesOf(turns).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether the user removed what was recorded, and no change was recorded since. */
export function isForgotten(list: Pick<ChangeList, 'turns' | 'forgottenAt'> | null): boolean {
  return list?.forgottenAt !== undefined && list.turns.every(({ files }) => files.length === 0);
}
