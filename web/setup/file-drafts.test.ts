import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStorage } from '../lib/storage/persisted.ts';
import { namesOfUnkept } from '../lib/storage/unkept.ts';
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
  keepDraft('/home/me/a/AGENTS.md', null);
});

test('an agent whose pi has not loaded what was saved is known until it has', () => {
  pendingReloads.add('api/agents/a');
  pendingReloads.add('api/agents/a');
  assert.equal(pendingReloads.has('api/agents/a'), true);
  assert.equal(pendingReloads.has('api/agents/b'), false);
  pendingReloads.delete('api/agents/a');
  assert.equal(pendingReloads.has('api/agents/a'), false);
});

test('a text for which the browser has no room is named as one that a reload would lose', (t) => {
  const full = { ...memoryStorage(), setItem: () => throwFull() };
  for (const storage of [full, undefined]) {
    Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true });
    t.after(() => Reflect.deleteProperty(globalThis, 'sessionStorage'));
    keepDraft('/agent/models.json', { text: '{ ', base: null });
    assert.deepEqual(namesOfUnkept(), ['models.json']);
    assert.equal(draftOf('/agent/models.json')?.text, '{ ');
    keepDraft('/agent/models.json', null);
    assert.deepEqual(namesOfUnkept(), []);
  }
});

function throwFull(): never {
  throw new DOMException('full', 'QuotaExceededError');
}
