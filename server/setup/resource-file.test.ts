import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Resource, Resources } from '../../shared/resources.ts';
import { newResource, refuseManaged, resourcePlace } from './resource-file.ts';

const resource = (path: string, source: string | null): Resource => ({
  ...{ kind: 'skills', name: 'a', description: null, path, isEnabled: true, isShadowed: false },
  ...{ scope: 'user', package: source, baseDir: null, isBuiltIn: false },
});
const listed: Pick<Resources, 'contexts' | 'resources'> = {
  contexts: [{ kind: 'context', path: '/agent/AGENTS.md' }],
  resources: [resource('/agent/skills/a/SKILL.md', null), resource('/npm/b/SKILL.md', 'npm:b')],
};
const folders = { user: '/agent', project: '/project/.pi' };

test('only files that pi lists are read, wherever they are', () => {
  assert.equal(resourcePlace(listed, '/agent/AGENTS.md', folders).path, '/agent/AGENTS.md');
  for (const file of ['/agent/auth.json', '/agent/skills/a/../../auth.json', 'AGENTS.md', ''])
    assert.throws(() => resourcePlace(listed, file, folders), { status: 404 }, file);
});

test('a save of a file of the project may not leave the project; the files of the user may be links to anywhere', () => {
  const own = { user: '/project/.pi/agent', project: '/project/.pi' };
  const files = [
    '/project/AGENTS.md',
    '/project/.pi/agent/AGENTS.md',
    '/AGENTS.md',
    '/project-two/AGENTS.md',
  ];
  const contexts: Resources['contexts'] = files.map((file) => ({ kind: 'context', path: file }));
  const limits = files.map((file) => resourcePlace({ ...listed, contexts }, file, own).within);
  assert.deepEqual(limits, ['/project', undefined, undefined, undefined]);
  const skill = newResource({ kind: 'skills', scope: 'project', name: 'x' }, { folders: own, absent: [] });
  assert.equal(skill.place.within, '/project');
});

test('a file of an installed package is not changed, since the next update would overwrite that', () => {
  refuseManaged(listed, '/agent/skills/a/SKILL.md');
  refuseManaged({ resources: [resource('/x/SKILL.md', './x')] }, '/x/SKILL.md');
  assert.throws(() => refuseManaged(listed, '/npm/b/SKILL.md'), { status: 409, message: /belongs to npm:b/ });
});

test('a new skill or prompt template gets a valid head, in the folder where pi looks for it', () => {
  const options = { folders, absent: [] };
  const skill = newResource(
    { kind: 'skills', scope: 'project', name: 'pdf-tools', description: 'Say "hi"' },
    options,
  );
  assert.equal(skill.place.path, '/project/.pi/skills/pdf-tools/SKILL.md');
  assert.match(skill.text, /^---\nname: pdf-tools\ndescription: "Say \\"hi\\""\n---\n/);
  assert.equal(
    newResource({ kind: 'prompts', scope: 'user', name: 'x' }, options).place.path,
    '/agent/prompts/x.md',
  );
  for (const name of ['', '../x', 'A', 'a--b', '-a', 'a'.repeat(65)])
    assert.throws(() => newResource({ kind: 'skills', scope: 'user', name }, options), { status: 400 }, name);
});

test('a file of the system prompt is created only if there is none', () => {
  const absent: Resources['absent'] = [{ kind: 'context', scope: 'project', path: '/project/AGENTS.md' }];
  const create = (scope: 'user' | 'project') => newResource({ kind: 'context', scope }, { absent, folders });
  assert.equal(create('project').place.path, '/project/AGENTS.md');
  assert.throws(() => create('user'), { status: 409 });
});
