// Selects the changes that an undo or redo affects, by file. Pure.
import type { Undo } from '../../../shared/changes.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { keyTime } from '../../../shared/view/transcript.ts';
import { isInTurnRange } from '../../../shared/view/turn-range.ts';
import { isDone, isReverting, type History } from '../journal/history.ts';
import type { ScopedFile } from '../journal/scoped-file.ts';
import { movesIn } from './moves.ts';
import { hasTurn, isFolderStep, isSameTurn, isShellKey, shellKey, type Step } from '../journal/step.ts';

/** Any undo except those for which the contents are needed (see `hunkScope` and `discardScope`). */
export type StepUndo = Exclude<Undo, { hunk: unknown } | { discard: unknown }>;
type TurnUndo = Extract<StepUndo, { turn?: unknown }>;

/**
 * Returns the changes that this undo takes back, without those that are already undone. Throws a Refusal 404 for a
 * call, turn, path or folder without changes in the session. `from` and `session` may match no changes.
 */
export function undoScope(history: History, session: string, undo: StepUndo): ScopedFile[] {
  return filesOf(stepsIn(history, session, undo).filter(({ id }) => !history.undone.has(id)));
}

/** `steps`: in the order of time. */
export function filesOf(steps: readonly Step[]): ScopedFile[] {
  const orders = new Map(steps.map((step, order) => [step, order]));
  return [...Map.groupBy(steps, ({ path }) => path)].map(([path, changes]) => ({
    path,
    changes: changes.map((step) => ({
      before: step.before,
      after: step.after,
      call: `${step.call.at} ${step.call.id}`,
      order: orders.get(step)!,
      ...(step.isReplaced && { isReplaced: true as const }),
    })),
    steps: changes.map(({ id }) => id),
    isShared: changes.some(({ isShared }) => isShared),
  }));
}

/** Returns all steps of the scope, including those already undone. Throws as `undoScope` does. */
export function stepsIn(history: History, session: string, undo: StepUndo): Step[] {
  if ('turn' in undo && undo.turn !== undefined && isShellKey(undo.turn)) return stepsInShell(history, undo);
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
  return stepsOfTurn(
    undo,
    turn === undefined ? steps : steps.filter(({ call }) => isInTurnRange(call.turn.at, turn)),
  );
}

/** Returns the steps of a command in a shell, which belong to no session. */
function stepsInShell({ steps }: History, undo: TurnUndo): Step[] {
  return stepsOfTurn(
    undo,
    steps.filter(({ call }) => call.shell && shellKey(call.turn) === undo.turn),
  );
}

function stepsOfTurn(undo: TurnUndo, ofTurn: readonly Step[]): Step[] {
  if ('folder' in undo) return requireSome(stepsInFolder(undo.folder, ofTurn), 'folder', undo.folder);
  if (!('path' in undo)) return requireSome([...ofTurn], 'turn', undo.turn);
  const paths = pathsBehind(undo.path, ofTurn);
  const own = ofTurn.filter(({ path }) => paths.has(path));
  return withFolders(requireSome(own, 'path', undo.path), ofTurn);
}

/** Returns the path, and all from which calls moved its files to it. */
function pathsBehind(path: string, steps: readonly Step[]): ReadonlySet<string> {
  const moves = [...renamesIn(steps), ...callMovesIn(steps)];
  const paths = new Set([path]);
  for (const known of paths) for (const { from, to } of moves) if (to === known) paths.add(from);
  return paths;
}

/** Adds the steps that made or removed the folders of these files. */
function withFolders(own: readonly Step[], all: readonly Step[]): Step[] {
  const isAround = ({ path }: Step): boolean => own.some((step) => step.path.startsWith(`${path}/`));
  return all.filter((step) => own.includes(step) || (isFolderStep(step) && isAround(step)));
}

/** A renamed file belongs to the folder that it was moved to, with the steps of its old path. */
function stepsInFolder(folder: string, steps: readonly Step[]): Step[] {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  const moves = renamesIn(steps).filter(({ from, to }) => from.startsWith(prefix) !== to.startsWith(prefix));
  const moved = new Map(moves.map(({ from, to }) => [from, to]));
  const own = steps.filter(({ path }) => `${moved.get(path) ?? path}/`.startsWith(prefix));
  return withFolders(own, steps);
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

export interface Rename {
  from: string;
  to: string;
}

/** Returns the moves within each call, which include both halves of a swap. */
function callMovesIn(steps: readonly Step[]): Rename[] {
  return [...Map.groupBy(steps, ({ call }) => call).values()].flatMap((ofCall) =>
    movesIn(ofCall).map(({ from, to }) => ({ from: from.path, to: to.path })),
  );
}

/** Returns where each file was before the renames, also if it was renamed more than once. */
export function originsIn(steps: readonly Step[]): Map<string, string> {
  const origins = new Map<string, string>();
  for (const { from, to } of renamesIn(steps)) {
    const origin = origins.get(from) ?? from;
    if (origin !== to) origins.set(to, origin);
  }
  return origins;
}

/**
 * Pairs each created file with a file of the same content that was deleted in the same turn, if possible by the same
 * call.
 */
export function renamesIn(steps: readonly Step[]): Rename[] {
  const paired = new Set<Step>();
  const deletions = Map.groupBy(
    steps.filter(({ after }) => after.kind === 'absent'),
    ({ before }) => (before.kind === 'file' ? before.hash : null),
  );
  return steps.flatMap((created) => {
    const { before, after, call, path } = created;
    if (before.kind !== 'absent' || after.kind !== 'file' || after.size === 0) return [];
    const found = deletions
      .get(after.hash)
      ?.filter((step) => isSameTurn(step.call.turn, call.turn) && step.path !== path && !paired.has(step));
    const deletion = found?.find((step) => step.call === call) ?? found?.[0];
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
  return entry.files.flatMap(({ path, before, after, from, isReplaced, steps, outcome }) => {
    const open = steps.filter((step) => history.undone.has(step) === wasUndo);
    // The undo of a hunk has no steps, because it undoes only a part of one.
    const isOpen = steps.length === 0 || open.length > 0;
    if (!isDone(outcome) || !isOpen) return [];
    const change = {
      before,
      after,
      call: id,
      order: 0,
      ...(from !== undefined && { from }),
      ...(isReplaced && { isReplaced }),
    };
    return [{ path, changes: [change], steps: open, isShared: false, ...(lines && { lines }) }];
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
