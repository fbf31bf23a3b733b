// Decides what the user changed in a shell. Such a change was only noticed on disk while a command ran there, so what
// tools, the page and undos are known to have written meanwhile is taken out of it. Pure.
import { isSameContent, isSameState, type FileState } from '../contents/file-state.ts';
import type { JournalRecord, UndoneFile } from './journal.ts';
import type { Call, Step } from './step.ts';

/** How late a change may be reported, in ms. Systems other than Linux report it with a delay. */
const LATE_MS = process.platform === 'linux' ? 50 : 1000;

/** A write of another, which is known. `at`: when it was over, in ms since 1970. */
interface KnownWrite {
  at: number;
  before: FileState;
  after: FileState;
}

export interface Others {
  /** The steps of tools. */
  steps: readonly Step[];
  undos: readonly { at: number; files: readonly UndoneFile[] }[];
  saves: readonly { at: number; path: string; after: FileState; base?: string | null }[];
}

export function shellCall(record: Extract<JournalRecord, { type: 'shell' }>): Call {
  const { turn, command = null, from, at, gap } = record;
  return {
    ...{ id: turn.id, session: '', turn, tool: 'shell', at, endedAt: at },
    ...{ from, before: new Map(), gaps: gap === undefined ? [] : [gap] },
    shell: { command },
  };
}

/** Returns between which moments the file of a step was written. */
function timeOf({ written, call, at }: Step): { first: number; last: number } {
  if (!written) return { first: Math.max(call.from, call.turn.at), last: at };
  return { first: Math.max(written.first - LATE_MS, call.turn.at), last: written.last + LATE_MS };
}

/** Whether the file of this shell's step may have been written while the call ran. */
export function isDuring(step: Step, { from, endedAt }: Call): boolean {
  const { first, last } = timeOf(step);
  return from <= last && first <= (endedAt ?? Infinity);
}

/** Returns what is left of the steps of shells, with `isShared` set. */
export function attributeShells(steps: readonly Step[], { steps: calls, undos, saves }: Others): Step[] {
  const ofCalls = Map.groupBy(calls, ({ path }) => path);
  return steps.flatMap((step) => {
    const { path, call } = step;
    const isInTime = ({ at }: { at: number }): boolean => call.from <= at && at <= step.at;
    const own = ofCalls.get(path) ?? [];
    const { first } = timeOf(step);
    const known = [
      ...own.flatMap((other) => {
        const end = other.call.endedAt ?? other.at;
        // What was found after a command that was over before is surely its own.
        const isSure = !other.isFound || (!other.isShared && end < first);
        return isSure && end >= call.from && other.call.from <= step.at
          ? [{ at: end, before: other.before, after: other.after }]
          : [];
      }),
      ...undos
        .filter(isInTime)
        .flatMap(({ at, files }) =>
          files.filter((file) => file.path === path).map(({ before, after }) => ({ at, before, after })),
        ),
      ...saves
        .filter((save) => save.path === path && isInTime(save))
        .flatMap((save) => knownSave(save) ?? []),
    ].sort((a, b) => a.at - b.at);
    const isShared = own.some((other) => other.isFound && isDuring(step, other.call));
    const parts = withoutKnown(step, known);
    return parts.map((part, n) => ({
      ...step,
      ...part,
      id: n === 0 ? step.id : `${step.id} ${n}`,
      isShared,
    }));
  });
}

function knownSave({ at, base, after }: Others['saves'][number]): KnownWrite | null {
  if (base === undefined || after.kind !== 'file') return null;
  const before: FileState =
    base === null ? { kind: 'absent' } : { kind: 'file', hash: base, size: 0, mode: after.mode };
  return { at, before, after };
}

/**
 * Splits a change at the writes that are known, and leaves these out. A write that is already in the earlier content, or
 * came after the later one, takes nothing out.
 */
function withoutKnown(
  step: Pick<Step, 'before' | 'after' | 'at'>,
  known: readonly KnownWrite[],
): Pick<Step, 'before' | 'after'>[] {
  const parts: Pick<Step, 'before' | 'after'>[] = [];
  let now = step.before;
  for (const { at, before, after } of known) {
    const isLate = at > step.at && !isSame(after, step.after);
    if (isLate || (isSame(now, after) && !isSame(now, before))) continue;
    if (!isSame(now, before)) parts.push({ before: now, after: before });
    now = after;
  }
  if (!isSame(now, step.after)) parts.push({ before: now, after: step.after });
  return parts;
}

/** A save from the page tells no mode. */
function isSame(a: FileState, b: FileState): boolean {
  const isSave = [a, b].some((state) => state.kind === 'file' && state.mode === 0);
  return isSave ? isSameContent(a, b) : isSameState(a, b);
}

/**
 * Returns the content from which a tool began to change a file, if the user changed it in a shell after the tool was
 * announced: a tool may wait for an answer of the user.
 */
export function afterShells(step: Step, shells: readonly Step[]): FileState {
  let now = step.before;
  for (const { path, before, after, call, at } of shells) {
    const isWithin = path === step.path && call.turn.at >= step.call.from && at <= (step.call.endedAt ?? 0);
    if (isWithin && isSameState(now, before) && !isSameState(after, step.after)) now = after;
  }
  return now;
}
