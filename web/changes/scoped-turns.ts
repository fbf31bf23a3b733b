// The turns that a scope shows, and their files.
import type { ChangedFile, ChangedTurn } from '../../shared/changes.ts';
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

/** Each file once, as its newest turn has it, without those that were taken back. */
export function filesOf(turns: readonly ChangedTurn[]): ChangedFile[] {
  const active = turns.flatMap((turn) => turn.files.filter(({ undone }) => !undone));
  const byPath = Map.groupBy(active, ({ path }) => path);
  return [...byPath.values()].map(joinFiles).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function joinFiles(same: ChangedFile[]): ChangedFile {
  const [first] = same;
  const sum = { added: 0, removed: 0 };
  for (const { added, removed } of same) {
    sum.added += added;
    sum.removed += removed;
  }
  const kind = same.some((file) => file.kind === 'created') ? ('created' as const) : first!.kind;
  return { ...first!, ...(same.length > 1 && { ...sum, kind }) };
}
