import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf, draftPaths, keepDraft } from './file-drafts.svelte.ts';
import { pendingReloads } from './pending-reloads.svelte.ts';

test('the unsaved text of a file is kept by its path until it is saved or discarded', () => {
  keepDraft('/agent/models.json', { text: '{ ', base: '"1"' });
  keepDraft('/agent/settings.json', { text: '{}', base: null });
  keepDraft('/agent/models.json', { text: '{ "providers"', base: '"1"' });
  assert.deepEqual(draftOf('/agent/models.json'), { text: '{ "providers"', base: '"1"' });
  assert.deepEqual(draftPaths(), ['/agent/models.json', '/agent/settings.json']);
  keepDraft('/agent/models.json', null);
  assert.equal(draftOf('/agent/models.json'), undefined);
  assert.deepEqual(draftPaths(), ['/agent/settings.json']);
});

test('an agent whose pi has not loaded what was saved is known until it has', () => {
  pendingReloads.add('api/agents/a');
  pendingReloads.add('api/agents/a');
  assert.equal(pendingReloads.has('api/agents/a'), true);
  assert.equal(pendingReloads.has('api/agents/b'), false);
  pendingReloads.delete('api/agents/a');
  assert.equal(pendingReloads.has('api/agents/a'), false);
});
