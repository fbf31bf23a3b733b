import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../shared/refusal.ts';
import { parseChosen } from './git.ts';

test('a name that is refused does not keep the others from being committed, and is named with the reason', () => {
  const files = ['~', '%2e%2e', '%2E./x', 'fine.txt', 'a\\b.txt'].map((path) => ({ path }));
  const { chosen, leftOut } = parseChosen(files);
  const isWindows = process.platform === 'win32';
  assert.deepEqual(
    chosen.map(({ path }) => path),
    isWindows ? ['fine.txt'] : ['fine.txt', 'a\\b.txt'],
  );
  assert.deepEqual(
    leftOut.slice(0, 3).map(({ path }) => path),
    ['~', '%2e%2e', '%2E./x'],
  );
  assert.match(leftOut[0]!.reason, /starts with ~/);
  assert.match(leftOut[1]!.reason, /behind percent signs/);
});

test('a commit of nothing but refused names is refused', () => {
  assert.throws(() => parseChosen([{ path: '~' }, { path: '%2e%2e' }]), Refusal);
});
