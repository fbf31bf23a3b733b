// The undos of a session that can still be redone. Pure.
import type { OpenUndo } from '../../../shared/changes.ts';
import { isDone, type History } from '../journal/history.ts';

const MAX_UNDOS = 20;

/** Newest first. */
export function openUndos({ undos }: History, session: string): OpenUndo[] {
  const done = [...undos.values()].map((undo) => ({
    ...undo,
    paths: undo.files.filter(({ outcome }) => isDone(outcome)).map(({ path }) => path),
  }));
  const redone = new Set(
    done.flatMap(({ request, paths }) => ('redo' in request && paths.length > 0 ? [request.redo] : [])),
  );
  return done
    .filter((undo) => undo.session === session && 'undo' in undo.request && undo.paths.length > 0)
    .filter(({ id }) => !redone.has(id))
    .map(({ id, at, paths }) => ({ entry: id, at, paths }))
    .reverse()
    .slice(0, MAX_UNDOS);
}
