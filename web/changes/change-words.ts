// The words and signs for changes of files.
import type { ChangedFile, ChangeKind, PlanAction } from '../../shared/changes.ts';

/** Where a list of changes begins. */
export type Scope = 'turn' | 'since' | 'session' | 'head';

export const SCOPES: readonly { id: Scope; label: string }[] = [
  { id: 'turn', label: 'This turn' },
  { id: 'since', label: 'Since I last looked' },
  { id: 'session', label: 'Session' },
  { id: 'head', label: 'Against git HEAD' },
];

export const KIND_SIGNS: Record<ChangeKind, string> = {
  created: 'A',
  modified: 'M',
  deleted: 'D',
  renamed: 'R',
  mode: 'X',
};

export const KIND_WORDS: Record<ChangeKind, string> = {
  created: 'new',
  modified: 'changed',
  deleted: 'deleted',
  renamed: 'renamed',
  mode: 'permissions changed',
};

export const ACTION_WORDS: Record<PlanAction, string> = {
  restore: 'restore',
  delete: 'delete',
  merge: 'undo, keeping later changes',
  conflict: 'conflict: left alone',
  unknown: 'not known: left alone',
  nothing: 'nothing to do',
};

/** The words of a file's row besides its name and lines. */
export function notesOf({ from, shared, known, undone, isBinary, kind }: ChangedFile): string[] {
  return [
    ...(undone ? ['undone'] : []),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(kind === 'mode' ? [KIND_WORDS.mode] : []),
    ...(isBinary ? ['binary'] : []),
    ...(shared ? ['perhaps not the agent'] : []),
    ...(known ? [] : ['previous content not known']),
  ];
}

export function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

export function sumLines(files: readonly ChangedFile[]): { added: number; removed: number } {
  const sum = { added: 0, removed: 0 };
  for (const { added, removed } of files) {
    sum.added += added;
    sum.removed += removed;
  }
  return sum;
}
