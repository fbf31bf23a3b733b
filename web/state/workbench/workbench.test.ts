import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Workbench as Class } from './workbench.svelte.ts';
import { NO_CLAIM } from '../../lib/browser/focus-claim.ts';

let Workbench: typeof Class;

before(async () => {
  const query = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(globalThis, { window: globalThis, matchMedia: () => query });
  ({ Workbench } = await import('./workbench.svelte.ts'));
});

test('a request for a file keeps its line, its diff and its place beside the first editor', () => {
  const workbench = new Workbench([]);
  workbench.showFile('a.ts', { line: 3, diffOf: 'conversation', isBeside: true }, NO_CLAIM);
  const { isFocusFree: _claim, ...request } = workbench.fileRequest!;
  assert.deepEqual(request, { path: 'a.ts', n: 1, line: 3, diffOf: 'conversation', isBeside: true });
  workbench.showFile('a.ts', {}, NO_CLAIM);
  assert.equal(workbench.fileRequest!.n, 2);
});
