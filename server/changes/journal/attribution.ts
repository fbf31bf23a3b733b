// Decides which call made a change. A path that a tool was asked to change belongs to that call. A path that was only
// noticed on disk belongs to the call if nothing else could have written it in the meantime. Otherwise it is shared.
import type { JournalRecord } from './journal.ts';
import { isSameTurn, type Call, type Step } from './step.ts';

/** Returns the steps with `isShared` set, without those that another call explains. */
export function markShared(
  calls: readonly Call[],
  steps: readonly Step[],
  records: readonly JournalRecord[],
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
  const isDuring = (at: number, { at: from, endedAt }: Call): boolean =>
    from <= at && at <= (endedAt ?? Infinity);
  return steps.flatMap((step) => {
    const { call, path, isFound } = step;
    const meanwhile = others.get(call) ?? [];
    if (isFound && asked.get(path)?.some((other) => meanwhile.includes(other.call))) return [];
    const isSaved = saves.get(path)?.some(({ at }) => isDuring(at, call)) ?? false;
    const hasOther = meanwhile.some((other) => !isSameTurn(other.turn, call.turn) && mayWrite(other, path));
    const hasCommand = commands.some(({ from, to }) => from <= (call.endedAt ?? Infinity) && call.at <= to);
    return [{ ...step, isShared: isSaved || (isFound && (hasOther || hasCommand)) }];
  });
}

/** Whether a call may write this path. A call that declared its paths writes only those. */
function mayWrite({ before }: Call, path: string): boolean {
  return before.size === 0 || before.has(path);
}

/** Returns, for each call, the calls that ran at the same time. `calls` are in chronological order. */
function overlaps(calls: readonly Call[]): Map<Call, Call[]> {
  const found = new Map<Call, Call[]>();
  const add = (call: Call, other: Call): void => void found.set(call, [...(found.get(call) ?? []), other]);
  let running: Call[] = [];
  for (const call of calls) {
    // A call without an end was cut off. Only calls from other processes can still overlap it, and only briefly.
    running = running.filter(({ endedAt, session }) => {
      if (endedAt === null) return session !== call.session;
      // The next call of a session may begin in the millisecond in which the previous one ends.
      return session === call.session ? endedAt > call.at : endedAt >= call.at;
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
