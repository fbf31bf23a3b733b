// The configurations of the tools: knip and editors load them on machines that cannot run those tools.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = globSync('{*,e2e/*,e2e/*/*}.config.{js,ts}', { cwd: ROOT });
/** A machine without programs. A named browser that does not exist is not replaced by another one. */
const BARE = { HOME: '/nonexistent', PATH: '', CHROMIUM_PATH: '/nonexistent/chromium' };

function runNode(args: string[]): { status: number | null; output: string } {
  const node = ['--disable-warning=ExperimentalWarning', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, {
    cwd: ROOT,
    env: BARE,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

for (const file of FILES)
  test(`${file} loads where no program is installed`, () => {
    const address = pathToFileURL(join(ROOT, file)).href;
    const { status, output } = runNode(['-e', `await import(${JSON.stringify(address)})`]);
    assert.equal(status, 0, output);
  });

const RUNS: [folder: string, advice: RegExp][] = [
  ['e2e', /no Chromium for the tests\. Install Chrome or Chromium, or name one in CHROMIUM_PATH/],
  ['e2e/firefox', /Firefox was not found\. Install it .*, or name it in FIREFOX_PATH/],
];
for (const [folder, advice] of RUNS)
  test(`the specs of ${folder} say which browser is missing before the first of them runs`, () => {
    const { status, output } = runNode([
      'node_modules/@playwright/test/cli.js',
      'test',
      '-c',
      folder,
      'uses',
    ]);
    assert.equal(status, 1);
    assert.match(output, advice);
    assert.doesNotMatch(output, /\.spec\.ts:\d/);
  });
