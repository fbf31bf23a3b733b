import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedLayout, storeLayout } from './stored-layout.ts';

const DEFAULT = { rail: 'files', terminal: null, files: false, isEmpty: true, sizes: {} };

test('each workspace has its own layout, and a new workspace has the default', () => {
  const layout = { rail: null, terminal: true, files: true, isEmpty: false, sizes: { rail: 300 } };
  storeLayout('/a', layout);
  assert.deepEqual(storedLayout('/a'), layout);
  assert.deepEqual(storedLayout('/b'), DEFAULT);
});

test('only the layouts of the last fifty workspaces are stored', () => {
  for (let n = 0; n < 60; n++) storeLayout(`/many/${n}`, { ...DEFAULT, rail: 'sessions' });
  assert.equal(storedLayout('/many/9').rail, 'files');
  assert.equal(storedLayout('/many/10').rail, 'sessions');
});
