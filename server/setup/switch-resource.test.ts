import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Resource } from '../../shared/resources.ts';
import { switchResource } from './switch-resource.ts';

const resource: Resource = {
  ...{ kind: 'skills', name: 'pdf', description: null, path: '/agent/skills/pdf/SKILL.md' },
  ...{
    isEnabled: true,
    isShadowed: false,
    scope: 'user',
    package: null,
    baseDir: '/agent',
    isBuiltIn: false,
  },
};

test('a resource of a folder is switched by one filter, which replaces the previous one and leaves others alone', () => {
  const settings = {
    skills: ['/more/skills', '-skills/pdf/SKILL.md', '!skills/old/*', '!skills/pdf/SKILL.md'],
  };
  assert.deepEqual(switchResource(settings, { resource, isEnabled: true, folder: '/agent' }), {
    path: ['skills'],
    value: ['/more/skills', '!skills/old/*', '+skills/pdf/SKILL.md'],
  });
  assert.deepEqual(
    switchResource({}, { resource: { ...resource, baseDir: null }, isEnabled: false, folder: '/agent' }),
    {
      path: ['skills'],
      value: ['-skills/pdf/SKILL.md'],
    },
  );
});

test('a resource of a package is switched in the entry of its package, which keeps its other filters', () => {
  const ofPackage = {
    ...resource,
    package: 'npm:tools',
    baseDir: '/x/tools',
    path: '/x/tools/skills/a/SKILL.md',
  };
  const change = (packages: unknown[]): unknown =>
    switchResource({ packages }, { resource: ofPackage, isEnabled: false, folder: '/agent' }).value;
  assert.deepEqual(change(['npm:other', 'npm:tools']), [
    'npm:other',
    { source: 'npm:tools', skills: ['-skills/a/SKILL.md'] },
  ]);
  assert.deepEqual(change([{ source: 'npm:tools', prompts: [], skills: ['+skills/a/SKILL.md'] }]), [
    { source: 'npm:tools', prompts: [], skills: ['-skills/a/SKILL.md'] },
  ]);
  assert.throws(() => change(['npm:other']), { status: 409 });
});

test('a filter of a part of pi can be removed, so that it follows the other settings again', () => {
  const mcp: Resource = { ...resource, kind: 'extensions', path: 'builtin:mcp', isBuiltIn: true };
  const settings = { extensions: ['./own.ts', '-builtin:mcp'] };
  const change = { resource: mcp, isEnabled: null, folder: '/project/.pi' };
  assert.deepEqual(switchResource(settings, change), { path: ['extensions'], value: ['./own.ts'] });
});
