// One file of an undo with its changes, as it is planned, queued and carried out.
import type { HunkLines } from '../../../shared/changes.ts';
import type { FileState } from '../contents/file-state.ts';

/** A change to undo: the state before and after it. */
export interface Reversal {
  before: FileState;
  after: FileState;
  /** Identifies the call, or the undo, that made the change together with others. */
  call?: string;
  /** The order among all changes of an undo. */
  order?: number;
  /** Whether it was replaced by another file, and not written. */
  isReplaced?: true;
  /** The path from which the call moved the file, if that is known. */
  from?: string;
}

export interface ScopedFile {
  path: string;
  /** The changes to undo, oldest first. */
  changes: Reversal[];
  /** The ids of the steps that made these changes. */
  steps: string[];
  isShared: boolean;
  /** If it concerns one hunk or some of its lines. */
  lines?: HunkLines;
}
