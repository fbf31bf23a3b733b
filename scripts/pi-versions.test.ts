import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { TESTED_PI } from '../shared/pi/abilities.ts';
import {
  compareVersions,
  DEFAULT_VERSIONS,
  installedPis,
  packageOf,
  TESTED_VERSIONS,
} from './pi-versions.ts';

test('installed versions are found in both packages, oldest first, and unfinished ones are skipped', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pi-versions-'));
  const before = process.env.PI_VERSIONS_DIR;
  process.env.PI_VERSIONS_DIR = folder;
  t.after(async () => {
    if (before === undefined) delete process.env.PI_VERSIONS_DIR;
    else process.env.PI_VERSIONS_DIR = before;
    await rm(folder, { recursive: true });
  });
  for (const version of ['1.5.2', '0.73.1', '0.80.10']) {
    const place = join(folder, version, 'node_modules', packageOf(version));
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'package.json'), JSON.stringify({ version, bin: { pi: 'dist/cli.js' } }));
  }
  await mkdir(join(folder, '.unfinished-x', 'node_modules'), { recursive: true });
  const found = await installedPis();
  assert.deepEqual(
    found.map(({ version }) => version),
    ['0.73.1', '0.80.10', '1.5.2'],
  );
  const place = join(folder, '0.73.1', 'node_modules', '@mariozechner', 'pi-coding-agent', 'dist', 'cli.js');
  assert.deepEqual(found[0]?.argv, [process.execPath, place]);
  assert.equal(found[0]?.command, `${JSON.stringify(process.execPath)} ${JSON.stringify(place)}`);
});

test('without the folder the list of versions is empty', async (t) => {
  const before = process.env.PI_VERSIONS_DIR;
  process.env.PI_VERSIONS_DIR = join(tmpdir(), 'missing-pi-versions');
  t.after(() => {
    if (before === undefined) delete process.env.PI_VERSIONS_DIR;
    else process.env.PI_VERSIONS_DIR = before;
  });
  assert.deepEqual(await installedPis(), []);
});

test('versions are compared number by number', () => {
  assert.ok(compareVersions('0.80.10', '0.80.3') > 0);
  assert.ok(compareVersions('0.79.9', '1.0.0') < 0);
  assert.equal(compareVersions('0.87.1', '0.87.1'), 0);
});

test('npm test runs the contract on the pi of the most-read documentation, on the last before 1.0, and on its own', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const own = devDependencies['@earendil-works/pi-coding-agent']!;
  assert.equal(TESTED_PI, own);
  assert.deepEqual(DEFAULT_VERSIONS, ['0.79.9', '0.87.1']);
  for (const version of TESTED_VERSIONS) assert.ok(compareVersions(version, own) < 0, version);
});
