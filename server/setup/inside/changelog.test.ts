import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { newerThan, readChangelog } from './changelog.ts';

const CHANGELOG = '# Changelog\n\n## [1.10.0] - today\n\n- Ten\n\n## 1.9.0\n\n- Nine\n\n## v1.2.3\n\n- Old\n';

async function makePackage(t: TestContext, manifest: string, files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-changelog-'));
  t.after(() => rm(root, { recursive: true }));
  const folder = path.join(root, 'tools');
  await mkdir(path.join(folder, 'docs'), { recursive: true });
  await writeFile(path.join(folder, 'package.json'), manifest);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return folder;
}

test('the changelog of a package is read, from the file that it names', async (t) => {
  const usual = await makePackage(t, '{"name":"tools","version":"1.10.0"}', { 'CHANGELOG.md': CHANGELOG });
  assert.deepEqual(await readChangelog(usual), {
    ...{ name: 'tools', version: '1.10.0', text: CHANGELOG.trim() },
  });
  const own = await makePackage(t, '{"pi":{"changelogPath":"docs/news.md"}}', {
    'CHANGELOG.md': 'no',
    'docs/news.md': CHANGELOG,
  });
  assert.deepEqual(await readChangelog(own, '1.9.0'), {
    ...{ name: 'tools', version: '', text: '## [1.10.0] - today\n\n- Ten' },
  });
});

test('versions are compared as numbers, and one that cannot be compared shows nothing', () => {
  assert.match(newerThan(CHANGELOG, '1.2.3'), /Ten[^]*Nine/);
  assert.doesNotMatch(newerThan(CHANGELOG, '1.2.3'), /Old|# Changelog/);
  for (const since of ['1.10.0', '2.0.0', 'main', '']) assert.equal(newerThan(CHANGELOG, since), '');
});

test('a package without a changelog, or with one elsewhere, has none', async (t) => {
  const folder = await makePackage(t, 'broken', {});
  assert.equal(await readChangelog(folder), null);
  const secret = path.join(folder, '../secret.md');
  await writeFile(secret, CHANGELOG);
  for (const name of ['../secret.md', secret, '.', '', 'docs']) {
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ pi: { changelogPath: name } }));
    assert.equal(await readChangelog(folder), null, name);
  }
  await symlink(secret, path.join(folder, 'CHANGELOG.md'));
  await writeFile(path.join(folder, 'package.json'), '{}');
  assert.equal(await readChangelog(folder), null);
});
