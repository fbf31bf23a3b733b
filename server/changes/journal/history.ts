// Folds the records of a journal into the history of each file, with the author of each change. Pure.
import type { HunkLines, Outcome, PlanRequest } from '../../../shared/changes.ts';
import { markShared } from './attribution.ts';
import { attributeShells, shellCall } from './shell-writes.ts';
import { isSameState, type FileState } from '../contents/file-state.ts';
import type { Changed, Gap, JournalRecord, QueuedUndo, Turn, UndoneFile, UntoldLine } from './journal.ts';
import { hasTurn, isFolderStep, type Call, type Step } from './step.ts';

/** An undo or redo, and the resulting state of each file. */
export interface UndoEntry {
  id: string;
  at: number;
  session: string;
  request: PlanRequest;
  /** If it concerns one hunk or some of its lines. */
  lines?: HunkLines;
  files: (UndoneFile & { outcome: Outcome | null })[];
  /** Whether it ended. False if a crash interrupted it. */
  isEnded: boolean;
}

export interface History {
  calls: Call[];
  /** What the user did in shells, oldest first: one for each record, of which a command may have several. */
  shells: Call[];
  /** In the order of time. Those of shells belong to no session. */
  steps: Step[];
  undos: Map<string, UndoEntry>;
  /** Undos that wait for a turn boundary, by id. */
  queued: Map<string, QueuedUndo & { at: number }>;
  /** Lines that the model has not been given yet, by id, oldest first. */
  untold: Map<string, UntoldLine>;
  /** Saves from the page. */
  saves: { at: number; path: string; after: FileState; base?: string | null }[];
  /** Ids of the steps that are undone. */
  undone: Set<string>;
  /** The turns of each session's current branch, oldest first. */
  turns: Map<string, Turn[]>;
  /** The turns that each session had on its branch before it went to another one. Their changes are still in the files. */
  left: Map<string, Turn[]>;
  /**
   * Ids of the steps that a redo in a session restored although their turns are not on its branch, for instance after
   * an undo that went back in the conversation. They are changes of that session, too.
   */
  restored: Map<string, Set<string>>;
  /** The session from which a session was forked, and when. */
  forks: Map<string, { origin: string; at: number }>;
  /** When the user removed everything recorded until then. */
  forgottenAt: number | null;
}

/** The turn of messages that come before the user's first entry. */
const NO_TURN: Turn = { id: '', at: 0 };

export function foldRecords(records: readonly JournalRecord[]): History {
  const history: History = {
    calls: [],
    shells: [],
    steps: [],
    undos: new Map(),
    saves: [],
    queued: new Map(),
    untold: new Map(),
    undone: new Set(),
    turns: new Map(),
    left: new Map(),
    restored: new Map(),
    forks: new Map(),
    forgottenAt: null,
  };
  const open = new Map<string, Call>();
  let inShells: Step[] = [];
  for (const record of records) {
    switch (record.type) {
      case 'branch':
        goToBranch(history, record);
        if (record.origin !== undefined)
          startFork(history, record.session, { origin: record.origin, at: record.at });
        break;
      case 'call':
        open.set(`${record.session} ${record.call}`, startCall(history, record));
        break;
      case 'result': {
        const key = `${record.session} ${record.call}`;
        const call = open.get(key);
        if (call) endCall(history, call, record);
        open.delete(key);
        break;
      }
      case 'shell': {
        const call = shellCall(record);
        history.shells.push(call);
        const changed = record.files.filter(({ before, after }) => !isSameState(before, after));
        inShells.push(...changed.map((file) => toStep(call, file)));
        break;
      }
      case 'queued':
        history.queued.set(record.id, record);
        break;
      case 'forgotten':
        history.calls = [];
        history.shells = [];
        inShells = [];
        history.steps = [];
        history.saves = [];
        history.forgottenAt = record.at;
        for (const known of [history.undos, history.undone, history.queued, history.restored, open])
          known.clear();
        break;
      case 'dropped':
        history.queued.delete(record.id);
        break;
      case 'untold':
        history.untold.set(record.id, record);
        break;
      case 'told':
        history.untold.delete(record.id);
        break;
      case 'undo':
        history.queued.delete(record.id);
        history.undos.set(record.id, {
          ...record,
          files: record.files.map((file) => ({ ...file, outcome: null })),
          isEnded: false,
        });
        break;
      case 'undone':
        endUndo(history, record);
        break;
      case 'save':
        history.saves.push(record);
        break;
      case 'command':
        break;
      default:
        // A newer panel wrote the record.
        record satisfies never;
    }
  }
  const steps = markShared(history.calls, history.steps, { records, shells: inShells });
  const undos = [...history.undos.values()];
  const shellSteps = attributeShells(inShells, { steps, undos, saves: history.saves });
  const endOf = ({ call, at }: Step): number => call.endedAt ?? at;
  history.steps = [...steps, ...shellSteps].sort((a, b) => endOf(a) - endOf(b));
  return history;
}

