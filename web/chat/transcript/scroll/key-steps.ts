// The steps from message to message that keys take.
import type { MessageStep, TranscriptPort } from '../../../state/workbench/region-ports.ts';
import type { Workbench } from '../../../state/workbench/workbench.svelte.ts';
import type { RowSteps } from './focus-row.ts';
import { stepMessage } from './message-steps.ts';
import { stepPrompt } from './prompt-steps.ts';

type Options = Omit<RowSteps, 'log'> & { log: () => HTMLElement | null; workbench: Workbench };

export function keySteps(options: Options): Pick<TranscriptPort, 'stepPrompt' | 'stepMessage'> {
  const within = (act: (steps: RowSteps) => Promise<void>): void => {
    const log = options.log();
    if (log) void act({ ...options, log });
  };
  return {
    stepPrompt: (by) => within((steps) => stepPrompt(by, steps)),
    stepMessage: (to) => within((steps) => goToMessage(to, steps, options.workbench)),
  };
}

/** After the newest message comes the composer. */
async function goToMessage(to: MessageStep, steps: RowSteps, workbench: Workbench): Promise<void> {
  const isThere = await stepMessage(to, steps);
  if (isThere || to !== 1) return;
  steps.scroll.toEnd();
  workbench.composer.get().focus();
}
