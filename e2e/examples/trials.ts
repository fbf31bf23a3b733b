import { commandTrials } from './trials/commands.ts';
import { modelTrials } from './trials/model.ts';
import { safetyTrials } from './trials/safety.ts';
import { screenTrials } from './trials/screens.ts';
import { toolTrials } from './trials/tools.ts';
import type { Trials } from './trial.ts';

/** How each example of the package is tried. */
export const trials: Trials = {
  ...safetyTrials,
  ...toolTrials,
  ...commandTrials,
  ...modelTrials,
  ...screenTrials,
};
