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
  'debug-provider': {
    drive: async (stage) => {
      await stage.command('/debug-provider on');
      await stage.prompt('Hello', [{ text: 'Hello.' }]);
    },
    points: {
      'its status is shown': (seen) => seen.status('debug-provider', /provider debug/),
      'the events of the provider are a row, as it draws it': (seen) =>
        seen.drawnRow(/\[provider debug\] demo\/demo-tour .* \d+ events/),
    },
  },
  'jev-router': {
    drive: async (stage) => {
      await stage.lab.tryCommand({ type: 'set_model', provider: 'jev', modelId: 'auto' });
      await stage.lab.tryCommand({ type: 'prompt', message: 'Hello' });
    },
    points: { 'a prompt is answered by the model that it chose': (seen) => seen.modelWasTold(/gpt-5\.6/) },
    needs: 'a key for TypeSafe and an OpenAI account',
  },
};

/** Those that only older ones have. */
export const olderTrials: Trials = {
  sandbox: {
    drive: (stage) => stage.command('/sandbox'),
    points: { 'shows its rules': (seen) => seen.notice(/Sandbox Configuration/) },
    needs: '`npm install` in its folder (@anthropic-ai/sandbox-runtime), and bubblewrap or macOS',
  },
};
