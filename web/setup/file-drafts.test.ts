import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf, draftPaths, keepDraft } from './file-drafts.svelte.ts';
import { pendingReloads } from './pending-reloads.svelte.ts';

test('the unsaved text of a file is kept by its path until it is saved or discarded', () => {
  keepDraft('/agent/models.json', { text: '{ ', base: '"1"' });
  keepDraft('/agent/settings.json', { text: '{}', base: null });
  keepDraft('/agent/models.json', { text: '{ "providers"', base: '"1"' });
  assert.deepEqual(draftOf('/agent/models.json'), { text: '{ "providers"', base: '"1"' });
  assert.deepEqual(draftPaths('/home/me/a'), ['/agent/models.json', '/agent/settings.json']);
  keepDraft('/agent/models.json', null);
  assert.equal(draftOf('/agent/models.json'), undefined);
  assert.deepEqual(draftPaths('/home/me/a'), ['/agent/settings.json']);
  keepDraft('/agent/settings.json', null);
});

test('the unsaved text of a file of a project waits for an agent there', () => {
  keepDraft('/home/me/a/AGENTS.md', { text: 'x', base: null, workspace: '/home/me/a' });
  assert.deepEqual(draftPaths('/home/me/a'), ['/home/me/a/AGENTS.md']);
  assert.deepEqual(draftPaths('/home/me/b'), []);
  assert.equal(draftOf('/home/me/a/AGENTS.md')?.text, 'x');
});

test('an agent whose pi has not loaded what was saved is known until it has', () => {
  pendingReloads.add('api/agents/a');
  pendingReloads.add('api/agents/a');
  assert.equal(pendingReloads.has('api/agents/a'), true);
  assert.equal(pendingReloads.has('api/agents/b'), false);
  pendingReloads.delete('api/agents/a');
  assert.equal(pendingReloads.has('api/agents/a'), false);
});
