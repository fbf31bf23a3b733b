// The undos of a session that can still be redone. Pure.
import type { OpenUndo } from '../../../shared/changes.ts';
import { isDone, type History, type UndoEntry } from '../journal/history.ts';
import { stepsOf } from './scope.ts';

const MAX_UNDOS = 20;

/** Newest first. */
export function openUndos(history: History, session: string): OpenUndo[] {
  const done = [...history.undos.values()].map((undo) => ({
    ...undo,
    paths: undo.files.filter(({ outcome }) => isDone(outcome)).map(({ path }) => path),
  }));
  const redone = new Set(
    done.flatMap(({ request, paths }) => ('redo' in request && paths.length > 0 ? [request.redo] : [])),
  );
  return done
    .filter(({ id, request, paths }) => 'undo' in request && paths.length > 0 && !redone.has(id))
    .filter((undo) => isUndoOf(history, session, undo))
    .map(({ id, at, paths }) => ({ entry: id, at, paths }))
    .reverse()
    .slice(0, MAX_UNDOS);
}

/**
 * Whether the session made the undo, or was forked from one that has it. A fork has the undos that were made just
 * before it, for instance by "Undo files from here", and those of changes that it has itself.
 */
function isUndoOf(history: History, session: string, undo: UndoEntry): boolean {
  if (undo.session === session) return true;
  const fork = history.forks.get(session);
  if (!fork || fork.at < undo.at || !isUndoOf(history, fork.origin, undo)) return false;
  const hasWorked = history.calls.some(
    ({ session: of, at }) => of === fork.origin && at > undo.at && at < fork.at,
  );
  if (!hasWorked) return true;
  const own = new Set(stepsOf(history, session).map(({ id }) => id));
  const steps = undo.files.flatMap((file) => file.steps);
  return steps.length > 0 && steps.every((id) => own.has(id));
}
