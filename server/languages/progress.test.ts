import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from './progress.ts';

function setUp() {
  const changes: boolean[] = [];
  const progress = new Progress((isRunning) => changes.push(isRunning));
  const receive = (token: unknown, kind: string): void => progress.receive({ token, value: { kind } });
  return { changes, progress, receive };
}

test('a server is at work from the first beginning to the last end', () => {
  const { changes, receive } = setUp();
  for (const [token, kind] of [
    ['a', 'begin'],
    ['a', 'report'],
    [1, 'begin'],
    ['a', 'end'],
    ['a', 'end'],
  ] as const)
    receive(token, kind);
  assert.deepEqual(changes, [true]);
  receive(1, 'end');
  assert.deepEqual(changes, [true, false]);
});

test('what is not progress has no effect, and a server that ends nothing collects no more than a bound', () => {
  const { changes, progress, receive } = setUp();
  for (const odd of [
    null,
    undefined,
    7,
    {},
    { token: 'a' },
    { token: 'a', value: null },
    { token: {}, value: 3 },
  ])
    progress.receive(odd);
  receive({}, 'begin');
  assert.deepEqual(changes, []);
  for (let token = 0; token < 1000; token += 1) receive(token, 'begin');
  for (let token = 0; token < 100; token += 1) receive(token, 'end');
  assert.deepEqual(changes, [true, false]);
});
