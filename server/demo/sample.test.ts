import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { sampleFix } from './sample-files.ts';
import { makeSampleProject } from './sample.ts';
import { en } from './texts/en.ts';
import { ja } from './texts/ja.ts';
import { zh } from './texts/zh.ts';

const run = promisify(execFile);

/** How many tests of the project pass and fail. */
async function testsOf(dir: string): Promise<{ pass: number; fail: number }> {
  // Within a test run, Node would otherwise report to that run instead of starting another one.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const args = ['--test', '--test-reporter=tap'];
  const { stdout } = await run(process.execPath, args, { cwd: dir, env }).catch(
    (failed: { stdout: string }) => failed,
  );
  const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(stdout)?.[1]);
  return { pass: count('pass'), fail: count('fail') };
}

test('the sample project has one failing test, and the fix of the tour makes all of them pass', async () => {
  const sample = await makeSampleProject();
  try {
    assert.deepEqual(await testsOf(sample.dir), { pass: 4, fail: 1 });
    const path = join(sample.dir, sampleFix.path);
    const content = await readFile(path, 'utf8');
    assert.equal(
      content.split(sampleFix.oldText).length,
      2,
      'The text to replace must be there exactly once.',
    );
    await writeFile(
      path,
      content.replace(sampleFix.oldText, () => sampleFix.newText),
    );
    assert.deepEqual(await testsOf(sample.dir), { pass: 5, fail: 0 });
  } finally {
    await sample.close();
  }
});

test('it is a clean git repository if git is installed', { skip: WITHOUT_GIT }, async () => {
  const sample = await makeSampleProject();
  try {
    assert.equal(sample.gitProblem, undefined);
    const { stdout } = await run('git', ['status', '--porcelain'], { cwd: sample.dir });
    assert.equal(stdout, '');
  } finally {
    await sample.close();
  }
});

test('close removes the folder with its content, and is idempotent', async () => {
  const sample = await makeSampleProject();
  assert.equal(basename(sample.dir), 'tea-timer');
  await writeFile(join(sample.dir, 'left-behind.txt'), 'x');
  await sample.close();
  await sample.close();
  await assert.rejects(access(dirname(sample.dir)), { code: 'ENOENT' });
});

for (const [language, texts] of Object.entries({ en, zh, ja }))
  test(`the commands that the tour proposes run in the sample project without git (${language})`, async (t) => {
    const sample = await makeSampleProject(texts);
    t.after(sample.close);
    const bin = await mkdtemp(join(tmpdir(), 'pi-panel-bare-'));
    t.after(() => rm(bin, { recursive: true, force: true }));
    const { stdout: ls } = await run('sh', ['-c', 'command -v ls']);
    await symlink(ls.trim(), join(bin, 'ls'));
    const commands = [...texts.nextPlaces.matchAll(/`!([^`]+)`/g)].map(([, command]) => command!);
    assert.ok(commands.length > 0);
    for (const command of commands)
      await run('/bin/sh', ['-c', command], { cwd: sample.dir, env: { PATH: bin } });
  });
