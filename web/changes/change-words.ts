// The labels and signs for changes to files.
import { plural, t, translate, type Text } from '../language/text.ts';
import { KIND_WORDS } from '../lib/format/change-kinds.ts';
import { isCommitted } from '../state/agent/changed-lines.ts';
import type { ChangeScope } from '../state/workbench/requests.ts';
import { rangeOf } from '../../shared/line-range.ts';
import type { ChangedFile, HunkLines, PlanAction } from '../../shared/changes.ts';

export const SCOPES: readonly { id: ChangeScope; label: Text }[] = [
  { id: 'turn', label: 'This turn' },
  { id: 'since', label: 'Since I last looked' },
  { id: 'session', label: 'Session' },
  { id: 'head', label: 'Against git HEAD' },
];

export const ACTION_WORDS: Record<PlanAction, Text> = {
  restore: 'restore',
  delete: 'delete',
  merge: 'undo, keep your later edits',
  conflict: 'conflict: left alone',
  unknown: 'unknown: left alone',
  nothing: 'nothing to do',
};

/** Returns the notes in a file's row, besides its name and line counts. */
export function notesOf(file: ChangedFile): string[] {
  const { committed, from, shared, known, undone, isBinary, isInShell, kind } = file;
  return [
    ...(undone ? [t('undone')] : isCommitted(file) ? [t('committed')] : []),
    ...(!undone && committed && !isCommitted(file) ? [t('partly committed')] : []),
    ...(from === undefined ? [] : [t('from {path}', { path: from })]),
    ...(kind === 'mode' ? [t(KIND_WORDS.mode)] : []),
    ...(isBinary ? [t('binary')] : []),
    ...(shared ? [t(isInShell ? 'possibly by the agent' : 'possibly not by the agent')] : []),
    ...(known ? [] : [t('previous content unknown')]),
  ];
}

/** Names some lines of a file. */
export function linesOf(path: string, lines: HunkLines): string {
  const { from, to } = rangeOf(lines);
  return from >= to
    ? t('line {from} of {path}', { from, path })
    : t('lines {from}–{to} of {path}', { from, to, path });
}

export function countFiles(count: number): string {
  return plural(count, ['{count} file', '{count} files']);
}

/** Translates several sentences of the server, one by one. */
export function translateEach(sentences: string): string {
  return sentences
    .split(/(?<=\.) /)
    .map((sentence) => translate(sentence))
    .join(' ');
}
