// Whether a file in the editor is loading, refused or open.
import type { FileRefusal } from './file-refusal.ts';
import type { FileState } from './file-state.ts';

export type Phase =
  { status: 'loading' } | ({ status: 'refused' } & FileRefusal) | { status: 'open'; isReadOnly: boolean };

/** Returns the phase. A file that has a state stays open, even if a later read was refused. */
export function phaseOf(state: FileState | null, refusal: FileRefusal | null): Phase {
  if (state) return { status: 'open', isReadOnly: !state.base.isUtf8 };
  return refusal ? { status: 'refused', ...refusal } : { status: 'loading' };
}
