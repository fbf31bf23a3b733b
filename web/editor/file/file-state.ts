// The versions of one open file: the one that the buffer was made from, whether it was edited, and the one on disk when
// that differs. Pure: texts and ETags in, the next state out. The rule: neither side is ever lost without asking.
import { mergeTexts } from '../../../shared/merge.ts';
import type { FormattedText } from '../../lib/format/text-format.ts';

export interface Version extends FormattedText {
  etag: string;
  /** False: shown in a guessed encoding, and never saved. */
  isUtf8: boolean;
}

export interface FileState {
  /** The version that the buffer was made from; a save replaces exactly this one. */
  base: Version;
  isDirty: boolean;
  /** The version on disk when it is not `base` and the user must decide; or the file was deleted. */
  other: Version | 'deleted' | null;
}

export interface Step {
  state: FileState;
  /** The new text of the buffer; absent when that stays. */
  text?: string;
}

/** After the file was read from disk. `buffer` returns the text as it is edited now. */
export function updateFromDisk(state: FileState, found: Version | 'deleted', buffer: () => string): Step {
  if (found === 'deleted') return { state: { ...state, other: 'deleted' } };
  if (found.etag === state.base.etag) return { state: { ...state, other: null } };
  if (!state.isDirty) return { state: cleanState(found), text: found.text };
  // Both sides made the same edits: there is nothing to decide.
  if (found.text === buffer()) return { state: cleanState(found) };
  return { state: { ...state, other: found } };
}

/** After this version was saved; the buffer may have been edited again meanwhile. */
export function updateFromSave(version: Version, buffer: () => string): FileState {
  return { base: version, isDirty: buffer() !== version.text, other: null };
}

/** Makes the next save replace theirs. */
export function keepMine(state: FileState): FileState {
  if (!state.other || state.other === 'deleted') return state;
  return { base: { ...state.base, etag: state.other.etag }, isDirty: true, other: null };
}

/** The text with the edits of both sides; null where they changed the same lines. */
export function mergedText({ base, other }: FileState, mine: string): string | null {
  return other && other !== 'deleted' ? mergeTexts(base.text, mine, other.text) : null;
}

/** Puts both sides into the buffer, which is not saved yet. */
export function mergeBoth(state: FileState, mine: string): Step {
  const text = mergedText(state, mine);
  if (text === null || !state.other || state.other === 'deleted') return { state };
  return { state: { base: state.other, isDirty: text !== state.other.text, other: null }, text };
}

export function takeTheirs(state: FileState): Step {
  if (!state.other || state.other === 'deleted') return { state };
  return { state: cleanState(state.other), text: state.other.text };
}

/** The header that makes a save replace exactly the known version, or create a file only where there is none. */
export function saveCondition({ base, other }: FileState): Record<string, string> {
  return other === 'deleted' ? { 'if-none-match': '*' } : { 'if-match': base.etag };
}

function cleanState(version: Version): FileState {
  return { base: version, isDirty: false, other: null };
}
