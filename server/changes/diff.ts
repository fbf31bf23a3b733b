// A file before and after the changes of a scope, and the undo of one hunk between the two.
import type { ChangeDiff, HunkUndo } from '../../shared/changes.ts';
import { hunksOf, type Edit } from '../../shared/hunks.ts';
import { lineEndingsOf, type LineEndings } from '../../shared/line-endings.ts';
import { parsePointer } from '../../shared/lfs-pointer.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Changes } from './changes.ts';
import { fileState, isText, type FileState, type ReadState } from './contents/file-state.ts';
import { isCommittedSince, pathInHead } from '../git/head-changes.ts';
import { contentInHead } from '../git/stored-content.ts';
import { filesOf, originsIn, stepsIn, unknownScope, type StepUndo } from './undo/scope.ts';
import { comparedWithHead } from '../git/compared-content.ts';
import { losslessText } from '../lib/lossless-text.ts';
import { sidesOfCommit, type ComparedCommits } from './commit-diff.ts';
import { findHunk, linesIn, withoutEdit } from './hunk-edits.ts';
import { openSinceHead } from './open-since-head.ts';
import { isFolderStep } from './journal/step.ts';
import type { ScopedFile } from './journal/scoped-file.ts';

interface TwoStates {
  before: ReadState;
  after: ReadState;
  isCurrent: boolean;
  /** Why `after` is not current, as a sentence for the user. */
  why?: string | undefined;
  /** When the scope first changed the file. */
  at: number;
  /** The ids of the changes that make the difference. Empty if the difference is not what was recorded. */
  steps: string[];
  /** Whether something else wrote to the file at the same time as the agent, or may have. */
  isShared: boolean;
  /** Whether `before` is the file at its earlier path. Its hunks are undone at the new path. */
  isRenamed?: boolean;
}

export interface DiffScope {
  session: string;
  path: string;
  /** One turn, or all turns from one on; without either, the whole session. */
  turn?: string | undefined;
  from?: string | undefined;
}

/** Compares a file before and after the scope. Rejects with a Refusal 404 if the scope has no change of this path. */
export async function diffOf(changes: Changes, scope: DiffScope): Promise<ChangeDiff> {
  const states = await statesOf(changes, scope);
  const diff = toDiff(states);
  if ('binary' in diff || !states.isCurrent) return diff;
  const { bytes } = states.after;
  const committed = await committedHunks(changes, { ...diff, path: scope.path, at: states.at, bytes });
  return { ...diff, ...(committed.length > 0 && { committed }) };
}

/** Returns the ids of the hunks that have been committed since, which means that the user has kept them. */
async function committedHunks(
  { workspace }: Changes,
  scope: { path: string; before: string; after: string; at: number; bytes: Buffer | undefined },
): Promise<string[]> {
  const { path, before, after, at, bytes } = scope;
  if (!(await isCommittedSince(workspace, path, at))) return [];
  const isOpen = await openSinceHead(workspace, { path, now: bytes ?? Buffer.from(after) });
  return hunksOf(path, before, after)
    .filter((hunk) => !isOpen(hunk))
    .map(({ id }) => id);
}

function toDiff({ before, after, isCurrent, why }: TwoStates): ChangeDiff {
  const [old, now] = [textOf(before), textOf(after)];
  const etags = { beforeEtag: etagOf(before.state), afterEtag: etagOf(after.state) };
  if (old === null || now === null) {
    const [was, is] = [old, now].map((text) => parsePointer(text ?? '')?.size);
    if (was === undefined && is === undefined) return { binary: true, ...etags };
    const pointers = { ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) };
    return { binary: true, ...etags, pointers };
  }
  return {
    before: old,
    after: now,
    ...etags,
    isCurrent,
    ...(why !== undefined && { why }),
  };
}

/** Compares a file as it is in git's last commit with the file as it is now, as git does. */
export async function diffWithHead(changes: Changes, path: string): Promise<ChangeDiff> {
  const { workspace } = changes;
  const origin = (await pathInHead(workspace, path)) ?? path;
  const after = await changes.read(path);
  if (after.state.kind !== 'file' || !after.bytes) return toDiff(await headStates(changes, path));
  const found = await comparedWithHead(workspace, { path, origin, now: after.bytes });
  const diff = toDiff(
    headPair(found.before, found.isStored ? { state: after.state, bytes: found.after } : after),
  );
  if ('binary' in diff || !found.isStored) return diff;
  const [old, now] = [found.checkedOut ?? found.before, after.bytes].map((bytes) =>
    lineEndingsOf(bytes?.toString('latin1') ?? ''),
  ) as [LineEndings, LineEndings];
  return { ...diff, ...(old !== now && { endingsOnDisk: { before: old, after: now } }) };
}

/** Compares a file before and after a commit. Nothing of that can be undone here. */
export async function diffOfCommit(
  { workspace }: Changes,
  path: string,
  compared: ComparedCommits,
): Promise<ChangeDiff> {
  const sides = await sidesOfCommit(workspace, path, compared);
  return toDiff({ ...sides, isCurrent: true, at: 0, steps: [], isShared: false });
}

async function headStates(changes: Changes, path: string): Promise<TwoStates> {
  const { workspace } = changes;
  const origin = await pathInHead(workspace, path);
  return headPair(await contentInHead(workspace, origin ?? path), await changes.read(path));
}

