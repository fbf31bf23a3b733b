import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const REPORTER = fileURLToPath(new URL('skipped-tests.mjs', import.meta.url));

async function report(t: TestContext, ...options: (string | boolean)[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pi-panel-skipped-'));
  t.after(() => rm(folder, { recursive: true }));
  const tests = options.map((skip) => `test('a claim', { skip: ${JSON.stringify(skip)} }, () => {});`);
  await writeFile(join(folder, 'one.test.mjs'), `import { test } from 'node:test';${tests.join('')}`);
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const args = ['--test', `--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout'];
  return spawnSync(process.execPath, [...args, 'one.test.mjs'], { cwd: folder, encoding: 'utf8', env })
    .stdout;
}

test('skipped tests are counted by their reason, the most frequent first', async (t) => {
  assert.equal(
    await report(t, 'needs /proc', 'git is not installed', false, 'git is not installed', true),
    '\nNot run on this machine: git is not installed (2); needs /proc (1); without a reason (1)\n',
  );
});

test('if no test is skipped, nothing is said', async (t) => {
  assert.equal(await report(t, false), '');
});
