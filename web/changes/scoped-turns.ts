// Selects the turns in a scope, and joins their files.
import type { ChangedFile, ChangedTurn } from '../../shared/changes.ts';
import { isInTurnRange } from '../../shared/view/turn-range.ts';
import { joinFiles } from '../state/agent/joined-files.ts';
import type { Scope } from './change-words.ts';

export interface ScopeOptions {
  scope: Scope;
  /** The time of the last turn at which the user has looked. */
  looked: number;
}

/** Returns the turns newest first. A turn without changes is left out, unless it was not fully recorded. */
export function turnsInScope(turns: readonly ChangedTurn[], { scope, looked }: ScopeOptions): ChangedTurn[] {
  const relevant = turns.filter(({ files, coverage }) => files.length > 0 || coverage !== 'full').reverse();
  if (scope === 'turn') return relevant.slice(0, 1);
  return scope === 'since' ? relevant.filter(({ at }) => at > looked) : relevant;
}

/** Returns the turns with this name, which may be a range, oldest first. */
export function turnsNamed(turns: readonly ChangedTurn[], name: string): ChangedTurn[] {
  return turns.filter(({ at }) => isInTurnRange(at, name));
}

/** Returns each file once, in the state of its newest turn, without undone changes. */
export function filesOf(turns: readonly ChangedTurn[]): ChangedFile[] {
  const active = turns.flatMap((turn) => turn.files.filter(({ undone }) => !undone));
  return joinFiles(active);
}
