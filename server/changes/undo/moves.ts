// Finds which files a call moved: those that left one path, and are at another one after it. Pure.
import type { FileState } from '../contents/file-state.ts';

interface Change {
  path: string;
  before: FileState;
  after: FileState;
  from?: string;
}

export interface Move<T> {
  from: T;
  to: T;
}

/**
 * Pairs the changes of one call. Both sides of a swap are moves. `canMove`: whether the file at the new path can be
 * moved back.
 */
export function movesIn<T extends Change>(
  changes: readonly T[],
  canMove: (to: T) => boolean = () => true,
): Move<T>[] {
  const left = Map.groupBy(changes, ({ before }) => contentOf(before));
  const taken = new Set<T>();
  let moves: Move<T>[] = [];
  for (const to of changes) {
    const from = to.from === undefined ? undefined : changes.find(({ path }) => path === to.from);
    if (!from || !canMove(to)) continue;
    taken.add(from);
    moves.push({ from, to });
  }
  for (const to of changes) {
    const content = contentOf(to.after);
    if (moves.some((move) => move.to === to)) continue;
    if (content === null || contentOf(to.before) === content || !canMove(to)) continue;
    const free = (left.get(content) ?? []).filter(
      (from) => contentOf(from.after) !== content && !taken.has(from),
    );
    const gone = free.filter(({ after }) => after.kind === 'absent');
    const from = [...gone, ...free].find((one) => nameOf(one) === nameOf(to)) ?? gone[0] ?? free[0];
    if (!from) continue;
    taken.add(from);
    moves.push({ from, to });
  }
  // A file that keeps its path is not moved, unless another file was moved over it.
  for (let count = Infinity; moves.length < count;) {
    count = moves.length;
    const known = moves;
    moves = moves.filter(({ from }) => from.after.kind !== 'file' || known.some(({ to }) => to === from));
  }
  return moves;
}

/** Empty files are not told apart. */
function contentOf(state: FileState): string | null {
  return state.kind === 'file' && state.size > 0 ? state.hash : null;
}

function nameOf({ path }: Change): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
