// Lists the turns of a session with the files that each one changed.
import type { ChangedFile, ChangedTurn, ChangeList, ShellTurn } from '../../shared/changes.ts';
import type { CommitsSince } from '../git/commits-since.ts';
import { isSameState, isText, type FileState } from './contents/file-state.ts';
import type { History } from './journal/history.ts';
import type { Turn } from './journal/journal.ts';
import { kindOf, type RemainingChanges } from './remaining-changes.ts';
import { countLines, type Counts } from './line-counts.ts';
import type { ReadContent } from './undo/plan-file.ts';
import { originsIn, stepsOf } from './undo/scope.ts';
import { isFolderStep, isSameTurn, shellKey, type Call, type Step } from './journal/step.ts';
import { comparePaths } from '../../shared/natural-order.ts';

/** More commands in shells would fill the list. */
const MAX_SHELLS = 100;

export interface ListedSession {
  history: History;
  session: string;
  /** Whether calls without an end may still be running. */
  isRunning: boolean;
  /** The commits since the session began to change files. */
  commits: CommitsSince | null;
}

export class TurnList {
  readonly #read: ReadContent;
  readonly #left: Pick<RemainingChanges, 'of'>;
  /** By the hashes of both contents, which never change. Null for what is not text. */
  readonly #counts = new Map<string, Counts | null>();

  constructor(read: ReadContent, left: Pick<RemainingChanges, 'of'>) {
    this.#read = read;
    this.#left = left;
  }

  /** Returns the `turns`, oldest first, and the `files` of all turns, each once. */
  async list(listed: ListedSession): Promise<Pick<ChangeList, 'turns' | 'files'>> {
    const { history, session, isRunning } = listed;
    const steps = stepsOf(history, session).filter((step) => !isFolderStep(step));
    const turns: ChangedTurn[] = [];
    for (const { turn, calls, mark } of listedTurns(history, session, steps)) {
      const files = await this.#files(
        steps.filter(({ call }) => calls.includes(call)),
        listed,
      );
      if (mark === 'isOnOtherBranch' && files.every(({ undone }) => undone)) continue;
      const coverage = coverageOf(calls, files, isRunning);
      turns.push({ id: keyOf(turn), at: turn.at, ...coverage, ...(mark && { [mark]: true }), files });
    }
    return { turns, files: await this.#files(steps, listed) };
  }

  /** Returns what was changed in shells by commands that began after this moment, oldest first. */
  async listShells(listed: Pick<ListedSession, 'history' | 'commits'>, since: number): Promise<ShellTurn[]> {
    const { shells, steps } = listed.history;
    const recent = shells.filter(({ turn }) => turn.at >= since);
    const all = [...Map.groupBy(recent, ({ turn }) => shellKey(turn))].slice(-MAX_SHELLS);
    const found = all.map(async ([id, calls]): Promise<ShellTurn> => {
      const own = steps.filter((step) => calls.includes(step.call) && !isFolderStep(step));
      const files = await this.#files(own, listed);
      const [{ turn }] = calls as [Call];
      const command = calls.findLast(({ shell }) => shell?.command != null)?.shell?.command ?? null;
      return { id, at: turn.at, command, ...coverageOf(calls, files, false), files };
    });
    const turns = await Promise.all(found);
    // The agent is known to have made all the changes that were found after some of them.
    return turns.filter(({ files, coverage }) => files.length > 0 || coverage !== 'full');
  }

