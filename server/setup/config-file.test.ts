import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
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

test('an empty file, in which nothing can be lost, is filled', async () => {
  const { text } = await changeConfig(await place(' \n'), ['theme'], 'dark');
  assert.equal(text, '{\n  "theme": "dark"\n}\n');
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
