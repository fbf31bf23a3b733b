// Plans an undo as a whole: the rows for the user, each with what it writes. Files that the calls moved among each
// other are undone together or not at all.
import type { PlanAction } from '../../../shared/changes.ts';
import { ABSENT, isSameState, type ReadState } from '../contents/file-state.ts';
import type { RealEntry } from '../contents/real-entry.ts';
import type { Reversal, ScopedFile } from '../journal/scoped-file.ts';
import { notAFolder, planFile, type FilePlan, type ReadContent } from './plan-file.ts';
import { isFolder, isThere, TOGETHER, type PlannedRow, type PlannedWrite } from './planned.ts';
import { traceBack, type Track } from './trace.ts';

export interface Sources {
  /** Returns what is at a path now, or why it is never written, as a sentence for the user. */
  read: (path: string) => Promise<RealEntry | string>;
  readContent: ReadContent;
}

interface Planned extends FilePlan {
  path: string;
  track: Track;
}

const TAKEN = 'Its earlier path is taken by another file, so it keeps its content here.';

/** Returns the rows of files and links, and those of folders, in no particular order. */
export async function planRows(files: readonly ScopedFile[], sources: Sources): Promise<PlannedRow[]> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const now = new Map<string, RealEntry>();
  const refused = new Map<string, string>();
  for (const { path } of files) {
    const read = await sources.read(path);
    if (typeof read === 'string') refused.set(path, read);
    now.set(path, typeof read === 'string' ? { state: ABSENT } : read);
  }
  const current = (at: string | null): ReadState =>
    at === null ? { state: ABSENT } : (now.get(at) ?? { state: ABSENT });
  const { tracks, displaced, groups } = traceBack(files, (path) => current(path).state.kind === 'file');
  const plans = new Map<string, Planned>();
  for (const [path, track] of tracks) {
    const why = refused.get(path);
    const plan: FilePlan =
      why === undefined
        ? await planTrack(track, { path, current: current(track.at), readContent: sources.readContent })
        : { action: 'conflict', why, target: current(track.at) };
    plans.set(path, { ...plan, path, track });
  }
  for (const [path, plan] of plans) {
    // What is behind a link stays, unless the link itself is undone.
    const { blockedBy } = now.get(path)!;
    const isUndone = blockedBy !== undefined && isChange(plans.get(blockedBy), current(blockedBy));
    const { changes } = byPath.get(path)!;
    const [first, last] = [changes[0], changes.at(-1)];
    const isBackAlready = first !== undefined && isSameState(first.before, last!.after);
    if (blockedBy !== undefined && !isUndone && !isBackAlready && !isImpossible(plan.action))
      plans.set(path, { ...plan, action: 'conflict', why: notAFolder(blockedBy) });
  }
  const inTheWay = new Set<string>();
  for (const { at, changes } of displaced) {
    if (at === null) continue;
    const { target, action } = await planFile(changes, current(at), sources.readContent);
    if (isThere(target.state) || isImpossible(action)) inTheWay.add(at);
  }
  return groups.flatMap((paths) => {
    const all = paths.map((path) => plans.get(path)!);
    const rows = rowsOf(all, { now: current, inTheWay });
    return finishRows(
      rows,
      paths.map((path) => byPath.get(path)!),
    );
  });
}

/** Plans the file of a track. A file that the agent made and the user changed keeps its content, and moves back. */
async function planTrack(
  { at, changes }: Track,
  { path, current, readContent }: { path: string; current: ReadState; readContent: ReadContent },
): Promise<FilePlan> {
  const plan = await planFile(changes, current, readContent);
  if (plan.action !== 'conflict' || at === null || at === path || changes[0]?.before.kind !== 'absent')
    return plan;
  const kept = await planFile(changes.slice(1), current, readContent);
  return isImpossible(kept.action) ? plan : { ...kept, action: 'merge', why: plan.why! };
}

function isChange(plan: Planned | undefined, current: ReadState): boolean {
  return plan !== undefined && !isImpossible(plan.action) && !isSameState(plan.target.state, current.state);
}

