// Finds the lines that an undo would take from the disk although they belong to a file that is not undone: a call has
// moved them from that file to another one, as a whole or in part, and they may be in no other place.
import { isWritten } from '../../../shared/plan-rows.ts';
import type { FileState } from '../contents/file-state.ts';
import type { Reversal, ScopedFile } from '../journal/scoped-file.ts';
import type { Sources } from './plan-rows.ts';
import type { PlannedRow } from './planned.ts';

/** Those of a content; null if it is no longer stored, and may have any. */
type Lines = ReadonlySet<string> | null;

interface Change extends Reversal {
  path: string;
}

const NONE: Lines = new Set();

/** Returns the paths of such writes. `known`: all changes of the session, because the lines may have gone on in calls
 * that were undone before.
 */
export async function findTakenLines(
  rows: readonly PlannedRow[],
  { known, ...sources }: Sources & { known: readonly ScopedFile[] },
): Promise<string[]> {
  const kept = new Set(
    rows.flatMap((row) =>
      isWritten(row) || row.action === 'nothing' ? [] : row.sources.map(({ path }) => path),
    ),
  );
  const writes = rows.filter(isWritten).flatMap((row) => row.writes);
  if (kept.size === 0 || writes.length === 0) return [];
  const moved = await followLines(
    kept,
    changesIn([...rows.flatMap((row) => row.sources), ...known]),
    sources,
  );
  if (moved.size === 0) return [];
  const left = await Promise.all([...kept].map((path) => linesAt(path, sources)));
  const elsewhere = [...left, ...writes.map(({ after }) => linesIn(after.bytes))].reduce<Lines>(union, NONE);
  const found: string[] = [];
  for (const { path } of writes) {
    const now = common(moved.has(path) ? moved.get(path)! : NONE, await linesAt(path, sources));
    if (!isEmpty(minus(now, elsewhere))) found.push(path);
  }
  return found;
}

/** Returns the lines that came from files that are not undone, by the path at which they arrived. */
async function followLines(
  kept: ReadonlySet<string>,
  changes: readonly Change[],
  sources: Sources,
): Promise<ReadonlyMap<string, Lines>> {
  const byPath = Map.groupBy(changes, ({ path }) => path);
  const byCall = Map.groupBy(changes, ({ call }) => call);
  const differences = differencesIn(sources);
  const moved = new Map<string, Lines>();
  /** Lines that left a path, by the call that took them. */
  let leaving = new Map<string | undefined, Lines>();
  const passOn = async (path: string, lines: Lines): Promise<void> => {
    for (const { call, before, after } of byPath.get(path) ?? []) {
      const left = common(lines, await differences(before, after));
      if (!isEmpty(left)) leaving.set(call, union(leaving.get(call) ?? NONE, left));
    }
  };
  for (const path of kept) await passOn(path, null);
  while (leaving.size > 0) {
    const gone = leaving;
    leaving = new Map();
    for (const [call, lines] of gone)
      for (const { path, before, after } of byCall.get(call)!) {
        const known = moved.has(path) ? moved.get(path)! : NONE;
        if (kept.has(path) || known === null) continue;
        const arrived = minus(common(lines, await differences(after, before)), known);
        if (isEmpty(arrived)) continue;
        moved.set(path, union(known, arrived));
        await passOn(path, arrived);
      }
  }
  return moved;
}

/** Each once. Rows that are undone together have the same sources. */
function changesIn(files: readonly ScopedFile[]): Change[] {
  const changes = files.flatMap((file) => file.changes.map((change) => ({ path: file.path, ...change })));
  const keyOf = ({ path, call, before, after }: Change): string =>
    JSON.stringify([path, call, before, after]);
  return [...new Map(changes.map((change) => [keyOf(change), change])).values()];
}

/** Returns a function that tells which lines one content has, and another one does not. */
function differencesIn({ readContent }: Sources): (one: FileState, other: FileState) => Promise<Lines> {
  const known = new Map<string, Promise<Lines>>();
  const linesOf = (state: FileState): Promise<Lines> => {
    if (state.kind !== 'file') return Promise.resolve(NONE);
    const lines = known.get(state.hash) ?? readContent(state.hash).then((bytes) => bytes && linesIn(bytes));
    known.set(state.hash, lines);
    return lines;
  };
  return async (one, other) => minus(await linesOf(one), (await linesOf(other)) ?? NONE);
}

async function linesAt(path: string, { read }: Sources): Promise<Lines> {
  const entry = await read(path);
  return linesIn(typeof entry === 'string' ? undefined : entry.bytes);
}

/** Lines of spaces are everywhere. */
function linesIn(bytes: Buffer | undefined): ReadonlySet<string> {
  const lines = bytes?.toString('latin1').split('\n') ?? [];
  return new Set(lines.filter((line) => line.trim() !== ''));
}

function common(one: Lines, other: Lines): Lines {
  if (one === null || other === null) return one ?? other;
  return new Set([...one].filter((line) => other.has(line)));
}

function union(one: Lines, other: Lines): Lines {
  return one && other && new Set([...one, ...other]);
}

function minus(lines: Lines, other: Lines): Lines {
  if (lines === null || other === null) return lines;
  return new Set([...lines].filter((line) => !other.has(line)));
}

function isEmpty(lines: Lines): boolean {
  return lines?.size === 0;
}
