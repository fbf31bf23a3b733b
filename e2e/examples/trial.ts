// How one example is tried: what it gets, what a person does, and what must then be on the page.
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
  /** Claims about the page, each with what was seen. None: it has nothing that could reach a page. */
  points: Record<string, (seen: Seen, stage: Stage) => boolean>;
  /** What it wants and is not here (a key, a program, a network). */
  needs?: string;
  /** Why a point is missing that no call of its own explains. */
  limit?: Pick<Loss, 'word' | 'what'>;
}

/** By the example's name without `.ts`. */
export type Trials = Readonly<Record<string, Trial>>;
