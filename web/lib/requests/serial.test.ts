import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Serial } from './serial.ts';

test('tasks run one after the other, and each caller gets its own outcome', async () => {
  const serial = new Serial();
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} starts`);
    await new Promise(setImmediate);
    log.push(`${name} ends`);
    if (name === 'b') throw new Error('b fails');
    return name;
  };
  const [a, b, c] = ['a', 'b', 'c'].map((name) => serial.run(task(name)));
  await assert.rejects(b!, /b fails/);
  assert.deepEqual(await Promise.all([a, c]), ['a', 'c']);
  assert.deepEqual(log, ['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
});