  async #files(
    steps: readonly Step[],
    { history: { undone }, commits }: Pick<ListedSession, 'history' | 'commits'>,
  ): Promise<ChangedFile[]> {
    const renames = originsIn(steps);
    const byPath = Map.groupBy(steps, ({ path }) => path);
    const origins = new Set(renames.values());
    const files: ChangedFile[] = [];
    for (const [path, all] of byPath) {
      const from = renames.get(path);
      const [before, after] = [all[0]!.before, all.at(-1)!.after];
      // The row of the new path shows where the file was, unless there is another file at the old path now.
      if (origins.has(path) && after.kind === 'absent') continue;
      // The file was changed and changed back.
      if (isSameState(before, after)) continue;
      const active = all.filter(({ id }) => !undone.has(id));
      const origin = byPath.get(from ?? '')?.[0]!.before ?? null;
      const at = active[0]?.at ?? 0;
      const changes = active.map(({ before, after }) => ({ before, after }));
      const { left, version } = await this.#left.of({ path, changes, at, origin }, commits);
      const isLeft = left !== null && left !== 'gone';
      const counts = isLeft ? left.counts : await this.#count(origin ?? before, after);
      const kind = isLeft ? left.kind : kindOf(before, after);
      files.push({
        path,
        ...(from !== undefined && { from }),
        kind: from === undefined ? kind : 'renamed',
        added: counts?.added ?? 0,
        removed: counts?.removed ?? 0,
        ...(counts === null && { isBinary: true as const }),
        ...(isLeft && left.committed && { committed: left.committed }),
        version,
        calls: [...new Set(all.map(({ call }) => call.id))],
        shared: all.some(({ isShared }) => isShared),
        known: before.kind !== 'unknown',
        ...(all.every(({ call }) => call.shell) && { isInShell: true as const }),
        undone: left === 'gone',
      });
    }
    return files.sort((a, b) => comparePaths(a.path, b.path));
  }

  async #count(before: FileState, after: FileState): Promise<Counts | null> {
    if (before.kind === 'unknown' || after.kind === 'unknown') return { added: 0, removed: 0 };
    const key = [before, after].map((state) => (state.kind === 'file' ? state.hash : state.kind)).join(' ');
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const [old, now] = await Promise.all([before, after].map((state) => this.#text(state)));
    const counts = typeof old === 'string' && typeof now === 'string' ? countLines(old, now) : null;
    this.#counts.set(key, counts);
    return counts;
  }

  /** Returns null if the content is not text. */
  async #text(state: FileState): Promise<string | null> {
    if (state.kind !== 'file') return '';
    const bytes = await this.#read(state.hash);
    return bytes && isText(bytes) ? bytes.toString('latin1') : null;
  }
}

interface ListedTurn {
  turn: Turn;
  calls: Call[];
  /** Set if the turn is not on the session's branch. */
  mark?: 'isRestored' | 'isOnOtherBranch';
}

/** Returns the turns in which tools ran, oldest first. */
function listedTurns({ calls, turns, left }: History, session: string, steps: readonly Step[]): ListedTurn[] {
  const callsOf = (turn: Turn): Call[] => calls.filter((call) => isSameTurn(call.turn, turn));
  const known = [
    ...(turns.get(session) ?? []).map((turn): ListedTurn => ({ turn, calls: callsOf(turn) })),
    ...(left.get(session) ?? []).map((turn): ListedTurn => ({
      turn,
      calls: callsOf(turn),
      mark: 'isOnOtherBranch',
    })),
  ];
  const restored: ListedTurn[] = [];
  for (const { call } of steps) {
    const isTurnOf = ({ turn }: ListedTurn): boolean => isSameTurn(turn, call.turn);
    if (known.some(isTurnOf)) continue;
    const found = restored.find(isTurnOf);
    if (!found) restored.push({ turn: call.turn, calls: [call], mark: 'isRestored' });
    else if (!found.calls.includes(call)) found.calls.push(call);
  }
  return [...known, ...restored]
    .filter(({ calls: own }) => own.length > 0)
    .sort((a, b) => a.turn.at - b.turn.at);
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
    why.add(
      unknown === 1
        ? 'The previous content of one file is not known.'
        : `The previous content of ${unknown} files is not known.`,
    );
  return why.size === 0 ? { coverage: 'full' } : { coverage: 'partial', why: [...why].join(' ') };
}

/** Returns the key of the user's entry, which is the name that the rows of the conversation have. */
export function keyOf({ at }: Turn): string {
  return `user-${at}`;
}
