import assert from 'node:assert/strict';
import type { Stats } from 'node:fs';
import { test } from 'node:test';
import { isLeftover, isTemporary, temporaryName } from './temporary-name.ts';

const OF_ANOTHER_PROCESS = '.pi-panel-0123456789abcdef.tmp';

const changedBefore = (minutes: number): Stats =>
  ({ mtimeMs: 0, ctimeMs: Date.now() - minutes * 60_000 }) as Stats;

test('the name of an unfinished file is known, is new each time, and resembles no other', () => {
  const name = temporaryName();
  assert.equal(isTemporary(name), true);
  assert.notEqual(temporaryName(), name);
  for (const other of [
    `x${name}`,
    `${name}x`,
    name.slice(1),
    name.replace('pi-panel', 'panel'),
    '.pi-panel-.tmp',
  ])
    assert.equal(isTemporary(other), false, other);
});

test('a file of another process is a leftover ten minutes after its last change, however old its content is', () => {
  assert.equal(isLeftover(OF_ANOTHER_PROCESS, changedBefore(9.9)), false);
  assert.equal(isLeftover(OF_ANOTHER_PROCESS, changedBefore(10.1)), true);
  assert.equal(isLeftover('notes.tmp', changedBefore(10.1)), false);
});

test('a file of this process is never a leftover, such as an upload from a laptop that slept', () => {
  assert.equal(isLeftover(temporaryName(), changedBefore(600)), false);
});
