import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Resource } from '../../../shared/resources.ts';
import { readOnlyReasonOf, originOf } from './resource-words.ts';

const resource: Resource = {
  ...{ kind: 'skills', name: 'a', description: null, path: '/agent/skills/a/SKILL.md', isEnabled: true },
  ...{ isShadowed: false, scope: 'user', package: null, baseDir: null, isBuiltIn: false },
};

test('the origin of a resource is its file or its package', () => {
  assert.equal(originOf(resource), 'All projects · /agent/skills/a/SKILL.md');
  assert.equal(originOf({ ...resource, scope: 'project', package: 'npm:x' }), 'This project · from npm:x');
  assert.equal(originOf({ ...resource, isBuiltIn: true }), 'Part of pi');
});

test('only resources that an update would overwrite are read-only', () => {
  assert.equal(readOnlyReasonOf(resource), null);
  assert.equal(readOnlyReasonOf({ ...resource, package: '../tools' }), null);
  assert.match(readOnlyReasonOf({ ...resource, package: 'npm:x' }) ?? '', /npm:x/);
});
