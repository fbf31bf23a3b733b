import assert from 'node:assert/strict';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { choosePi, describePi, type PiChoice } from './choose-pi.ts';

/** A folder in PATH with a program `pi` of this source, and what the panel says about it. */
async function setUp(t: TestContext, source: string) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-choose-')));
  t.after(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  const file = path.join(folder, 'pi');
  await writeFile(file, `#!/bin/sh\n${source}\n`, { mode: 0o755 });
  const env = { PATH: `${folder}:/usr/bin:/bin` };
  const start = async (agent: string | null, choice: Partial<PiChoice> = {}) => {
    const { prefersInstalled = false } = choice;
    const options = { agent, prefersInstalled, env, folder, cwd: folder, patience: 1, ...choice };
    const pis = choosePi(options);
    const program = await pis.program;
    return { program, words: describePi(program, await pis.installed, options) };
  };
  return { file, start };
}

test('a clone runs the pi of this package, and the installed command prefers an installed pi', async (t) => {
  const { file, start } = await setUp(t, 'echo 1.2.3');
  const clone = await start(null);
  assert.equal(clone.program.isOwn, true);
  assert.equal(
    clone.words,
    `agents run pi ${clone.program.version} of this package. To use pi 1.2.3 (${file}) instead, start with --agent pi.`,
  );
  const command = await start(null, { prefersInstalled: true });
  assert.deepEqual([command.program.argv, command.program.version], [[file], '1.2.3']);
  assert.equal(
    command.words,
    `agents run your pi 1.2.3 (${file}); --agent bundled uses the one of this package.`,
  );
  const bundled = await start('bundled', { prefersInstalled: true });
  assert.equal(bundled.program.isOwn, true);
});

test('a pi that was named is run and described, with its path unless it is part of a longer command', async (t) => {
  const { file, start } = await setUp(t, 'echo 1.6.0');
  assert.equal((await start('pi')).words, `agents run pi 1.6.0 (${file}), as --agent says.`);
  const wrapped = await start('env FOO=1 pi');
  assert.deepEqual(wrapped.program.argv.slice(1), ['FOO=1', file]);
  assert.equal(wrapped.words, 'agents run pi 1.6.0, as --agent says.');
  assert.equal((await start('sh -c true')).words, 'agents run pi of an unknown version, as --agent says.');
});

test('a pi that is missing is said to be', async (t) => {
  const { start } = await setUp(t, 'echo 1.6.0');
  assert.equal(
    (await start('nosuchpi')).words,
    '--agent: nosuchpi was not found in PATH, so no agent can start. --agent bundled uses the pi of this package.',
  );
});

test("the user's pi is never replaced for being slow, and a slow one is named", async (t) => {
  const { file, start } = await setUp(t, 'exec sleep 600');
  const late = 'It did not print its version within 0.2 s (PI_PANEL_PATIENCE multiplies this time).';
  const patience = 0.02;
  const own = await start(null, { prefersInstalled: true, patience });
  assert.deepEqual([own.program.argv, own.program.version], [[file], null]);
  assert.equal(
    own.words,
    `agents run your pi (${file}); --agent bundled uses the one of this package. ${late} The page offers what the newest pi can do.`,
  );
  assert.equal(
    (await start('pi', { patience })).words,
    `agents run pi (${file}), as --agent says. ${late} The page offers what the newest pi can do.`,
  );
  const clone = await start(null, { patience });
  assert.equal(clone.program.isOwn, true);
  assert.ok(clone.words.endsWith(` To use ${file} instead, start with --agent pi. ${late}`), clone.words);
});

test('the installed command names a program in PATH that is not a pi, and a clone is silent about it', async (t) => {
  const { file, start } = await setUp(t, 'echo "pi 1.3.7 (libcln)"');
  const command = await start(null, { prefersInstalled: true });
  assert.equal(command.program.isOwn, true);
  assert.ok(command.words.endsWith(` ${file} is not used, because it did not print a version of pi.`));
  assert.match((await start(null)).words, /^agents run pi [\d.]+ of this package\.$/);
});
