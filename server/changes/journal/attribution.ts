// Decides which call made a change. A path that a tool was asked to change belongs to that call. A path that was only
// noticed on disk belongs to the call if nothing else could have written it in the meantime. Otherwise it is shared. What
// the user saved in the panel meanwhile is taken out if the journal has the contents before and after it.
import { isLeftOut } from './doubts.ts';
import { isSameContent, isSameState, type FileState } from '../contents/file-state.ts';
import type { JournalRecord } from './journal.ts';
import { afterShells, isDuring as isDuringCall } from './shell-writes.ts';
import { isSameTurn, type Call, type Step } from './step.ts';

type Save = Extract<JournalRecord, { type: 'save' }>;

/** Returns the steps with `isShared` set, without those that another call explains. */
export function markShared(
  calls: readonly Call[],
  steps: readonly Step[],
  { records, shells = [] }: { records: readonly JournalRecord[]; shells?: readonly Step[] },
): Step[] {
  const others = overlaps(calls);
  const commands = commandsIn(records);
  const saves = Map.groupBy(
    records.filter((record) => record.type === 'save'),
    ({ path }) => path,
  );
  const asked = Map.groupBy(
    steps.filter(({ isFound }) => !isFound),
    ({ path }) => path,
  );
  const isDuring = ({ at, from = at }: Save, call: Call): boolean =>
    call.from <= at && from <= (call.endedAt ?? Infinity);
  return steps.flatMap((step) => {
    const { call, path, isFound } = step;
    const meanwhile = others.get(call) ?? [];
    if (isFound && asked.get(path)?.some((other) => meanwhile.includes(other.call))) return [];
    const meanwhileSaved = (saves.get(path) ?? []).filter((save) => isDuring(save, call));
    const before = stateAfter(meanwhileSaved, isFound ? step.before : afterShells(step, shells));
    if (before && isSameState(before, step.after)) return [];
    const hasOther = meanwhile.some((other) => !isSameTurn(other.turn, call.turn) && mayWrite(other, path));
    const hasCommand = commands.some(({ from, to }) => from <= (call.endedAt ?? Infinity) && call.from <= to);
    const hasShell = shells.some((other) => other.path === path && isDuringCall(other, call));
    const isShared =
      before === null || isLeftOut(step.doubt) || (isFound && (hasOther || hasCommand || hasShell));
    return [{ ...step, before: before ?? step.before, isShared }];
  });
}

/**
 * Returns what the saves made of this state, or null if something else wrote between them, in which case a content is
 * missing.
 */
function stateAfter(saves: readonly Save[], before: FileState): FileState | null {
  let now = before;
  for (const { base, after } of saves) {
    // The call began after the file was written, and before that was recorded.
    if (isSameContent(now, after)) continue;
    const isBased = base === null ? now.kind === 'absent' : now.kind === 'file' && now.hash === base;
    if (!isBased || after.kind !== 'file') return null;
    // A save keeps the mode.
    now = { ...after, mode: now.kind === 'file' ? now.mode : 0o644 };
  }
  return now;
}

/** Whether a call may write this path. A call that declared its paths writes only those. */
function mayWrite({ before }: Call, path: string): boolean {
  return before.size === 0 || before.has(path);
}

/** Returns, for each call, the calls that ran at the same time. */
function overlaps(calls: readonly Call[]): Map<Call, Call[]> {
  const found = new Map<Call, Call[]>();
  const add = (call: Call, other: Call): void => void found.set(call, [...(found.get(call) ?? []), other]);
  let running: Call[] = [];
  for (const call of calls.toSorted((a, b) => a.from - b.from)) {
    // A call without an end was cut off. Only calls from other processes can still overlap it, and only briefly.
    running = running.filter(({ endedAt, session }) => {
      if (endedAt === null) return session !== call.session;
      // The next call of a session may begin in the millisecond in which the previous one ends.
      return session === call.session ? endedAt > call.from : endedAt >= call.from;
    });
    for (const other of running) {
      add(call, other);
      add(other, call);
    }
    running.push(call);
  }
  return found;
}

function commandsIn(records: readonly JournalRecord[]): { from: number; to: number }[] {
  const commands = new Map<string, { from: number; to: number }>();
  for (const record of records)
    if (record.type === 'command')
      commands.set(record.call, { from: record.from, to: record.to ?? Infinity });
  return [...commands.values()];
}
