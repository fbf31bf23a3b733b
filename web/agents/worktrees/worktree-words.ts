// The labels of the steps in which a worktree is created.
import type { Text } from '../../language/text.ts';
import type { StartStep } from '../../../shared/worktrees.ts';

export const STEP_WORDS: Readonly<Record<StartStep, Text>> = {
  adding: 'Adding the worktree',
  copying: 'Copying files',
  setup: 'Setting up',
  starting: 'Starting the agent',
};
