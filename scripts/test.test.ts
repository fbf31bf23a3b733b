// `npm test` itself, in a project that has two tests, no checks, and a Playwright that only records its arguments.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { CHECKS } from './checks.mjs';

const SCRIPTS = [
  'test.mjs',
  'suites.mjs',
  'failed-files.mjs',
  'skipped-tests.mjs',
  'announce-test-file.mjs',
  'progress.mjs',
];
/** Used where they are, with the modules that they import. */
const MODULES = [
  'scripts/test-processes.ts',
  'server/workspace/entries/across-disks.ts',
  'shared/error-text.ts',
];
const NO_CHECKS = `
  export { NODE_TEST } from ${JSON.stringify(import.meta.resolve('./checks.mjs'))};
  export const CHECKS = {};
`;
/** In place of the script that fetches other versions of pi. */
const VERSIONS = `
  import { writeFileSync } from 'node:fs';
  writeFileSync(process.env.RAN + '/versions', process.argv.slice(2).join(' '));
`;
/** In place of Playwright. */
const PLAYWRIGHT = `
  import { writeFileSync } from 'node:fs';
  writeFileSync(process.env.RAN + '/browser', process.argv.slice(2).join(' '));
`;
/** A test that leaves a read-only folder in the temporary folder, and records that it ran. */
const TEST = `
  import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { basename, join } from 'node:path';
  import { test } from 'node:test';
  test('a claim', () => {
    const folder = mkdtempSync(join(tmpdir(), 'left-behind-'));
    writeFileSync(join(folder, 'file'), '');
    chmodSync(folder, 0o555);
    writeFileSync(join(process.env.RAN, basename(import.meta.filename)), '');
  });
`;
/** Loaded into every process: records the options with which Node runs. */
const OBSERVER = `
  import { appendFileSync } from 'node:fs';
  appendFileSync(process.env.RAN + '/../options', process.execArgv.join(' ') + '\\n');
`;

interface Run {
  status: number | null;
  /** The test files that ran. */
  ran: string[];
  /** The arguments of the script that fetches versions of pi, and those of Playwright. */
  versions: string;
  browser: string;
  /** The options of each Node process. */
  options: string;
  /** The files that the run left in the temporary folder. */
  left: string[];
}

async function runTests(t: TestContext, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const root = await mkdtemp(join(tmpdir(), 'pi-panel-own-test-'));
  t.after(() => rm(root, { recursive: true }));
  const playwright = join(root, 'node_modules/@playwright/test');
  await mkdir(playwright, { recursive: true });
  await writeFile(join(playwright, 'cli.js'), PLAYWRIGHT);
  for (const name of ['scripts', 'ran', 'temporary', 'server', 'e2e/siege'])
    await mkdir(join(root, name), { recursive: true });
  for (const name of SCRIPTS) await cp(join(import.meta.dirname, name), join(root, 'scripts', name));
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  await writeFile(join(root, 'scripts', 'checks.mjs'), NO_CHECKS);
  for (const name of MODULES) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    const original = pathToFileURL(join(import.meta.dirname, '..', name)).href;
    await writeFile(join(root, name), `export * from ${JSON.stringify(original)};`);
  }
  for (const name of ['svelte-modules.mjs', 'browser.mjs']) await writeFile(join(root, 'scripts', name), '');
  await writeFile(join(root, 'scripts', 'versions.ts'), VERSIONS);
  await writeFile(join(root, 'observer.mjs'), OBSERVER);
  for (const name of ['server/one', 'server/other', 'e2e/siege/attack'])
    await writeFile(join(root, `${name}.test.ts`), TEST);
  const { NODE_TEST_CONTEXT, CI, ...ownEnv } = process.env;
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'test.mjs'), ...args], {
    env: {
      ...ownEnv,
      ...env,
      NODE_OPTIONS: `--import=${join(root, 'observer.mjs')}`,
      RAN: join(root, 'ran'),
      TMPDIR: join(root, 'temporary'),
    },
  });
  const options = await readFile(join(root, 'options'), 'utf8');
  const [all, left] = await Promise.all([readdir(join(root, 'ran')), readdir(join(root, 'temporary'))]);
  const written = (name: string): Promise<string> =>
    all.includes(name) ? readFile(join(root, 'ran', name), 'utf8') : Promise.resolve('');
  const [versions, browser] = await Promise.all([written('versions'), written('browser')]);
  return { status, ran: all.filter((name) => name.endsWith('.ts')).sort(), versions, browser, options, left };
}

test('one file of a suite is run by itself, has a time limit, and leaves nothing in the temporary folder', async (t) => {
  const { status, ran, versions, options, left } = await runTests(t, ['unit', 'server/one.test.ts']);
  assert.deepEqual({ status, ran, versions }, { status: 0, ran: ['one.test.ts'], versions: '' });
  // Node itself gives a file the timeout 0.
  assert.match(options, /--test-timeout=[1-9]/);
  assert.deepEqual(left, []);
});

test('the whole suite first fetches an old and a new version of pi, for the contract tests', async (t) => {
  const { status, ran, versions } = await runTests(t, ['unit']);
  assert.deepEqual({ status, ran }, { status: 0, ran: ['attack.test.ts', 'one.test.ts', 'other.test.ts'] });
  assert.equal(versions, '--default');
});

test('without arguments, the attacks are left out, and of the specs those for daily uses run, which all exist', async (t) => {
  const { status, ran, browser } = await runTests(t, []);
  assert.deepEqual({ status, ran }, { status: 0, ran: ['one.test.ts', 'other.test.ts'] });
  const specs = browser.split(' ').filter((arg) => arg.endsWith('.spec.ts'));
  assert.ok(specs.length > 0);
  for (const spec of specs) assert.ok(existsSync(join(import.meta.dirname, '..', spec)), spec);
});

const WHOLE: [string, string[], NodeJS.ProcessEnv?][] = [
  ['npm test -- all', ['all']],
  ['npm test -- browser', ['browser']],
  ['npm test in CI', [], { CI: 'true' }],
];
for (const [title, args, env] of WHOLE)
  test(`\`${title}\` runs all specs`, async (t) => {
    const { status, browser } = await runTests(t, args, env);
    assert.deepEqual({ status, browser }, { status: 0, browser: 'test -c e2e' });
  });

test('the rooms are checked before anything that takes longer', () => {
  assert.equal(Object.keys(CHECKS)[0], 'rooms');
});
