// Selects the turns in a scope, and joins their files.
import type { ChangedFile, ChangedTurn, ShellTurn } from '../../shared/changes.ts';
import type { Entry } from '../../shared/view/conversation.ts';
import { keyTime } from '../../shared/view/transcript.ts';
import { isInTurnRange } from '../../shared/view/turn-range.ts';
import { joinFiles } from '../state/agent/joined-files.ts';
import type { ChangeScope } from '../state/workbench/requests.ts';

export interface ScopeOptions {
  scope: ChangeScope;
  /** The time of the last turn at which the user has looked. */
  looked: number;
  /** When the user sent the message on which the agent is working, in ms since 1970; null if it is idle. */
  running: number | null;
}

/** Returns the turns newest first. A turn without changes is left out, unless it was not fully recorded. */
export function turnsInScope(
  turns: readonly ChangedTurn[],
  { scope, looked, running }: ScopeOptions,
): ChangedTurn[] {
  const relevant = turns.filter(({ files, coverage }) => files.length > 0 || coverage !== 'full').reverse();
  if (scope === 'turn') return relevant.slice(0, 1).filter(({ at }) => at >= (running ?? 0));
  return scope === 'since' ? relevant.filter(({ at }) => at > looked) : relevant;
}

/**
 * Returns what the user did in shells in the scope, newest first. `shown`: the agent's turns in the scope. What was done
 * since the last turn began is shown with it.
 */
export function shellsInScope(
  shells: readonly ShellTurn[],
  { scope, looked }: Pick<ScopeOptions, 'scope' | 'looked'>,
  shown: readonly ChangedTurn[],
): ShellTurn[] {
  if (scope === 'head') return [];
  const from = scope === 'turn' ? (shown.at(-1)?.at ?? 0) : scope === 'since' ? looked : 0;
  return shells.filter(({ at }) => at > from).reverse();
}

/** Returns the last turn with changes. */
export function lastTurn(turns: readonly ChangedTurn[]): ChangedTurn | undefined {
  return turnsInScope(turns, { scope: 'turn', looked: 0, running: null })[0];
}

/**
 * Returns when the user sent the message on which the agent is working. Steering messages, which come after the calls of
 * tools, belong to the same turn. `entries`: oldest first.
 */
export function runningSince(entries: readonly Entry[]): number | null {
  let since: number | null = null;
  for (const { key, message } of entries.toReversed())
    if (message.role === 'user') since = keyTime(key);
    else if (message.role === 'assistant' && message.stopReason !== 'toolUse' && since !== null) break;
  return since;
}

/** Returns the turns with this name, which may be a range, oldest first. */
export function turnsNamed(turns: readonly ChangedTurn[], name: string): ChangedTurn[] {
  return turns.filter(({ at }) => isInTurnRange(at, name));
}

/** `turns`: newest first. Returns each file once, in the state of its newest turn, without undone changes. */
export function filesOf(turns: readonly ChangedTurn[]): ChangedFile[] {
  return joinFiles(turns.map((turn) => turn.files.filter(({ undone }) => !undone)));
}
