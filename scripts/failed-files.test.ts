import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const REPORTER = fileURLToPath(new URL('failed-files.mjs', import.meta.url));
const FILES = {
  'shared.ts': "import { test } from 'node:test';\nexport const claim = (run) => test('a claim', run);\n",
  'shared-fails.test.ts': "import { claim } from './shared.ts';\nclaim(() => { throw new Error('no'); });\n",
  'shared-holds.test.ts': "import { claim } from './shared.ts';\nclaim(() => {});\n",
  'fails.test.ts': "import { test } from 'node:test';\ntest('a claim', () => { throw new Error('no'); });\n",
  'breaks.test.ts': "throw new Error('before any test');\n",
  'exits.test.ts': 'process.exit(3);\n',
};

test('the reporter names files that ran a failed test, wherever it is defined, and files that broke off', async (t) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'pi-panel-failed-')));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--test',
      `--test-reporter=${REPORTER}`,
      '--test-reporter-destination=stdout',
      join(folder, '*.test.ts'),
    ],
    { encoding: 'utf8', env },
  );
  const named = stdout
    .trim()
    .split('\n')
    .map((file) => basename(file));
  assert.deepEqual(named.sort(), [
    'breaks.test.ts',
    'exits.test.ts',
    'fails.test.ts',
    'shared-fails.test.ts',
  ]);
});
