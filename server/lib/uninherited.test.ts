import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepFromPrograms, withoutOwnFiles } from './uninherited.ts';

test('a program gets nothing in the place of the files that are kept from it, and what it needs as before', () => {
  assert.equal(withoutOwnFiles(), 'pipe');
  const [giveFive, giveSeven] = [keepFromPrograms(5), keepFromPrograms(7)];
  const all = withoutOwnFiles(['pipe', 'ignore', 'inherit']) as unknown[];
  const nothing = all[5];
  assert.equal(typeof nothing, 'number');
  assert.deepEqual(all, ['pipe', 'ignore', 'inherit', 'ignore', 'ignore', nothing, 'ignore', nothing]);
  giveSeven();
  assert.deepEqual(withoutOwnFiles('ignore'), ['ignore', 'ignore', 'ignore', 'ignore', 'ignore', nothing]);
  // What is meant for a program at this place is no file of the panel.
  assert.deepEqual(withoutOwnFiles(['pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'ipc']), [
    ...['pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'ipc'],
  ]);
  giveFive();
  assert.equal(withoutOwnFiles('inherit'), 'inherit');
});
