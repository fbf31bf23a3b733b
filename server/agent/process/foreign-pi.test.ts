import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { ForeignPi } from './foreign-pi.ts';
import { parseStat } from './processes.ts';

/** Starts to look for `command` in a folder that is in PATH. `write` replaces its program `pi`. */
async function setUp(t: TestContext) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-foreign-')));
  t.after(() => rm(folder, { recursive: true, maxRetries: 3 }));
  const file = path.join(folder, 'pi');
  const write = async (source: string): Promise<void> => {
    await writeFile(`${file}.new`, `#!/bin/sh\n${source}\n`, { mode: 0o755 });
    await rename(`${file}.new`, file);
  };
  const find = (command: string, more: { patience?: number; onSlow?: () => void } = {}): Promise<ForeignPi> =>
    ForeignPi.parse(command, {
      env: { PATH: `${folder}:/usr/bin:/bin` },
      folder,
      cwd: '/',
      patience: 1,
      ...more,
    });
  return { folder, file, write, find };
}

test('the version comes from the same command line that starts agents, on stdout or stderr', async (t) => {
  const { file, find, write } = await setUp(t);
  for (const [source, version] of [
    ['echo 1.6.0', '1.6.0'],
    ['echo 0.73.1 >&2', '0.73.1'],
    ['echo "node: 24.1.0 warns" >&2; echo "pi 1.5.2 of mine"', '1.5.2'],
    ['printf "\\033[1m1.5.3\\033[0m\\n"', '1.5.3'],
    ['exit 1', null],
  ] as const) {
    await write(source);
    const pi = await find('pi');
    assert.deepEqual([pi.argv, pi.version, pi.file], [[file], version, file], source);
  }
  await write('[ "$FOO" = 1 ] && [ "$1" = -x ] && echo 1.6.1');
  const wrapped = await find('env FOO=1 ./pi -x');
  assert.deepEqual([wrapped.version, wrapped.file], ['1.6.1', undefined]);
});

test('a program that is missing is named, and is found once it is installed', async (t) => {
  const { file, find, write } = await setUp(t);
  const pi = await find('pi');
  assert.deepEqual([pi.missing, pi.version, pi.argv], ['pi was not found in PATH', null, ['pi']]);
  await write('echo 1.6.0');
  await pi.refresh();
  assert.deepEqual([pi.missing, pi.version, pi.argv], [undefined, '1.6.0', [file]]);
  await rm(file);
  await pi.refresh();
  assert.deepEqual([pi.missing, pi.version], ['pi was not found in PATH', null]);
});

test('an update on disk is noticed before the next start, also behind a link, and otherwise nothing runs', async (t) => {
  const { folder, file, find, write } = await setUp(t);
  const log = path.join(folder, 'log');
  await write(`echo asked >> ${log}; echo 1.5.2`);
  await symlink(file, path.join(folder, 'linked'));
  const pi = await find('linked');
  await Promise.all([pi.refresh(), pi.refresh()]);
  assert.equal(pi.version, '1.5.2');
  assert.equal(await readFile(log, 'utf8'), 'asked\n');
  await write(`echo asked >> ${log}; echo 1.6.0`);
  await Promise.all([pi.refresh(), pi.refresh()]);
  assert.equal(pi.version, '1.6.0');
  assert.equal(await readFile(log, 'utf8'), 'asked\nasked\n');
});

test('a pi that does not print its version in time is told apart, and leaves no process', async (t) => {
  const { folder, find, write } = await setUp(t);
  const log = path.join(folder, 'pids');
  // The shell waits for a child, which holds the output open.
  await write(`echo $$ >> ${log}; sleep 600 & echo $! >> ${log}; wait; echo 1.6.0`);
  const pids = async (): Promise<string[]> => (await readFile(log, 'utf8').catch(() => '')).split('\n');
  // On a busy machine, the shell may not get that far in a moment.
  for (let patience = 0.03; (await pids()).length < 3; patience *= 2) {
    const pi = await find('pi', { patience });
    assert.deepEqual([pi.version, pi.lateAfter, pi.missing], [null, patience * 10, undefined]);
  }
  if (process.platform !== 'linux') return;
  for (const pid of (await pids()).filter(Boolean))
    assert.equal(parseStat(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')), null, pid);
});

test('the user is told whom the panel waits for', async (t) => {
  const { folder, file, find, write } = await setUp(t);
  const told = path.join(folder, 'told');
  await write(`until [ -e ${told} ]; do sleep 0.05; done; echo 1.6.0`);
  const waits: string[] = [];
  const onSlow = (...names: string[]): void => {
    waits.push(...names);
    void writeFile(told, '');
  };
  assert.equal((await find('pi --x', { onSlow, patience: 3 })).version, '1.6.0');
  assert.deepEqual(waits, [`${file} --x`]);
});

test('a command that can never be started is refused', async (t) => {
  const { find } = await setUp(t);
  await assert.rejects(find('  '), /^Error: --agent: the command is empty\.$/);
});
