import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { asWindows } from '../../workspace/fixtures/as-platform.ts';
import { findCommand, resolveCommand } from './command.ts';

async function makeFolder(t: TestContext): Promise<string> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-command-')));
  t.after(() => rm(root, { recursive: true }));
  return root;
}

/** A program that prints its own path. */
async function makeProgram(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '#!/bin/sh\nrealpath "$0"\n', { mode: 0o755 });
}

test('a resolved command starts, in any folder, what the shell starts in the folder of the user', async (t) => {
  const root = await makeFolder(t);
  const [typed, elsewhere] = [path.join(root, 'typed'), path.join(root, 'elsewhere')];
  const bins = ['one', 'two', 'three'].map((name) => path.join(root, name));
  for (const bin of bins.slice(1)) await makeProgram(path.join(bin, 'pi'));
  for (const folder of [typed, elsewhere])
    for (const file of ['pi', 'bin/pi', '-x/pi']) await makeProgram(path.join(folder, file));
  const script = 'console.log(process.argv[1])';
  for (const folder of [typed, elsewhere])
    for (const file of ['pi.js', 'bin/pi.js']) await writeFile(path.join(folder, file), script);
  await mkdir(path.join(bins[0]!, 'pi'), { recursive: true });

  const shells = fc.constantFrom(
    ...['pi', './pi', 'bin/pi', './-x/pi', '../typed/bin/pi', path.join(bins[2]!, 'pi')],
    ...['node pi.js', 'node bin/pi.js', 'node --no-warnings ./pi.js', '/usr/bin/env node ./bin/pi.js'],
  );
  const prefixes = fc.constantFrom('', 'env ', 'env FOO=1 ', 'env FOO=1 BAR=/x env X= ');
  const order = fc.shuffledSubarray(bins, { minLength: 2 });
  await fc.assert(
    fc.asyncProperty(prefixes, shells, order, async (prefix, command, folders) => {
      const PATH = [...folders, path.dirname(process.execPath), '/usr/bin', '/bin'].join(path.delimiter);
      const words = `${prefix}${command}`.split(' ');
      const [program, ...args] = await resolveCommand(words, { env: { PATH }, folder: typed });
      assert.ok(path.isAbsolute(program));
      const expected = execFileSync('/bin/sh', ['-c', words.join(' ')], { cwd: typed, env: { PATH } });
      const found = execFileSync(program, args, { cwd: elsewhere, env: { PATH } });
      assert.equal(String(found), String(expected), `${words.join(' ')} in ${PATH}`);
    }),
    { numRuns: 25 },
  );
});

test('a program that does not exist is named, in a runner as well', async (t) => {
  const folder = await makeFolder(t);
  await makeProgram(path.join(folder, 'plain'));
  await chmod(path.join(folder, 'plain'), 0o644);
  const place = { env: { PATH: '/usr/bin:/bin:relative' }, folder };
  for (const [command, message] of [
    ['nosuchpi --x', 'nosuchpi was not found in PATH'],
    ['env FOO=1 nosuchpi', 'nosuchpi was not found in PATH'],
    ['./pi', `${folder}/pi does not exist`],
    ['./plain', `${folder}/plain is not a program`],
    ['.', '. was not found in PATH'],
    [`${folder}/`, `${folder} is not a program`],
  ] as const)
    await assert.rejects(resolveCommand(command.split(' '), place), { message }, command);
});

test('what env may find elsewhere, and options of a program, stay as they are', async (t) => {
  const folder = await makeFolder(t);
  await writeFile(path.join(folder, 'x.ts'), '');
  const place = { env: { PATH: '/usr/bin:/bin' }, folder };
  for (const words of [
    ['/usr/bin/env', '-i', 'pi'],
    ['/usr/bin/env', 'PATH=/mine', 'pi'],
    ['/usr/bin/env'],
    ['/bin/sh', './x.ts', '-e', './x.ts'],
    [process.execPath, 'missing.js', './x.ts'],
    [process.execPath, '--version'],
  ])
    assert.deepEqual(await resolveCommand(words, place), words);
});

test('on Windows, a program is found by its name in the order of PATHEXT, and by its path without an ending', async (t) => {
  const root = await makeFolder(t);
  const [first, second] = [path.join(root, 'first'), path.join(root, 'second')];
  // npm puts a shell script beside its batch file.
  for (const name of ['pi', 'pi.cmd', 'pi.exe', 'other.cmd']) await makeProgram(path.join(first, name));
  for (const name of ['other.exe', 'tool.js']) await makeProgram(path.join(second, name));
  const Path = [first, second].join(path.delimiter);
  const find = (name: string, more: NodeJS.ProcessEnv = {}): Promise<string | undefined> =>
    asWindows(() => findCommand(name, { Path, ...more }));
  assert.equal(await find('pi'), path.join(first, 'pi.exe'));
  assert.equal(await find('pi', { PATHEXT: '.CMD;.EXE' }), path.join(first, 'pi.cmd'));
  assert.equal(await find('pi.cmd'), path.join(first, 'pi.cmd'));
  assert.equal(await find('other'), path.join(first, 'other.cmd'));
  assert.equal(await find('tool', { PATHEXT: '.JS' }), undefined);
  const [program] = await asWindows(() => resolveCommand(['./pi', '--x'], { env: { Path }, folder: first }));
  assert.equal(program, path.join(first, 'pi.exe'));
});