function goToBranch(
  { turns, left }: History,
  { session, turns: branch }: { session: string; turns: Turn[] },
): void {
  const known = [...(left.get(session) ?? []), ...(turns.get(session) ?? [])];
  left.set(
    session,
    known.filter((turn) => !hasTurn(branch, turn)),
  );
  turns.set(session, [...branch]);
}

/** A fork begins with the files of its origin, so it has the changes that were restored there. */
function startFork(history: History, session: string, fork: { origin: string; at: number }): void {
  history.forks.set(session, fork);
  const left = [...(history.restored.get(fork.origin) ?? [])].filter((step) => !history.undone.has(step));
  if (left.length > 0) history.restored.set(session, new Set(left));
}

function startCall(history: History, record: Extract<JournalRecord, { type: 'call' }>): Call {
  const { call: id, session, tool, at, from = at, files } = record;
  const turn = record.turn ?? NO_TURN;
  const turns = history.turns.get(session) ?? [];
  if (!hasTurn(turns, turn)) history.turns.set(session, [...turns, turn]);
  const before = new Map(files.map((file) => [file.path, file.before]));
  const call: Call = { id, session, turn, tool, at, from, endedAt: null, before, gaps: gapsOf(record) };
  history.calls.push(call);
  return call;
}

function endCall(history: History, call: Call, record: Extract<JournalRecord, { type: 'result' }>): void {
  call.endedAt = record.at;
  call.gaps = [...call.gaps, ...gapsOf(record)];
  for (const file of record.files)
    if (!isSameState(file.before, file.after)) history.steps.push(toStep(call, file));
}

function gapsOf({ gap, lack }: Gap): string[] {
  const known = gap ?? lack;
  return known ? [known] : [];
}

function toStep(call: Call, file: Changed): Step {
  const { path, before, after, isFound, isReplaced, doubt, written } = file;
  const id = `${call.at} ${call.id} ${path}`;
  return {
    id,
    at: call.at,
    call,
    path,
    before,
    after,
    isFound: isFound ?? false,
    isShared: false,
    ...(doubt && { doubt }),
    ...(written && { written }),
    ...(isReplaced && { isReplaced }),
  };
}

function endUndo(history: History, { id, files }: Extract<JournalRecord, { type: 'undone' }>): void {
  const entry = history.undos.get(id);
  if (!entry) return;
  entry.isEnded = true;
  for (const file of entry.files) {
    file.outcome = files.find(({ path }) => path === file.path)?.outcome ?? 'failed';
    if (!isDone(file.outcome)) continue;
    for (const step of file.steps)
      if (isReverting(history, entry)) history.undone.add(step);
      else {
        history.undone.delete(step);
        restoreStep(history, entry.session, step);
      }
  }
}

function restoreStep({ steps, turns, restored }: History, session: string, id: string): void {
  const step = steps.find((known) => known.id === id);
  // What the user did in a shell, which belongs to no session, is not among these steps.
  if (!step) return;
  const isInBranch = hasTurn(turns.get(session) ?? [], step.call.turn);
  if (!isInBranch) restored.set(session, new Set([...(restored.get(session) ?? []), id]));
}

/**
 * Whether the entry reverts its steps. An undo does, a redo applies them again, and a redo of a redo reverts them once
 * more.
 */
export function isReverting({ undos }: History, entry: UndoEntry): boolean {
  let isBack = true;
  for (let at: UndoEntry | undefined = entry; at && 'redo' in at.request; at = undos.get(at.request.redo))
    isBack = !isBack;
  return isBack;
}

export function isDone(outcome: Outcome | null): boolean {
  return outcome === 'restored' || outcome === 'deleted' || outcome === 'merged';
}

/** Leaves out folders, and the paths that renamed files have left, which are parts of other rows. */
export function withoutParts<T extends Pick<UndoneFile, 'path' | 'before' | 'after' | 'from'>>(
  files: readonly T[],
): T[] {
  const left = new Set(files.map(({ from }) => from));
  return files.filter(
    (file) => !isFolderStep(file) && !(left.has(file.path) && file.after.kind === 'absent'),
  );
}
