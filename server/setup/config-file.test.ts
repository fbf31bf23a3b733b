import assert from 'node:assert/strict';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { changeConfig, readConfig, replaceConfig, type ConfigPlace } from './config-file.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-config-'));
after(() => rm(folder, { recursive: true }));

let count = 0;
async function place(text?: string, format: ConfigPlace['format'] = 'json'): Promise<ConfigPlace> {
  const file = path.join(folder, `${count++}.json`);
  if (text !== undefined) await writeFile(file, text);
  return { path: file, format, reaction: '' };
}

test('a changed value keeps unknown keys, their order, the indentation and comments', async () => {
  const text = '{\n    // mine\n    "unknown": [1,2],\n    "retry": { "enabled": true } // see below\n}\n';
  const models = await place(text, 'jsonc');
  const { text: after } = await changeConfig(models, ['retry', 'maxRetries'], 5);
  for (const kept of ['// mine', '"unknown": [1,2]', '// see below', '"enabled": true'])
    assert.ok(after?.includes(kept));
  assert.match(after ?? '', /"maxRetries": 5/);
  assert.equal(
    (await changeConfig(models, ['retry', 'maxRetries'], undefined)).text?.includes('maxRetries'),
    false,
  );
});

test('a file keeps its mode, and a new one is private', async () => {
  const known = await place('{}');
  await chmod(known.path, 0o640);
  await changeConfig(known, ['theme'], 'dark');
  assert.equal((await stat(known.path)).mode & 0o777, 0o640);
  const made = await place();
  await changeConfig(made, ['theme'], 'dark');
  assert.equal((await stat(made.path)).mode & 0o777, 0o600);
});

test('a file that does not exist is created with its folder, and a link stays a link', async () => {
  const nested = { ...(await place()), path: path.join(folder, 'project', '.pi', 'settings.json') };
  assert.equal((await readConfig(nested)).text, null);
  await changeConfig(nested, ['theme'], 'dark');
  assert.deepEqual(JSON.parse(await readFile(nested.path, 'utf8')), { theme: 'dark' });
  const link = await place();
  await symlink(nested.path, link.path);
  await changeConfig(link, ['theme'], 'light');
  assert.deepEqual(JSON.parse(await readFile(nested.path, 'utf8')), { theme: 'light' });
});

/** How a project can bring a way out of it: what leads from where, and the file that is saved. */
const WAYS_OUT: [title: string, make: (project: string, outside: string) => Promise<void>][] = [
  [
    'the file is a link to another one',
    async (project, outside) => {
      await mkdir(path.join(project, '.pi'));
      await symlink(path.join(outside, 'kept.json'), path.join(project, '.pi', 'settings.json'));
    },
  ],
  [
    'the file is a link to one that does not exist yet',
    async (project, outside) => {
      await mkdir(path.join(project, '.pi'));
      await symlink(path.join(outside, 'new.json'), path.join(project, '.pi', 'settings.json'));
    },
  ],
  ['its folder is a link', (project, outside) => symlink(outside, path.join(project, '.pi'))],
  [
    'its folder is a link to one that does not exist yet',
    (project, outside) => symlink(path.join(outside, 'new'), path.join(project, '.pi')),
  ],
  [
    'its folder is a link to the parent of the project',
    (project) => symlink('..', path.join(project, '.pi')),
  ],
];

for (const [title, make] of WAYS_OUT)
  test(`a settings file of a project is not written outside of it if ${title}`, async () => {
    const [project, outside] = await Promise.all([
      mkdtemp(path.join(folder, 'project-')),
      mkdtemp(path.join(folder, 'outside-')),
    ]);
    await writeFile(path.join(outside, 'kept.json'), '{"kept":true}');
    await make(project, outside);
    const settings: ConfigPlace = {
      ...{ path: path.join(project, '.pi', 'settings.json'), within: project },
      ...{ format: 'json', reaction: '' },
    };
    const around = await readdir(folder);
    await assert.rejects(changeConfig(settings, ['theme'], 'dark'), { status: 403, code: 'outside' });
    assert.deepEqual(await readdir(outside), ['kept.json']);
    assert.equal(await readFile(path.join(outside, 'kept.json'), 'utf8'), '{"kept":true}');
    assert.deepEqual(await readdir(folder), around);
  });

