// The undos of a session that can still be redone. Pure.
import type { OpenUndo } from '../../../shared/changes.ts';
import { isDone, withoutParts, type History, type UndoEntry } from '../journal/history.ts';
import { redoScope, stepsOf } from './scope.ts';

const MAX_UNDOS = 20;

/** Newest first, each with the files that were not redone. */
export function openUndos(history: History, session: string): OpenUndo[] {
  const undos = [...history.undos.values()];
  // The undo of a hunk has no steps, so `redoScope` does not know that it was redone. A file that was undone once more
  // after its redo belongs to the later undo.
  const redone = new Set(
    undos.flatMap(({ request, files }) =>
      'redo' in request
        ? files.filter(({ outcome }) => isDone(outcome)).map(({ path }) => `${request.redo} ${path}`)
        : [],
    ),
  );
  return undos
    .filter((undo) => 'undo' in undo.request && isUndoOf(history, session, undo))
    .map(({ id, at, lines }) => {
      const changed = redoScope(history, id).map(({ path, changes: [change] }) => ({ path, ...change! }));
      const paths = withoutParts(changed).map(({ path }) => path);
      const open = paths.filter((path) => !redone.has(`${id} ${path}`));
      return { entry: id, at, paths: open, ...(lines && { lines }) };
    })
    .filter(({ paths }) => paths.length > 0)
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
