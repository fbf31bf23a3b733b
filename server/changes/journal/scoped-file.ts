// One file of an undo with its changes: what is planned, queued, and carried out.
import type { FileState } from '../contents/file-state.ts';

/** A change to take back: the state before and after it. */
export interface Reversal {
  before: FileState;
  after: FileState;
}

export interface ScopedFile {
  path: string;
  /** To take back, oldest first. */
  changes: Reversal[];
  /** The ids of the steps that these are. */
  steps: string[];
  isShared: boolean;
}
