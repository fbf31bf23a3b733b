// One open file: what the buffer was made from, whether it was edited, and what is on disk if that is something
// else. Pure: texts and etags in, the next state out. The rule: neither side is ever lost without being asked.
import type { FormattedText } from './text-format.ts';

export interface Version extends FormattedText {
  etag: string;
}

export interface FileState {
  /** The version that the buffer was made from; a save replaces exactly this one. */
  base: Version;
  isDirty: boolean;
  /** What is on disk where that is not `base`: a version that waits for a decision, or nothing any more. */
  other: Version | 'deleted' | null;
}

/** With a text: it is to be put into the buffer. */
export interface Step {
  state: FileState;
  text?: string;
}

/** What somebody found on disk. `buffer` gives the text as it is edited now. */
export function seen(state: FileState, found: Version | 'deleted', buffer: () => string): Step {
  if (found === 'deleted') return { state: { ...state, other: 'deleted' } };
  if (found.etag === state.base.etag) return { state: { ...state, other: null } };
  if (!state.isDirty) return { state: clean(found), text: found.text };
  // Both came to the same text, so there is nothing to decide.
  if (found.text === buffer()) return { state: clean(found) };
  return { state: { ...state, other: found } };
}

/** The save of this version was accepted; meanwhile the buffer may have been edited again. */
export function saved(version: Version, buffer: () => string): FileState {
  return { base: version, isDirty: buffer() !== version.text, other: null };
}

/** The next save replaces theirs. */
export function keepMine(state: FileState): FileState {
  if (!state.other || state.other === 'deleted') return state;
  return { base: { ...state.base, etag: state.other.etag }, isDirty: true, other: null };
}

export function takeTheirs(state: FileState): Step {
  if (!state.other || state.other === 'deleted') return { state };
  return { state: clean(state.other), text: state.other.text };
}

/** The header under which a save is right: that exactly the known version, or no file at all, is replaced. */
export function precondition({ base, other }: FileState): Record<string, string> {
  return other === 'deleted' ? { 'if-none-match': '*' } : { 'if-match': base.etag };
}

function clean(version: Version): FileState {
  return { base: version, isDirty: false, other: null };
}
