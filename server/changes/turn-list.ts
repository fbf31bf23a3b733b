// Lists the turns of a session with the files that each one changed.
import type { ChangedFile, ChangedTurn, ChangeKind } from '../../shared/changes.ts';
import { editsBetween, linesOf } from '../../shared/hunks.ts';
import { isSameContent, isSameState, isText, type FileState } from './contents/file-state.ts';
import type { History } from './journal/history.ts';
import type { Turn } from './journal/journal.ts';
import type { ReadContent } from './undo/plan-file.ts';
import { renamesIn, stepsOf } from './undo/scope.ts';
import { isSameTurn, type Call, type Step } from './journal/step.ts';

/** Counts the lines that a change added and removed; null if it is not text. */
type Counts = { added: number; removed: number } | null;

export class TurnList {
  readonly #read: ReadContent;
  /** By both hashes, whose contents never change. */
  readonly #counts = new Map<string, Counts>();

  constructor(read: ReadContent) {
    this.#read = read;
  }

  /** Oldest first. `isRunning`: calls without an end may still be running. */
  async list(history: History, session: string, isRunning: boolean): Promise<ChangedTurn[]> {
    const steps = stepsOf(history, session);
    const calls = history.calls;
    const turns: ChangedTurn[] = [];
    for (const turn of history.turns.get(session) ?? []) {
      const own = calls.filter((call) => isSameTurn(call.turn, turn));
      if (own.length === 0) continue;
      const files = await this.#files(
        steps.filter(({ call }) => own.includes(call)),
        history.undone,
      );
      turns.push({ id: keyOf(turn), at: turn.at, ...coverageOf(own, files, isRunning), files });
    }
    return turns;
  }

  async #files(steps: readonly Step[], undone: ReadonlySet<string>): Promise<ChangedFile[]> {
    const renames = new Map(renamesIn(steps).map(({ from, to }) => [to, from] as const));
    const byPath = Map.groupBy(steps, ({ path }) => path);
    const origins = new Set(renames.values());
    const files: ChangedFile[] = [];
    for (const [path, all] of byPath) {
      const from = renames.get(path);
      const [before, after] = [all[0]!.before, all.at(-1)!.after];
      // The row of the new path shows where the file was, unless there is another file now.
      if (origins.has(path) && after.kind === 'absent') continue;
      // It was changed and changed back.
      if (isSameState(before, after)) continue;
      const counts = from === undefined ? await this.#count(before, after) : { added: 0, removed: 0 };
      files.push({
        path,
        ...(from !== undefined && { from }),
        kind: from === undefined ? kindOf(before, after) : 'renamed',
        added: counts?.added ?? 0,
        removed: counts?.removed ?? 0,
        ...(counts === null && { isBinary: true as const }),
        calls: [...new Set(all.map(({ call }) => call.id))],
        shared: all.some(({ isShared }) => isShared),
        known: before.kind !== 'unknown',
        undone: all.every(({ id }) => undone.has(id)),
      });
    }
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async #count(before: FileState, after: FileState): Promise<Counts> {
    if (before.kind === 'unknown' || after.kind === 'unknown') return { added: 0, removed: 0 };
    const key = [before, after].map((state) => (state.kind === 'file' ? state.hash : state.kind)).join(' ');
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const [old, now] = await Promise.all([before, after].map((state) => this.#text(state)));
    const counts = typeof old === 'string' && typeof now === 'string' ? countLines(old, now) : null;
    this.#counts.set(key, counts);
    return counts;
  }

  /** Null if it is not text. */
  async #text(state: FileState): Promise<string | null> {
    if (state.kind !== 'file') return '';
    const bytes = await this.#read(state.hash);
    return bytes && isText(bytes) ? bytes.toString('latin1') : null;
  }
}

function countLines(before: string, after: string): { added: number; removed: number } {
  const counts = { added: 0, removed: 0 };
  for (const edit of editsBetween(linesOf(before), linesOf(after))) {
    counts.removed += edit.beforeEnd - edit.beforeStart;
    counts.added += edit.afterEnd - edit.afterStart;
  }
  return counts;
}

function kindOf(before: FileState, after: FileState): ChangeKind {
  if (before.kind === 'absent') return 'created';
  if (after.kind === 'absent') return 'deleted';
  return isSameContent(before, after) ? 'mode' : 'modified';
}

function coverageOf(
  calls: readonly Call[],
  files: readonly ChangedFile[],
  isRunning: boolean,
): Pick<ChangedTurn, 'coverage' | 'why'> {
  const why = new Set(calls.flatMap(({ gaps }) => gaps));
  if (!isRunning && calls.some(({ endedAt }) => endedAt === null))
    why.add('pi ended during a tool, so its changes are not recorded.');
  const unknown = files.filter(({ known }) => !known).length;
  if (unknown > 0)
    why.add(`The previous content of ${unknown === 1 ? 'one file' : `${unknown} files`} is not known.`);
  return why.size === 0 ? { coverage: 'full' } : { coverage: 'partial', why: [...why].join(' ') };
}

/** The same names as the rows of the conversation have. */
export function keyOf({ at }: Turn): string {
  return `user-${at}`;
}
