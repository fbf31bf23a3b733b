import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Resource } from '../../../shared/resources.ts';
import { editLack, originOf } from './resource-words.ts';

const resource: Resource = {
  ...{ kind: 'skills', name: 'a', description: null, path: '/agent/skills/a/SKILL.md', isEnabled: true },
  ...{ isShadowed: false, scope: 'user', package: null, baseDir: null, isBuiltIn: false },
};

test('a resource names the folder or the package that it is from', () => {
  assert.equal(originOf(resource), 'All projects · /agent/skills/a/SKILL.md');
  assert.equal(originOf({ ...resource, scope: 'project', package: 'npm:x' }), 'This project · from npm:x');
  assert.equal(originOf({ ...resource, isBuiltIn: true }), 'Part of pi');
});

test('only what an update would overwrite cannot be changed', () => {
  assert.equal(editLack(resource), null);
  assert.equal(editLack({ ...resource, package: '../tools' }), null);
  assert.match(editLack({ ...resource, package: 'npm:x' }) ?? '', /npm:x/);
});
