// The states of one run's output: where its bytes come from, and how complete it is.
import type { FileIntake } from './file-intake.ts';

export type Source =
  /** pi's snapshots, deltas, and result. */
  | { from: 'text' }
  /** The file that pi keeps. `isNamed`: whether pi itself has named it; otherwise PiFileWatch found it. */
  | { from: 'file'; intake: FileIntake; isNamed: boolean }
  /** Like 'text', because pi's file cannot be used. Gaps between rolling tails are marked. */
  | { from: 'tails' }
  /** The file that the session file names, opened for the first reader. */
  | { from: 'stored'; path: string };

export type Phase =
  | 'running'
  /**
   * The run is over, but the end of the file may not be in the log yet. A stored file is not read before it has a
   * reader.
   */
  | 'draining'
  /** All of the output is in the log. */
  | 'ended'
  | 'closed';
