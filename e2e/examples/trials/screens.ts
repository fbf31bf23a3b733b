// Extensions that draw themselves: editors, headers, games, overlays.
import type { Trial, Trials } from '../trial.ts';

const started = (command: string): Trial => ({ drive: (stage) => stage.command(command), points: {} });

/** The user closes what it draws. */
const drawn = (command: string, point: string, text: RegExp): Trial => ({
  ...started(command),
  points: { [point]: (seen) => seen.screen(text) },
});

export const screenTrials: Trials = {
  'border-status-editor': {
    keys: ['Hello'],
    points: { 'its editor takes text': (seen) => seen.screen(/Hello/) },
  },
  'custom-footer': {
    ...started('/footer'),
    points: { 'its footer is shown': (seen) => seen.part('footer', /demo/) },
  },
  'custom-header': { points: { 'its header is shown': (seen) => seen.part('header', /█/) } },
  'doom-overlay': {
    ...started('/doom-overlay'),
    needs: 'the data of the game, from the network',
    points: { 'its screen is shown': (seen) => seen.screen(/./) },
  },
  'mac-system-theme': {
    drive: async (stage) => {
      // A dark Mac answers like this.
      stage.program('osascript', 'echo true');
      await stage.send({ type: 'new_session' });
    },
    points: { 'its theme is used': ({ view }) => view.theme === 'dark' },
  },
  'modal-editor': {
    keys: ['H', 'i', '\x1b'],
    points: {
      'its editor takes text': (seen) => seen.screen(/Hi/),
      'Esc changes its mode': (seen) => seen.screen(/NORMAL/),
    },
  },
  notify: {
    drive: (stage) => stage.prompt('Hello', [{ text: 'Hello.' }]),
    points: { 'its notification is shown': (seen) => seen.notice(/^Pi: Ready for input$/) },
  },
  'overlay-qa-tests': drawn('/overlay-anchors', 'its overlays are shown', /anchor/i),
  'overlay-test': drawn('/overlay-test', 'its overlay is shown', /Overlay Test/),
  'rainbow-editor': { keys: ['Hello'], points: { 'its editor takes text': (seen) => seen.screen(/Hello/) } },
  snake: drawn('/snake', 'the game is shown and ends', /Score: 0/),
  'space-invaders': drawn('/invaders', 'the game is shown and ends', /Score/i),
  'entry-renderer': {
    drive: async (stage) => {
      await stage.command('/status-card All well');
      // pi writes the file with its first answer.
      await stage.prompt('Hello', [{ text: 'Hello.' }]);
    },
    points: { 'its entry is a row, as it draws it': (seen) => seen.drawnRow(/\[status\] All well/) },
  },
  'message-renderer': {
    drive: (stage) => stage.command('/status All well'),
    points: { 'its message is shown as it draws it': (seen) => seen.drawnRow(/\[INFO\] All well/) },
  },
};
