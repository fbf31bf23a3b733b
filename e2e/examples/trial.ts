// The trial of one example: its setup, what the user and the model do, and what must then be true.
import type { LabOptions } from '../contract/lab.ts';
import type { DialogAnswer } from '../../shared/pi/dialogs.ts';
import type { Seen } from './seen.ts';
import type { Stage } from './stage.ts';
import type { Loss } from './verdict.ts';

export interface Trial {
  lab?: LabOptions;
  answers?: readonly DialogAnswer[];
  /** The text that the user types into each screen before it is closed. */
  keys?: readonly string[];
  /** The npm packages of the example, which is tried in a folder that has them. */
  packages?: readonly string[];
  /** Runs before pi starts. */
  before?: () => void;
  drive?: (stage: Stage) => Promise<unknown>;
  /** Claims that must hold after the trial. Empty if nothing that the example does can appear on the page. */
  points: Record<string, (seen: Seen, stage: Stage) => boolean>;
  /** Requirements that the test machine lacks, such as an API key, a program or a network. */
  needs?: string;
  /** For the table: a part of the example that does not work in the TUI either. */
  remark?: string;
  /** Why a claim fails when the cause is not a UI call that pi ignores over RPC. */
  limit?: Pick<Loss, 'what'>;
}

/** Trials by the file name of the example, without `.ts`. */
export type Trials = Readonly<Record<string, Trial>>;
