// Extensions that draw in pi's terminal: editors, headers, games, overlays. Each is started anyway, to see what it says
// without a terminal and that pi keeps working.
import type { Trial, Trials } from '../trial.ts';

const loaded: Trial = { points: {} };
const started = (command: string): Trial => ({ drive: (stage) => stage.command(command), points: {} });

export const screenTrials: Trials = {
  'border-status-editor': loaded,
  'custom-footer': started('/footer'),
  'custom-header': loaded,
  'doom-overlay': started('/doom-overlay'),
  'mac-system-theme': loaded,
  'modal-editor': loaded,
  notify: { drive: (stage) => stage.prompt('Hello', [{ text: 'Hello.' }]), points: {} },
  'overlay-qa-tests': started('/overlay-anchors'),
  'overlay-test': started('/overlay-test'),
  'rainbow-editor': loaded,
  snake: started('/snake'),
  'space-invaders': started('/invaders'),
  'entry-renderer': {
    drive: async (stage) => {
      await stage.command('/status-card All well');
      // pi writes the file with its first answer.
      await stage.prompt('Hello', [{ text: 'Hello.' }]);
    },
    points: { 'its entry is in the session': (seen) => seen.session(/"customType":"status-card"/) },
  },
  'message-renderer': {
    drive: (stage) => stage.command('/status All well'),
    points: { 'its message is shown': (seen) => seen.custom('status-update') },
  },
};
