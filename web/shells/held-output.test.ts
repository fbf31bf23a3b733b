import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldOutput } from './held-output.ts';

function setUp() {
  const seen: string[] = [];
  const held = new HeldOutput({
    draw: ({ screen }) => void seen.push(`screen ${screen}`),
    write: ({ bytes }) => void seen.push(bytes.length > 9 ? 'much' : bytes),
    onStale: () => void seen.push('stale'),
  });
  const screen = (text: string): void =>
    held.onScreen({ id: 'a', at: 0, cols: 80, rows: 24, screen: text, lines: [] });
  const output = (bytes: string): void => held.onOutput({ id: 'a', at: 0, bytes });
  const take = (): string[] => seen.splice(0);
  return { held, screen, output, take };
}

test('a terminal that is not shown draws nothing until it is shown, and then all of it in order', () => {
  const { held, screen, output, take } = setUp();
  screen('one');
  output('a');
  output('b');
  assert.deepEqual(take(), []);
  held.show();
  assert.deepEqual(take(), ['screen one', 'a', 'b']);
  output('c');
  assert.deepEqual(take(), ['c']);
  held.hide();
  output('d');
  held.show();
  assert.deepEqual(take(), ['d']);
});

test('after too much output in the meantime the terminal waits for a screen, without a gap', () => {
  const { held, screen, output, take } = setUp();
  for (let n = 0; n < 20; n += 1) output('x'.repeat(100_000));
  held.show();
  output('a');
  assert.deepEqual(take(), ['stale']);
  screen('two');
  output('b');
  assert.deepEqual(take(), ['screen two', 'b']);
});

test('a newer screen replaces what is held, also when that was too much', () => {
  const { held, screen, output, take } = setUp();
  output('old');
  screen('one');
  output('x'.repeat(2_000_000));
  screen('two');
  held.show();
  assert.deepEqual(take(), ['screen two']);
});
