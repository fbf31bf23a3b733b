// The turns that a scope shows.
import type { ChangedTurn } from '../../shared/changes.ts';
import type { Scope } from './change-words.ts';

export interface ScopeOptions {
  scope: Scope;
  /** The time of the last turn that was looked at. */
  looked: number;
}

/** Newest first. Turns that changed nothing are left out, unless they are not covered. */
export function turnsInScope(turns: readonly ChangedTurn[], { scope, looked }: ScopeOptions): ChangedTurn[] {
  const worth = turns.filter(({ files, coverage }) => files.length > 0 || coverage !== 'full').reverse();
  if (scope === 'turn') return worth.slice(0, 1);
  return scope === 'since' ? worth.filter(({ at }) => at > looked) : worth;
}
