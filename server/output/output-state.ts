// The states of one run's output: where its bytes come from, and how complete it is.
import type { FileIntake } from './file-intake.ts';

export type Source =
  /** pi's snapshots, deltas, and result. */
  | { from: 'text' }
  /** The file that pi keeps; `isNamed` by pi itself, otherwise it was found by PiFileWatch. */
  | { from: 'file'; intake: FileIntake; isNamed: boolean }
  /** The same text as in 'text', because pi's file cannot be used: gaps between rolling tails are marked. */
  | { from: 'tails' }
  /** The file of a run from the session file, opened for the first reader. */
  | { from: 'stored'; path: string };

export type Phase =
  | 'running'
  /**
   * The run is over. The end of the file may still be on its way into the log; a stored file waits for its first
   * reader.
   */
  | 'draining'
  /** All of the output is in the log. */
  | 'ended'
  | 'closed';