function isImpossible(action: PlanAction): boolean {
  return action === 'conflict' || action === 'unknown';
}

/** Whether the file before the change is not the one after it, which may have other names. */
function isOfAnother({ before, after, isReplaced }: Reversal): boolean {
  return isReplaced === true || before.kind !== 'file' || after.kind !== 'file';
}

interface Around {
  now: (at: string | null) => ReadState;
  inTheWay: ReadonlySet<string>;
}

function rowsOf(plans: readonly Planned[], { now, inTheWay }: Around): PlannedRow[] {
  const fault = plans.find(({ action, path }) => isImpossible(action) || inTheWay.has(path));
  const writes = new Map<string, PlannedWrite>();
  for (const { path, target, track } of plans) {
    const before = now(path).state;
    const isMoved = track.at !== null && track.at !== path && target.state.kind === 'file';
    if (isMoved || !isSameState(before, target.state))
      writes.set(path, {
        path,
        before,
        after: target,
        ...(isMoved && { from: track.at! }),
        // A file that is not on disk is none of the names of the one that is there.
        ...((track.at === null || track.changes.some(isOfAnother)) && { isReplaced: true as const }),
        steps: [],
      });
  }
  const left = new Set([...writes.values()].flatMap(({ from }) => from ?? []));
  // The same content as before is written again, because the file that has it moves.
  for (const { path, target } of plans)
    if (left.has(path) && !writes.has(path))
      writes.set(path, { path, before: now(path).state, after: target, steps: [] });
  const rows: PlannedRow[] = [];
  for (const plan of plans) {
    const { path, target } = plan;
    const write = writes.get(path);
    // It is part of the row of the path that the file moves to.
    if (write && left.has(path) && !isThere(target.state)) continue;
    const isOwnFault = isImpossible(plan.action) || inTheWay.has(path);
    if (!write && !isOwnFault && plans.length > 1 && writes.size > 0) continue;
    const from = write?.from === undefined ? {} : { from: write.from };
    if (fault) {
      const action = isImpossible(plan.action) ? plan.action : 'conflict';
      const why = isImpossible(plan.action) ? plan.why! : isOwnFault ? TAKEN : TOGETHER;
      if (write || isOwnFault) rows.push({ path, ...from, action, why, writes: [], sources: [] });
      continue;
    }
    const action = write ? actionOf(plan, write) : 'nothing';
    const own = write ? [write, ...(write.from === undefined ? [] : departureOf(write.from, writes))] : [];
    rows.push({ path, ...from, action, ...(plan.why && { why: plan.why }), writes: own, sources: [] });
  }
  return rows;
}

function departureOf(from: string, writes: ReadonlyMap<string, PlannedWrite>): PlannedWrite[] {
  const write = writes.get(from);
  return write && !isThere(write.after.state) ? [write] : [];
}

function actionOf({ action }: FilePlan, { after }: PlannedWrite): PlanAction {
  if (!isThere(after.state)) return 'delete';
  return action === 'merge' ? 'merge' : 'restore';
}

/** Adds what all rows of a group have in common. Its steps belong to the paths that are written. */
function finishRows(rows: PlannedRow[], sources: ScopedFile[]): PlannedRow[] {
  const writes = rows.flatMap((row) => row.writes);
  for (const { path, steps } of sources) {
    const write = writes.find((one) => one.path === path) ?? writes[0];
    write?.steps.push(...steps);
  }
  const isShared = sources.some((source) => source.isShared);
  return rows.map((row) => {
    const others = rows.filter((other) => other !== row).map(({ path }) => path);
    return {
      ...row,
      ...(isShared && { shared: true as const }),
      ...(others.length > 0 && { with: others }),
      sources,
    };
  });
}

/** Whether the row is about a folder only. */
export function isFolderRow({ path, sources }: PlannedRow): boolean {
  const changes = sources.filter((source) => source.path === path).flatMap((source) => source.changes);
  const isEither = (state: ReadState['state']): boolean => isFolder(state) || !isThere(state);
  return changes.length > 0 && changes.every(({ before, after }) => isEither(before) && isEither(after));
}
