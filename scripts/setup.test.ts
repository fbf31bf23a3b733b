import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { NODE_AS_NOBODY } from '../server/workspace/fixtures/as-nobody.ts';

const SCRIPTS = ['setup.mjs', 'lock.mjs', 'node.mjs', 'npm.mjs', 'progress.mjs'];

/** A project that wants version 2.0.0 of one package, and whose node_modules links to a folder with `installed`. */
async function makeLinkedProject(
  t: TestContext,
  installed: string,
): Promise<{ root: string; target: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'pi-panel-setup-'));
  t.after(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  const [root, target] = [join(folder, 'project'), join(folder, 'shared')];
  await mkdir(join(root, 'scripts'), { recursive: true });
  for (const script of SCRIPTS) await cp(join(import.meta.dirname, script), join(root, 'scripts', script));
  await writeFile(join(root, 'package.json'), '{"dependencies":{"one":"2.0.0"}}');
  await writeFile(join(root, 'package-lock.json'), lockfile('2.0.0'));
  await mkdir(join(target, 'one'), { recursive: true });
  await writeFile(join(target, '.package-lock.json'), lockfile(installed));
  await symlink(target, join(root, 'node_modules'), 'junction');
  return { root, target };
}

function lockfile(version: string): string {
  const packages = { '': { dependencies: { one: '2.0.0' } }, 'node_modules/one': { version } };
  return JSON.stringify({ lockfileVersion: 3, packages });
}

function setUp(root: string, options: string[] = []): { status: number | null; output: string } {
  const { status, stderr } = spawnSync(process.execPath, [...options, join(root, 'scripts', 'setup.mjs')], {
    encoding: 'utf8',
    env: {
      ...process.env,
      npm_config_cache: join(root, 'cache'),
      npm_config_registry: 'http://127.0.0.1:9/',
    },
  });
  return { status, output: stderr };
}

test('a linked node_modules that is out of date is refused and left alone, because npm would empty its target', async (t) => {
  const { root, target } = await makeLinkedProject(t, '1.0.0');
  const { status, output } = setUp(root);
  assert.deepEqual((await readdir(target)).sort(), ['.package-lock.json', 'one']);
  assert.equal(status, 1);
  assert.match(output, /^pi-panel: node_modules is a link to .+shared/);
  assert.match(output, /does not match package-lock\.json/);
  assert.doesNotMatch(output, /installing/);
});

test('a linked node_modules that matches the lockfile is used unchanged', async (t) => {
  const { root, target } = await makeLinkedProject(t, '2.0.0');
  assert.deepEqual(setUp(root), { status: 0, output: '' });
  assert.deepEqual((await readdir(target)).sort(), ['.package-lock.json', 'one']);
});

/** Runs the setup as a user who may not write to the folder. */
async function setUpReadOnly(root: string): Promise<ReturnType<typeof setUp>> {
  await chmod(root, 0o555);
  try {
    return setUp(root, NODE_AS_NOBODY);
  } finally {
    await chmod(root, 0o755);
  }
}
const needsModes = { skip: process.platform === 'win32' && 'modes do not protect folders' };

test('a folder that is set up can be used without the right to write to it', needsModes, async (t) => {
  const { root } = await makeLinkedProject(t, '2.0.0');
  assert.deepEqual(await setUpReadOnly(root), { status: 0, output: '' });
  assert.deepEqual((await readdir(root)).sort(), [
    'node_modules',
    'package-lock.json',
    'package.json',
    'scripts',
  ]);
});

test('without that right, a folder that is not set up is refused in one sentence', needsModes, async (t) => {
  const { root } = await makeLinkedProject(t, '2.0.0');
  await rm(join(root, 'node_modules'));
  const sentence =
    `pi-panel: ${root} is not ready (its packages are not installed), and you may not write to it. ` +
    'Run `npm start` there once as its owner, or clone the repository to a folder of your own.\n';
  assert.deepEqual(await setUpReadOnly(root), { status: 1, output: sentence });
  // A cache that the user may write to does not help.
  await mkdir(join(root, '.cache'));
  await chmod(join(root, '.cache'), 0o777);
  assert.deepEqual(await setUpReadOnly(root), { status: 1, output: sentence });
});

/** An npm that needs the folder for itself, and takes a moment to install. */
const NPM = `
  import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
  if (process.argv[2] === 'ci') {
    appendFileSync('installs', 'x');
    mkdirSync('node_modules');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    writeFileSync('node_modules/.package-lock.json', process.env.INSTALLED);
  }
`;

test('two first starts in one folder install once, and both go on', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'pi-panel-setup-'));
  t.after(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'scripts'));
  for (const script of SCRIPTS) await cp(join(import.meta.dirname, script), join(root, 'scripts', script));
  await writeFile(join(root, 'package.json'), '{"type":"module","dependencies":{"one":"2.0.0"}}');
  await writeFile(join(root, 'package-lock.json'), lockfile('2.0.0'));
  const npm = join(root, 'npm-cli.js');
  await writeFile(npm, NPM);
  const env = { ...process.env, npm_execpath: npm, npm_node_execpath: process.execPath };
  const starts = [1, 2].map(() =>
    spawn(process.execPath, [join(root, 'scripts', 'setup.mjs')], {
      env: { ...env, INSTALLED: lockfile('2.0.0') },
      stdio: 'ignore',
    }),
  );
  const codes = await Promise.all(starts.map((start) => once(start, 'exit')));
  assert.deepEqual(codes, [
    [0, null],
    [0, null],
  ]);
  assert.equal(await readFile(join(root, 'installs'), 'utf8'), 'x');
});
