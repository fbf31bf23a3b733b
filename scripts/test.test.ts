// `npm test` itself, in a project that has two tests and does nothing else.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { CHECKS } from './checks.mjs';

const SCRIPTS = ['test.mjs', 'checks.mjs', 'failed-files.mjs'];
/** In place of the script that fetches other versions of pi. */
const VERSIONS = `
  import { writeFileSync } from 'node:fs';
  writeFileSync(process.env.RAN + '/versions', process.argv.slice(2).join(' '));
`;
/** A test that leaves a file in the temporary folder, and writes down that it ran. */
const TEST = `
  import { writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { basename, join } from 'node:path';
  import { test } from 'node:test';
  test('a claim', () => {
    writeFileSync(join(tmpdir(), 'left-behind'), '');
    writeFileSync(join(process.env.RAN, basename(import.meta.filename)), '');
  });
`;
/** Is loaded into every process, and writes down with which options Node runs. */
const OBSERVER = `
  import { appendFileSync } from 'node:fs';
  appendFileSync(process.env.RAN + '/../options', process.execArgv.join(' ') + '\\n');
`;

async function runTests(
  t: TestContext,
  ...args: string[]
): Promise<{ status: number | null; ran: string[]; versions: string; options: string; left: string[] }> {
  const root = await mkdtemp(join(tmpdir(), 'pi-panel-own-test-'));
  t.after(() => rm(root, { recursive: true }));
  for (const name of ['scripts', 'ran', 'temporary', 'server']) await mkdir(join(root, name));
  for (const name of SCRIPTS) await cp(join(import.meta.dirname, name), join(root, 'scripts', name));
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  await writeFile(join(root, 'scripts', 'svelte-modules.mjs'), '');
  await writeFile(join(root, 'scripts', 'versions.ts'), VERSIONS);
  await writeFile(join(root, 'observer.mjs'), OBSERVER);
  for (const name of ['one', 'other']) await writeFile(join(root, 'server', `${name}.test.ts`), TEST);
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'test.mjs'), ...args], {
    env: {
      ...env,
      NODE_OPTIONS: `--import=${join(root, 'observer.mjs')}`,
      RAN: join(root, 'ran'),
      TMPDIR: join(root, 'temporary'),
    },
  });
  const options = await readFile(join(root, 'options'), 'utf8');
  const [all, left] = await Promise.all([readdir(join(root, 'ran')), readdir(join(root, 'temporary'))]);
  const ran = all.filter((name) => name !== 'versions').sort();
  const versions = all.includes('versions') ? await readFile(join(root, 'ran', 'versions'), 'utf8') : '';
  return { status, ran, versions, options, left };
}

test('one file of a suite is run by itself, has a time limit, and leaves nothing in the temporary folder', async (t) => {
  const { status, ran, versions, options, left } = await runTests(t, 'unit', 'server/one.test.ts');
  assert.deepEqual({ status, ran, versions }, { status: 0, ran: ['one.test.ts'], versions: '' });
  // Node itself gives a file the timeout 0.
  assert.match(options, /--test-timeout=[1-9]/);
  assert.deepEqual(left, []);
});

test('the whole suite first fetches an old and a new version of pi, for the contract tests', async (t) => {
  const { status, ran, versions } = await runTests(t, 'unit');
  assert.deepEqual({ status, ran }, { status: 0, ran: ['one.test.ts', 'other.test.ts'] });
  assert.equal(versions, '--default');
});

test('the rooms are checked before anything that takes longer', () => {
  assert.equal(Object.keys(CHECKS)[0], 'rooms');
});