function headPair(bytes: Buffer | null, after: ReadState): TwoStates {
  const before: ReadState = bytes ? { state: fileState(bytes, 0o644), bytes } : { state: { kind: 'absent' } };
  return { before, after, isCurrent: true, at: 0, steps: [], isShared: false };
}

/**
 * Returns the change that undoing a hunk reverts. Its old content is stored, so that a plan can read it. If it is the
 * only hunk that is left, undoing it reverts the recorded changes of the file, as undoing the whole file does.
 */
export async function hunkScope(
  changes: Changes,
  session: string,
  { path, id, lines, ...part }: HunkUndo,
): Promise<ScopedFile[]> {
  const { before, after, steps, isRenamed, isShared } = await statesOf(changes, { session, path, ...part });
  const [old, now] = [textOf(before), textOf(after)];
  const hunks = old !== null && now !== null ? hunksOf(path, old, now) : [];
  const hunk = findHunk(hunks, path, id);
  const edit = lines ? linesIn(hunk, lines) : hunk;
  const isLastHunk = hunks.length === 1 && isSameEdit(edit, hunk) && hasSameMode(before, after) && !isRenamed;
  const target = isLastHunk ? before : withoutEdit(edit, before, after);
  for (const { bytes } of [target, after]) if (bytes) await changes.store.put(bytes);
  return [
    {
      path,
      changes: [{ before: target.state, after: after.state }],
      steps: isLastHunk ? steps : [],
      isShared,
      lines: {
        before: [edit.beforeStart, edit.beforeEnd],
        after: [edit.afterStart, edit.afterEnd],
      },
    },
  ];
}

function stepUndo({ path, turn, from }: Omit<DiffScope, 'session'>): StepUndo {
  return from !== undefined ? { from } : { path, ...(turn !== undefined && { turn }) };
}

/** Whether both files have the same mode, or one of them does not exist. */
function hasSameMode({ state: one }: ReadState, { state: other }: ReadState): boolean {
  return one.kind !== 'file' || other.kind !== 'file' || one.mode === other.mode;
}

const isSameEdit = (one: Edit, other: Edit): boolean =>
  one.beforeStart === other.beforeStart &&
  one.beforeEnd === other.beforeEnd &&
  one.afterStart === other.afterStart &&
  one.afterEnd === other.afterEnd;

/** Returns the bytes on one side. Rejects with a Refusal 404 if that side has none. */
export async function contentOf(
  changes: Changes,
  scope: DiffScope | { head: string } | (ComparedCommits & { path: string }),
  side: 'before' | 'after',
): Promise<Uint8Array> {
  const states =
    'head' in scope
      ? await headStates(changes, scope.head)
      : 'commit' in scope
        ? await sidesOfCommit(changes.workspace, scope.path, scope)
        : await statesOf(changes, scope);
  const { bytes } = states[side];
  if (bytes) return bytes;
  throw new Refusal(
    404,
    'unknown_change',
    side === 'before'
      ? 'The content before the change is not known, or there was no file.'
      : 'The content after the change is not known, or there was no file.',
  );
}

/**
 * Returns the file as it is now, and what undoing the scope makes of it, or the recorded states if that is impossible.
 */
async function statesOf(changes: Changes, { session, path, ...part }: DiffScope): Promise<TwoStates> {
  const history = await changes.history();
  const own = stepsIn(history, session, stepUndo({ path, ...part })).filter(
    (step) => step.path === path && !isFolderStep(step),
  );
  if (own.length === 0) throw unknownScope('path', path);
  const active = own.filter(({ id }) => !history.undone.has(id));
  const [file] = filesOf(active);
  const plan = file && (await changes.planReversal(path, file.changes));
  const origin = await originOf(changes, { session, path, ...part });
  if (plan && plan.action !== 'conflict' && plan.action !== 'unknown') {
    const isRenamed = plan.target.state.kind === 'absent' && origin !== null;
    return {
      before: isRenamed ? origin : plan.target,
      isRenamed,
      after: plan.current,
      isCurrent: true,
      at: active[0]!.at,
      steps: file.steps,
      isShared: file.isShared,
    };
  }
  // Undone changes are shown only if nothing else is left.
  const shown = active.length > 0 ? active : own;
  const [first, last] = [shown[0]!, shown.at(-1)!];
  return {
    before: origin ?? (await readRecorded(changes, first.before)),
    after: await readRecorded(changes, last.after),
    isCurrent: false,
    why: plan ? plan.why : 'It was undone.',
    at: first.at,
    steps: [],
    isShared: shown.some((step) => step.isShared),
  };
}

/** Returns the file at its earlier path, if the scope renamed it. */
async function originOf(changes: Changes, { session, ...part }: DiffScope): Promise<ReadState | null> {
  const steps = stepsIn(await changes.history(), session, stepUndo(part));
  const old = originsIn(steps).get(part.path);
  const first = steps.find((step) => step.path === old);
  return first ? readRecorded(changes, first.before) : null;
}

async function readRecorded({ store }: Changes, state: FileState): Promise<ReadState> {
  const bytes = state.kind === 'file' ? await store.get(state.hash) : null;
  return { state, ...(bytes && { bytes }) };
}

/** Returns the text, or null if the content is not text, or not known. */
function textOf({ state, bytes }: ReadState): string | null {
  if (state.kind === 'absent' || state.kind === 'folder') return '';
  if (state.kind === 'link') return state.target;
  return bytes && isText(bytes) ? losslessText(bytes) : null;
}

function etagOf(state: FileState): string | null {
  return state.kind === 'file' ? `"${state.hash}"` : null;
}
