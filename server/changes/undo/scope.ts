// Selects the changes that an undo or redo affects, by file. Pure.
import type { Undo } from '../../../shared/changes.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { keyTime } from '../../../shared/view/transcript.ts';
import { isDone, isTakingBack, type History } from '../journal/history.ts';
import type { Turn } from '../journal/journal.ts';
import type { ScopedFile } from '../journal/scoped-file.ts';
import { isSameTurn, type Step } from '../journal/step.ts';

/** An undo of everything but hunks, which need the contents (see `hunk.ts`). */
export type StepUndo = Exclude<Undo, { hunk: unknown }>;

/** Throws a Refusal 404 for what is not in the session. */
export function undoScope(history: History, session: string, undo: StepUndo): ScopedFile[] {
  return filesOf(stepsIn(history, session, undo).filter(({ id }) => !history.undone.has(id)));
}

export function filesOf(steps: readonly Step[]): ScopedFile[] {
  return [...Map.groupBy(steps, ({ path }) => path)].map(([path, changes]) => ({
    path,
    changes: changes.map(({ before, after }) => ({ before, after })),
    steps: changes.map(({ id }) => id),
    isShared: changes.some(({ isShared }) => isShared),
  }));
}

/** All steps of the scope, including undone ones. */
export function stepsIn(history: History, session: string, undo: StepUndo): Step[] {
  const steps = stepsOf(history, session);
  if ('session' in undo) return steps;
  if ('call' in undo)
    return requireSome(
      steps.filter(({ call }) => call.id === undo.call),
      'call',
      undo.call,
    );
  if ('from' in undo) {
    const from = keyTime(undo.from);
    if (Number.isNaN(from)) throw unknownScope('from', undo.from);
    return steps.filter(({ call }) => call.turn.at >= from);
  }
  const { turn } = undo;
  const ofTurn = turn === undefined ? steps : steps.filter(({ call }) => call.turn.at === keyTime(turn));
  if (!('path' in undo)) return requireSome(ofTurn, 'turn', undo.turn);
  const old = renamesIn(ofTurn).get(undo.path);
  return requireSome(
    ofTurn.filter(({ path }) => path === undo.path || path === old),
    'path',
    undo.path,
  );
}

/** The steps of the session's current branch. A fork has those of its origin up to the fork. */
export function stepsOf({ steps, turns }: History, session: string): Step[] {
  const branch = turns.get(session) ?? [];
  const isInBranch = ({ call }: Step): boolean => hasTurn(branch, call.turn);
  return steps.filter(isInBranch);
}

function hasTurn(branch: readonly Turn[], turn: Turn): boolean {
  return branch.some((known) => isSameTurn(known, turn));
}

/** Maps new paths to old ones: a file disappeared in the same turn in which one with its content appeared. */
export function renamesIn(steps: readonly Step[]): Map<string, string> {
  const renames = new Map<string, string>();
  const taken = new Set<string>();
  const gone = Map.groupBy(
    steps.filter(({ after }) => after.kind === 'absent'),
    ({ before }) => (before.kind === 'file' ? before.hash : null),
  );
  for (const made of steps) {
    if (made.before.kind !== 'absent' || made.after.kind !== 'file' || made.after.size === 0) continue;
    const origin = gone
      .get(made.after.hash)
      ?.find(({ call, path }) => isSameTurn(call.turn, made.call.turn) && !taken.has(path));
    if (!origin) continue;
    renames.set(made.path, origin.path);
    taken.add(origin.path);
  }
  return renames;
}

/** Reverts the undo, except for what another redo has already reverted. Throws a Refusal 404 for an unknown id. */
export function redoScope(history: History, id: string): ScopedFile[] {
  const entry = history.undos.get(id);
  if (!entry) throw unknownScope('redo', id);
  const bringsBack = isTakingBack(history, entry);
  return entry.files
    .filter(({ outcome }) => isDone(outcome))
    .map(({ path, before, after, steps }) => ({
      path,
      changes: [{ before, after }],
      steps: steps.filter((step) => history.undone.has(step) === bringsBack),
      isShared: false,
    }));
}

function requireSome(steps: Step[], field: string, value: string): Step[] {
  if (steps.length > 0) return steps;
  throw unknownScope(field, value);
}

export function unknownScope(field: string, value: string): Refusal {
  const message = `${field}: no recorded change of this conversation belongs to ${JSON.stringify(value.slice(0, 200))}.`;
  return new Refusal(404, 'unknown_change', message);
}
