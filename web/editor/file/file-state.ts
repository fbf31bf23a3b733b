// The state of one open file: the version on which the buffer is based, whether it was edited, and the version on disk
// if that differs. Pure: functions get texts and ETags, and return the next state. Neither side's text is ever
// discarded without asking.
import type { FormattedText } from '../../lib/format/text-format.ts';
import { mergeSides, type ConflictPart } from '../../ui/conflicts/conflict-parts.ts';

export interface Version extends FormattedText {
  etag: string;
  /** Whether the file is UTF-8. If not, it is shown in a guessed encoding and never saved. */
  isUtf8: boolean;
}

export interface FileState {
  /** The version on which the buffer is based. A save replaces exactly this version. */
  base: Version;
  isDirty: boolean;
  /** The version on disk, when it is not `base` and the user must decide between the two. */
  other: Version | 'deleted' | null;
}

export interface Step {
  state: FileState;
  /** The new text of the buffer; absent when the text stays the same. */
  text?: string;
}

/** Computes the state after the file was read from disk. `buffer` returns the edited text. */
export function updateFromDisk(state: FileState, found: Version | 'deleted', buffer: () => string): Step {
  if (found === 'deleted') return { state: { ...state, other: 'deleted' } };
  if (found.etag === state.base.etag) return { state: { ...state, other: null } };
  if (!state.isDirty) return { state: cleanState(found), text: found.text };
  // Both sides made the same edits, so there is nothing to decide.
  if (found.text === buffer()) return { state: cleanState(found) };
  return { state: { ...state, other: found } };
}

/** Computes the state after `version` was saved. The user may have edited the buffer during the save. */
export function updateFromSave(version: Version, buffer: () => string): FileState {
  return { base: version, isDirty: buffer() !== version.text, other: null };
}

/** Resolves a conflict so that the next save replaces the version on disk. */
export function keepMine(state: FileState): FileState {
  if (!state.other || state.other === 'deleted') return state;
  return { base: { ...state.base, etag: state.other.etag }, isDirty: true, other: null };
}

/** Returns the merge of both sides; null if there is only one. */
export function mergeSidesOf({ base, other }: FileState, mine: string): ConflictPart[] | null {
  return other && other !== 'deleted' ? mergeSides(base.text, mine, other.text) : null;
}

/** Puts the merge of both sides into the buffer. It is not saved yet. */
export function takeMerged(state: FileState, text: string): Step {
  if (!state.other || state.other === 'deleted') return { state };
  return { state: { base: state.other, isDirty: text !== state.other.text, other: null }, text };
}

/** Resolves a conflict in favor of the version on disk. */
export function takeTheirs(state: FileState): Step {
  if (!state.other || state.other === 'deleted') return { state };
  return { state: cleanState(state.other), text: state.other.text };
}

/** Returns the header that lets a save replace only the known version, or create a file only where none exists. */
export function saveCondition({ base, other }: FileState): Record<string, string> {
  return other === 'deleted' ? { 'if-none-match': '*' } : { 'if-match': base.etag };
}

function cleanState(version: Version): FileState {
  return { base: version, isDirty: false, other: null };
}
