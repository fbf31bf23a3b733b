// Selects the changes that an undo or redo affects, by file. Pure.
import type { Undo } from '../../../shared/changes.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { keyTime } from '../../../shared/view/transcript.ts';
import { isInTurnRange } from '../../../shared/view/turn-range.ts';
import { isDone, isReverting, type History } from '../journal/history.ts';
import type { ScopedFile } from '../journal/scoped-file.ts';
import { hasTurn, isFolderStep, isSameTurn, type Step } from '../journal/step.ts';

/** Any undo except that of a hunk, for which the contents are needed (see `hunkScope`). */
export type StepUndo = Exclude<Undo, { hunk: unknown }>;

/**
 * Returns the changes that this undo takes back, without those that are already undone. Throws a Refusal 404 for a
 * call, turn, path or folder without changes in the session. `from` and `session` may match no changes.
 */
export function undoScope(history: History, session: string, undo: StepUndo): ScopedFile[] {
  return filesOf(
    stepsIn(history, session, undo).filter((step) => !history.undone.has(step.id) && !isFolderStep(step)),
  );
}

export function filesOf(steps: readonly Step[]): ScopedFile[] {
  return [...Map.groupBy(steps, ({ path }) => path)].map(([path, changes]) => ({
    path,
    changes: changes.map(({ before, after }) => ({ before, after })),
    steps: changes.map(({ id }) => id),
    isShared: changes.some(({ isShared }) => isShared),
  }));
}

/** Returns all steps of the scope, including those already undone. Throws as `undoScope` does. */
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
  const ofTurn = turn === undefined ? steps : steps.filter(({ call }) => isInTurnRange(call.turn.at, turn));
  if ('folder' in undo) return requireSome(stepsInFolder(undo.folder, ofTurn), 'folder', undo.folder);
  if (!('path' in undo)) return requireSome(ofTurn, 'turn', undo.turn);
  const origins = oldPathsOf(undo.path, ofTurn);
  return requireSome(
    ofTurn.filter(({ path }) => path === undo.path || origins.includes(path)),
    'path',
    undo.path,
  );
}

/** A renamed file belongs to the folder that it was moved to, with the steps of its old path. */
function stepsInFolder(folder: string, steps: readonly Step[]): Step[] {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  const moves = renamesIn(steps).filter(({ from, to }) => from.startsWith(prefix) !== to.startsWith(prefix));
  const moved = new Map(moves.map(({ from, to }) => [from, to]));
  return steps.filter(({ path }) => (moved.get(path) ?? path).startsWith(prefix));
}

/**
 * Returns the steps on the session's current branch, which in a fork include those of its origin up to the fork, those
 * on branches that the session has left, and those that were restored in the session.
 */
export function stepsOf({ steps, turns, left, restored }: History, session: string): Step[] {
  const known = [...(turns.get(session) ?? []), ...(left.get(session) ?? [])];
  const own = restored.get(session);
  return steps.filter(({ id, call }) => hasTurn(known, call.turn) || own?.has(id));
}

/** Returns the paths that the file had before these steps renamed it. */
export function oldPathsOf(path: string, steps: readonly Step[]): string[] {
  return renamesIn(steps).flatMap(({ from, to }) => (to === path ? [from] : []));
}

export interface Rename {
  from: string;
  to: string;
}

/** Pairs each created file with a file of the same content that was deleted in the same turn, if there is one. */
export function renamesIn(steps: readonly Step[]): Rename[] {
  const paired = new Set<Step>();
  const deletions = Map.groupBy(
    steps.filter(({ after }) => after.kind === 'absent'),
    ({ before }) => (before.kind === 'file' ? before.hash : null),
  );
  return steps.flatMap((created) => {
    const { before, after, call, path } = created;
    if (before.kind !== 'absent' || after.kind !== 'file' || after.size === 0) return [];
    const deletion = deletions
      .get(after.hash)
      ?.find((step) => isSameTurn(step.call.turn, call.turn) && step.path !== path && !paired.has(step));
    if (!deletion) return [];
    paired.add(deletion);
    return [{ from: deletion.path, to: path }];
  });
}

/**
 * Returns the changes that reverse this undo, without files that other redos have completely restored. Throws a
 * Refusal 404 for an unknown id.
 */
export function redoScope(history: History, id: string): ScopedFile[] {
  const entry = history.undos.get(id);
  if (!entry) throw unknownScope('redo', id);
  const wasUndo = isReverting(history, entry);
  const { lines } = entry;
  return entry.files.flatMap(({ path, before, after, steps, outcome }) => {
    const open = steps.filter((step) => history.undone.has(step) === wasUndo);
    // The undo of a hunk has no steps, because it undoes only a part of one.
    const isOpen = steps.length === 0 || open.length > 0;
    if (!isDone(outcome) || !isOpen) return [];
    return [{ path, changes: [{ before, after }], steps: open, isShared: false, ...(lines && { lines }) }];
  });
}

function requireSome(steps: Step[], field: 'call' | 'turn' | 'path' | 'folder', value: string): Step[] {
  if (steps.length > 0) return steps;
  throw unknownScope(field, value);
}

const NOUNS = {
  call: 'tool run',
  turn: 'message',
  from: 'message',
  path: 'file',
  folder: 'folder',
  redo: 'undo',
};

export function unknownScope(field: keyof typeof NOUNS, value: string): Refusal {
  const name = JSON.stringify(value.slice(0, 200));
  const message = `This conversation has no recorded change for the ${NOUNS[field]} ${name}.`;
  return new Refusal(404, 'unknown_change', message);
}
