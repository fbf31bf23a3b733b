// The state of a file in the editor: that it is being read, why it cannot be shown, or its text.
import type { FileRefusal } from './file-refusal.ts';
import type { FileState } from './file-state.ts';

export type Phase =
  { status: 'loading' } | ({ status: 'refused' } & FileRefusal) | { status: 'open'; isReadOnly: boolean };

/** A file that could be read once stays open, whatever happens to it on disk. */
export function phaseOf(state: FileState | null, refusal: FileRefusal | null): Phase {
  if (state) return { status: 'open', isReadOnly: !state.base.isUtf8 };
  return refusal ? { status: 'refused', ...refusal } : { status: 'loading' };
}
