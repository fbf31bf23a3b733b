import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EventFrames } from '../lib/requests/followed-stream.ts';
import { onShellFrame, type ShellEvents } from './shell-stream.ts';

function record(): { seen: unknown[]; events: ShellEvents } {
  const seen: unknown[] = [];
  const note = (event: unknown): void => void seen.push(event);
  return {
    seen,
    events: { onShells: note, onScreen: note, onOutput: note, onCommands: note, onConnection: note },
  };
}

test('frames are read whole, however the stream is divided, and heartbeats and unknown ones are left out', () => {
  const [list, screen, output] = [
    { shells: [] },
    { id: 'a', at: 3, cols: 80, rows: 24, screen: 'x\r\n\n' },
    { id: 'a', at: 3, bytes: 'YQ==' },
  ];
  const frame = (event: string, data: unknown): string =>
    `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  const stream = [
    frame('shells', list),
    ': alive\n\n',
    frame('screen', screen),
    frame('newer', { any: 'thing' }),
    frame('output', output),
  ].join('');
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 9 }), (cuts) => {
      const { seen, events } = record();
      const frames = new EventFrames((kind, data) => onShellFrame(events, kind, data));
      const places = [0, ...cuts.sort((a, b) => a - b), stream.length];
      places.forEach((from, at) => frames.push(stream.slice(from, places[at + 1] ?? from)));
      assert.deepEqual(seen, [list, screen, output]);
    }),
  );
});
