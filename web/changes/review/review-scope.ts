// Chooses the files that the review shows, from the scope or the turn that the user asked for.
import type { ChangedFile, ChangedTurn, ChangeList } from '../../../shared/changes.ts';
import type { AgentChanges } from '../../state/agent/changes.svelte.ts';
import { filesOf, turnsInScope, turnsNamed, type ScopeOptions } from '../scoped-turns.ts';
import type { Part } from './review.svelte.ts';
import { comparePaths } from '../../../shared/natural-order.ts';

type Recorded = Pick<AgentChanges, 'turns' | 'list' | 'head'>;

interface ReviewScope extends ScopeOptions {
  /** Takes precedence over the scope. It can be a range of turns. */
  turn: string | undefined;
}

interface ReviewedPart {
  /** The query for the diffs of these files. */
  part: Part;
  files: ChangedFile[];
  /** The paths of the files of which nothing is left to review, because it was undone. */
  undone: readonly string[];
}

export function reviewedFiles(
  { turns, list, head }: Recorded,
  { turn, scope, looked, running }: ReviewScope,
): ReviewedPart {
  const shell = list?.shells?.find(({ id }) => id === turn);
  if (shell) return partOf({ turn: shell.id }, [shell]);
  const named = turn === undefined ? [] : turnsNamed(turns, turn).toReversed();
  const chosen = named.length > 0 ? named : turnsInScope(turns, { scope, looked, running });
  const [newest, oldest] = [chosen[0], chosen.at(-1)];
  if (turn !== undefined) return partOf({ turn }, chosen);
  if (scope === 'head') return { part: { scope }, files: filesOf(head?.turns ?? []), undone: [] };
  const shown = scope === 'turn' ? (newest ?? turns.at(-1)) : undefined;
  if (shown) return partOf({ turn: shown.id }, chosen);
  if (scope === 'since' && oldest) return partOf({ from: oldest.id }, chosen);
  const all = list?.files ?? [];
  return { part: { scope: 'session' }, files: all.filter(({ undone }) => !undone), undone: undoneIn(all) };
}

function partOf(part: Part, turns: readonly ChangedTurn[]): ReviewedPart {
  const files = sortedFiles(turns);
  const left = new Set(files.map(({ path }) => path));
  const undone = undoneIn(turns.flatMap((turn) => turn.files)).filter((path) => !left.has(path));
  return { part, files, undone: [...new Set(undone)].sort(comparePaths) };
}

const undoneIn = (files: readonly ChangedFile[]): string[] =>
  files.filter(({ undone }) => undone).map(({ path }) => path);

/** Files of several turns are sorted like those of one, so that folders stay together. */
function sortedFiles(turns: readonly ChangedTurn[]): ChangedFile[] {
  return filesOf(turns).sort((a, b) => comparePaths(a.path, b.path));
}

/** Whether the user removed what was recorded, and no change was recorded since. */
export function isForgotten(list: Pick<ChangeList, 'turns' | 'forgottenAt'> | null): boolean {
  return list?.forgottenAt !== undefined && list.turns.every(({ files }) => files.length === 0);
}
