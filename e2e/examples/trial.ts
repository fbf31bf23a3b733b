// How one example is tried: its setup, what the user does, and what must then be on the page.
import type { LabOptions } from '../contract/lab.ts';
import type { DialogAnswer } from '../../shared/pi/dialogs.ts';
import type { Seen } from './seen.ts';
import type { Stage } from './stage.ts';
import type { Loss } from './verdict.ts';

export interface Trial {
  lab?: LabOptions;
  answers?: readonly DialogAnswer[];
  /** Before pi starts. */
  before?: () => void;
  drive?: (stage: Stage) => Promise<unknown>;
  /** Claims about the page. Empty when nothing of the example can reach a page. */
  points: Record<string, (seen: Seen, stage: Stage) => boolean>;
  /** Requirements that are missing here (a key, a program, a network). */
  needs?: string;
  /** Explains a missing point that no swallowed call explains. */
  limit?: Pick<Loss, 'word' | 'what'>;
}

/** By the example's name without `.ts`. */
export type Trials = Readonly<Record<string, Trial>>;
