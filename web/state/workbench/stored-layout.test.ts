import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedLayout, storeLayout } from './stored-layout.ts';

const DEFAULT = { rail: 'files', terminal: null, files: false, isEmpty: true, sizes: {} };

test('each workspace has its own layout, and one that was never shown has the default', () => {
  const layout = { rail: null, terminal: true, files: true, isEmpty: false, sizes: { rail: 300 } };
  storeLayout('/a', layout);
  assert.deepEqual(storedLayout('/a'), layout);
  assert.deepEqual(storedLayout('/b'), DEFAULT);
});

test('only the fifty workspaces shown last are remembered', () => {
  for (let n = 0; n < 60; n++) storeLayout(`/many/${n}`, { ...DEFAULT, rail: 'sessions' });
  assert.equal(storedLayout('/many/9').rail, 'files');
  assert.equal(storedLayout('/many/10').rail, 'sessions');
});