test('a link that stays inside the project is followed, and the project itself may be reached by a link', async () => {
  const project = await mkdtemp(path.join(folder, 'project-'));
  await mkdir(path.join(project, 'shared'));
  await symlink('shared', path.join(project, '.pi'));
  const link = `${project}-link`;
  await symlink(project, link);
  const settings: ConfigPlace = {
    ...{ path: path.join(link, '.pi', 'settings.json'), within: link },
    ...{ format: 'json', reaction: '' },
  };
  await changeConfig(settings, ['theme'], 'dark');
  assert.match(await readFile(path.join(project, 'shared', 'settings.json'), 'utf8'), /dark/);
});

test('an empty file, in which nothing can be lost, is filled', async () => {
  const { text } = await changeConfig(await place(' \n'), ['theme'], 'dark');
  assert.equal(text, '{\n  "theme": "dark"\n}\n');
});

test('an empty file is no problem where pi takes it for one without settings, and is one elsewhere', async () => {
  const empty = await place('');
  assert.equal((await readConfig({ ...empty, mayBeEmpty: true })).problem, null);
  assert.equal((await readConfig(empty)).problem?.line, 1);
});

test('two values that are changed at the same time are both saved', async () => {
  const settings = await place('{}');
  await Promise.all([changeConfig(settings, ['a'], 1), changeConfig(settings, ['b'], 2)]);
  assert.deepEqual(JSON.parse(await readFile(settings.path, 'utf8')), { a: 1, b: 2 });
});

test('of two texts for the version that was read, one is saved and the other one is refused', async () => {
  const settings = await place('{}');
  const { etag } = await readConfig(settings);
  const saves = ['{"a":1}', '{"b":2}'].map((text) => replaceConfig(settings, text, { ifMatch: etag! }));
  const outcomes = await Promise.allSettled(saves);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  assert.equal(await readFile(settings.path, 'utf8'), '{"a":1}');
});

test('a broken file is reported with line and column, and no change of a value overwrites it', async () => {
  const broken = '{\n  "theme": "dark"\n  "quietStartup": true\n}\n';
  const settings = await place(broken);
  assert.deepEqual((await readConfig(settings)).problem, { line: 3, column: 3, message: 'Comma expected.' });
  await assert.rejects(changeConfig(settings, ['theme'], 'light'), { status: 409, code: 'broken_file' });
  assert.equal(await readFile(settings.path, 'utf8'), broken);
});

test('comments are a problem where pi does not accept them', async () => {
  const text = '{\n  // why\n  "theme": "dark"\n}';
  assert.match((await readConfig(await place(text))).problem?.message ?? '', /does not accept comments/);
  assert.equal((await readConfig(await place(text, 'jsonc'))).problem, null);
  assert.equal((await readConfig(await place('[1]'))).problem?.line, 1);
});

test('a whole text is saved only over the version that was read, and only if it is valid', async () => {
  const settings = await place('{}');
  const { etag } = await readConfig(settings);
  await assert.rejects(replaceConfig(settings, '{"a":1}', {}), { status: 428 });
  await assert.rejects(replaceConfig(settings, '{"a":', { ifMatch: etag! }), {
    status: 422,
    message: /^Line 1, column 6/,
  });
  await writeFile(settings.path, '{"other":true}');
  await assert.rejects(replaceConfig(settings, '{"a":1}', { ifMatch: etag! }), { status: 412 });
  await assert.rejects(replaceConfig(settings, '{"a":1}', { ifNoneMatch: '*' }), { status: 412 });
  assert.equal(await readFile(settings.path, 'utf8'), '{"other":true}');
  const now = await readConfig(settings);
  assert.equal((await replaceConfig(settings, '{"a":1}', { ifMatch: now.etag! })).text, '{"a":1}');
});

test('a file that is there and cannot be read is not replaced', async () => {
  const settings = await place('{}');
  await rm(settings.path);
  await symlink(path.basename(settings.path), settings.path);
  await assert.rejects(changeConfig(settings, ['theme'], 'dark'), { status: 409, code: 'unreadable' });
  await assert.rejects(replaceConfig(settings, '{}', { ifNoneMatch: '*' }), {
    status: 409,
    code: 'unreadable',
  });
  assert.equal(await readlink(settings.path), path.basename(settings.path));
});

test('a project without a folder of pi gets one with its settings', async () => {
  const project = await mkdtemp(path.join(folder, 'project-'));
  const settings: ConfigPlace = {
    ...{ path: path.join(project, '.pi', 'deep', 'settings.json'), within: project },
    ...{ format: 'json', reaction: '' },
  };
  await changeConfig(settings, ['theme'], 'dark');
  assert.deepEqual(JSON.parse(await readFile(settings.path, 'utf8')), { theme: 'dark' });
});
