// Computes a file without some of its changes. Pure, except that contents are read by their hash.
import type { PlanAction } from '../../../shared/changes.ts';
import {
  fileState,
  isSameContent,
  isSameState,
  isText,
  type FileState,
  type ReadState,
} from '../contents/file-state.ts';
import { mergeTexts } from '../../../shared/merge.ts';
import type { Reversal } from '../journal/scoped-file.ts';

export interface FilePlan {
  action: PlanAction;
  why?: string;
  /** The file after the undo. It equals the current file if nothing is undone. */
  target: ReadState;
}

export type ReadContent = (hash: string) => Promise<Buffer | null>;

export async function planFile(
  changes: readonly Reversal[],
  current: ReadState,
  read: ReadContent,
): Promise<FilePlan> {
  const joined = joinSuccessive(changes);
  if (joined.length === 0 && current.state.kind === 'unknown')
    return { action: 'conflict', why: current.state.why, target: current };
  let now = current;
  let isMerged = false;
  for (const { before, after } of joined.toReversed()) {
    if (before.kind === 'unknown') return { action: 'unknown', why: before.why, target: current };
    if (isSameState(now.state, before)) continue;
    const isAsLeft = isSameState(now.state, after);
    if (areFolders(now.state, before) && !isAsLeft) continue;
    if (isAsLeft || areFolders(now.state, after)) {
      const restored = await readContent(before, read);
      if (!restored) return { action: 'unknown', why: LOST, target: current };
      now = restored;
      continue;
    }
    const merged = await merge({ before, after }, now, read);
    if (typeof merged === 'string') return { action: 'conflict', why: merged, target: current };
    now = merged;
    isMerged = true;
  }
  if (isSameState(now.state, current.state)) return { action: 'nothing', target: current };
  if (now.state.kind === 'absent') return { action: 'delete', target: now };
  return { action: isMerged ? 'merge' : 'restore', target: now };
}

/** The reason why a path cannot be read or written, for the user. */
export function notAFolder(path: string): string {
  return `${JSON.stringify(path)} is not a folder.`;
}

const LOST = 'The content from before is no longer stored.';

/** Joins consecutive changes into one, which needs fewer merges. Changes that take each other back are left out. */
function joinSuccessive(changes: readonly Reversal[]): Reversal[] {
  const joined: Reversal[] = [];
  for (const { before, after } of changes) {
    const last = joined.at(-1);
    if (last && isSameState(last.after, before)) joined[joined.length - 1] = { before: last.before, after };
    else joined.push({ before, after });
  }
  return joined.filter(({ before, after }) => !isSameState(before, after));
}

async function readContent(state: FileState, read: ReadContent): Promise<ReadState | null> {
  if (state.kind !== 'file') return { state };
  const bytes = await read(state.hash);
  return bytes && { state, bytes };
}

/** Whether both are folders. A folder whose mode was set since is the same folder. */
function areFolders(a: FileState, b: FileState): boolean {
  return a.kind === 'folder' && b.kind === 'folder';
}

/** Returns the current file with this change undone, or the reason for the user if that is impossible. */
async function merge(
  { before, after }: Reversal,
  now: ReadState,
  read: ReadContent,
): Promise<ReadState | string> {
  if (now.state.kind === 'absent') return 'It was deleted since.';
  if (now.state.kind === 'unknown') return now.state.why;
  if (before.kind === 'absent') return 'It was created by the agent and changed since, so it is not deleted.';
  if (after.kind === 'absent') return 'It was deleted by the agent, and there is another file now.';
  if (before.kind !== 'file' || after.kind !== 'file' || now.state.kind !== 'file' || !now.bytes)
    return 'It was changed since.';
  const mode = now.state.mode === after.mode ? before.mode : now.state.mode;
  // Only one side changed more than the mode.
  if (isSameContent(before, after)) return { state: { ...now.state, mode }, bytes: now.bytes };
  const [old, base] = await Promise.all([read(before.hash), read(after.hash)]);
  if (!old || !base) return LOST;
  if (isSameContent(now.state, after)) return { state: { ...before, mode }, bytes: old };
  if (isSameContent(now.state, before)) return { state: { ...before, mode }, bytes: now.bytes };
  if (![old, base, now.bytes].every(isText)) return 'It is not a text file, and it was changed since.';
  const [baseText, nowText, oldText] = [base, now.bytes, old].map((bytes) => bytes.toString('latin1')) as [
    string,
    string,
    string,
  ];
  const text = mergeTexts(baseText, nowText, oldText);
  if (text === null) return 'The same lines were changed since.';
  const bytes = Buffer.from(text, 'latin1');
  return { state: fileState(bytes, mode), bytes };
}
