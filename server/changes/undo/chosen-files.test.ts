import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseFiles } from './chosen-files.ts';
import type { PlannedRow } from './planned.ts';

const row = (path: string, more: Partial<PlannedRow> = {}): PlannedRow => ({
  ...{ path, action: 'restore', writes: [], sources: [] },
  ...more,
});

test('rows are chosen by either of their names, each once, and without names all but the shared ones', () => {
  const files = [row('a'), row('b', { shared: true }), row('new', { from: 'old' }), row('c')];
  const chosen = (...paths: string[]): string[] => chooseFiles({ files }, paths).map(({ path }) => path);
  assert.deepEqual(
    chooseFiles({ files }, undefined).map(({ path }) => path),
    ['a', 'new', 'c'],
  );
  assert.deepEqual(chosen(), []);
  assert.deepEqual(chosen('b', 'a'), ['a', 'b'], 'a shared one that is named');
  assert.deepEqual(chosen('old'), ['new']);
  assert.deepEqual(chosen('old', 'new', 'c'), ['new', 'c']);
  assert.throws(() => chosen('a', 'd'), { status: 400, message: 'paths: "d" is not part of the plan.' });
});

test('files that were moved among each other are chosen together, and in a swap each name is its own row', () => {
  const swap = [row('x', { from: 'y', with: ['y'] }), row('y', { from: 'x', with: ['x'] }), row('z')];
  const chosen = (...paths: string[]): string[] =>
    chooseFiles({ files: swap }, paths).map(({ path }) => path);
  assert.deepEqual(chosen('x', 'y'), ['x', 'y']);
  assert.deepEqual(chosen('z'), ['z']);
  for (const name of ['x', 'y'])
    assert.throws(() => chosen(name, 'z'), {
      status: 400,
      message: /were moved together: name both or neither/,
    });
});
