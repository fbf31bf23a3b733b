// Follows files back through the calls of an undo to the paths that they had before. Pure.
import { ABSENT, isSameState, type FileState } from '../contents/file-state.ts';
import type { Reversal, ScopedFile } from '../journal/scoped-file.ts';
import { movesIn } from './moves.ts';

/** What belongs at a path after the undo. */
export interface Track {
  /** The path at which it is now; null if it is not on disk. */
  at: string | null;
  /** Whether the oldest change made the file, so that older ones at its path are those of another file. */
  isCreated?: boolean;
  /** The changes to take back, oldest first. */
  changes: Reversal[];
}

export interface Trace {
  /** By the path after the undo. */
  tracks: Map<string, Track>;
  /** What has to be gone after the undo, because another file belongs at its path. */
  displaced: Track[];
  /** The paths between which the calls moved files. They are undone together. */
  groups: string[][];
}

interface Change extends Reversal {
  path: string;
}

/** `isFile`: whether there is a file at this path now. Anything else has replaced the one that was moved. */
export function traceBack(files: readonly ScopedFile[], isFile: (path: string) => boolean): Trace {
  const tracks = new Map<string, Track>(files.map(({ path }) => [path, { at: path, changes: [] }]));
  const displaced: Track[] = [];
  const groups = new Groups(files.map(({ path }) => path));
  for (const changes of callsOf(files)) {
    const moves = movesIn(changes, ({ path }) => {
      const { at } = tracks.get(path)!;
      return at !== null && isFile(at);
    });
    for (const { from, to } of moves) groups.join(from.path, to.path);
    const next = new Map<string, Track>();
    for (const change of changes) {
      const { path, before, after } = change;
      const track = tracks.get(path)!;
      const back = moves.find(({ to }) => to === change);
      const hasArrived = moves.some(({ from }) => from === change);
      if (!back && !hasArrived) {
        if (track.isCreated && track.at !== path) {
          displaced.push(track);
          next.set(path, { at: null, changes: [] });
        }
        addChange(next.get(path) ?? track, change);
      }
      if (back) {
        addChange(track, { before: back.from.before, after });
        next.set(back.from.path, track);
      } else if (hasArrived) {
        if (after.kind !== 'absent') addChange(track, { before: ABSENT, after });
        displaced.push(track);
      }
      if (back && !hasArrived) next.set(path, createdFrom(before));
    }
    for (const [path, track] of next) tracks.set(path, track);
  }
  return { tracks, displaced, groups: groups.all() };
}

/** A change that leads to the same state is left out, so that it does not hide the older ones from each other. */
function addChange(track: Track, { before, after, isReplaced }: Reversal): void {
  if (!isSameState(before, after))
    track.changes.unshift({ before, after, ...(isReplaced && { isReplaced }) });
  track.isCreated = before.kind === 'absent';
}

function createdFrom(before: FileState): Track {
  return { at: null, changes: before.kind === 'absent' ? [] : [{ before, after: ABSENT }] };
}

/** Groups the changes by call, the newest call first. A change without a call is on its own. */
function callsOf(files: readonly ScopedFile[]): Change[][] {
  const calls = new Map<string, { order: number; changes: Change[] }>();
  for (const { path, changes } of files)
    for (const [
      nth,
      { before, after, from, isReplaced, call = `${nth} ${path}`, order = nth },
    ] of changes.entries()) {
      const known = calls.get(call) ?? { order, changes: [] };
      const isTwice = known.changes.some((change) => change.path === path);
      const own = isTwice ? { order, changes: [] } : known;
      own.order = Math.max(own.order, order);
      own.changes.push({
        path,
        before,
        after,
        ...(from !== undefined && { from }),
        ...(isReplaced && { isReplaced }),
      });
      calls.set(isTwice ? `${nth} ${path}` : call, own);
    }
  return [...calls.values()].sort((a, b) => b.order - a.order).map(({ changes }) => changes);
}

/** Disjoint sets of paths. */
class Groups {
  readonly #of: Map<string, string[]>;

  constructor(paths: readonly string[]) {
    this.#of = new Map(paths.map((path) => [path, [path]]));
  }

  join(a: string, b: string): void {
    const [one, other] = [this.#of.get(a)!, this.#of.get(b)!];
    if (one === other) return;
    one.push(...other);
    for (const path of other) this.#of.set(path, one);
  }

  all(): string[][] {
    return [...new Set(this.#of.values())];
  }
}
