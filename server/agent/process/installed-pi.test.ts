import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { ForeignPi, type ForeignPiOptions } from './foreign-pi.ts';
import { findInstalledPi } from './installed-pi.ts';
import { ownPi } from './own-pi.ts';
import { asWindows } from '../../workspace/fixtures/as-platform.ts';

/** Folders for PATH, each with a program `pi` of this source; null: none. */
async function foldersWith(t: TestContext, ...sources: (string | null)[]): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-installed-'));
  t.after(() => rm(root, { recursive: true }));
  return Promise.all(
    sources.map(async (source, at) => {
      const folder = path.join(root, String(at));
      await mkdir(folder);
      if (source !== null)
        await writeFile(path.join(folder, 'pi'), `#!/bin/sh\n${source}\n`, { mode: 0o755 });
      return folder;
    }),
  );
}

function pathOf(...folders: string[]): Omit<ForeignPiOptions, 'form'> {
  const PATH = [...folders, '/bin'].join(path.delimiter);
  return { env: { PATH }, folder: '/', cwd: '/', patience: 1 };
}

async function found(
  ...folders: string[]
): Promise<{ file?: string | undefined; version: string | null } | null> {
  const pi = await findInstalledPi(pathOf(...folders));
  return pi && { file: pi.file, version: pi.version };
}

test('the first pi in PATH is found with its version, which old ones print to stderr', async (t) => {
  const [none, first, second] = (await foldersWith(t, null, 'echo 1.5.2', 'echo 0.73.1 >&2')) as [
    string,
    string,
    string,
  ];
  assert.deepEqual(await found(none, first, second), { file: path.join(first, 'pi'), version: '1.5.2' });
  assert.equal((await found(second))?.version, '0.73.1');
});

test('another program with this name and one that fails have no version, and a file that cannot be run is not found', async (t) => {
  const [digits, broken, plain] = (await foldersWith(t, 'echo 3.14.15926', 'exit 1', 'echo 1.5.2')) as [
    string,
    string,
    string,
  ];
  await writeFile(path.join(digits, 'pi'), '#!/bin/sh\necho "pi 1.3.7 (libcln)"\n');
  await chmod(path.join(plain, 'pi'), 0o644);
  for (const folder of [digits, broken])
    assert.deepEqual(await found(folder), { file: path.join(folder, 'pi'), version: null });
  assert.equal(await found(plain), null);
  assert.equal(await found('relative'), null);
  assert.equal(await findInstalledPi({ ...pathOf(), env: {} }), null);
});

test("a link to the panel's own pi is not another one", async (t) => {
  const [folder] = (await foldersWith(t, null)) as [string];
  await symlink((await ownPi()).argv[1]!, path.join(folder, 'pi'));
  // Node's folder is in PATH so that this pi could start.
  assert.equal(await found(folder, path.dirname(process.execPath)), null);
});

/** As npm's cmd-shim 8 writes it. */
const SHIM = `@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0

IF EXIST "%dp0%\\node.exe" (
  SET "_prog=%dp0%\\node.exe"
) ELSE (
  SET "_prog=node"
  SET PATHEXT=%PATHEXT:;.JS;=;%
)

endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\pi\\cli.js" %*
`.replaceAll('\n', '\r\n');

test('on Windows, the script that the batch file of npm starts is run by itself, which needs no shell', async (t) => {
  const [folder, other] = (await foldersWith(t, null, null)) as [string, string];
  const file = path.join(folder, 'pi.cmd');
  await writeFile(file, SHIM, { mode: 0o755 });
  const script = path.join(folder, 'node_modules', 'pi', 'cli.js');
  await mkdir(path.dirname(script), { recursive: true });
  await writeFile(script, 'console.log("1.5.2")');
  await writeFile(path.join(other, 'pi.cmd'), '@echo 1.5.2', { mode: 0o755 });
  const find = (command: string): Promise<ForeignPi> =>
    asWindows(() => ForeignPi.parse(command, pathOf(folder)));
  assert.deepEqual(await asWindows(() => found(folder)), { file, version: '1.5.2' });
  assert.equal(await asWindows(() => found(other)), null);
  for (const command of [`'${file}' -x`, 'pi -x', 'pi.cmd -x']) {
    const { argv, version } = await find(command);
    assert.deepEqual({ argv, version }, { argv: [process.execPath, script, '-x'], version: '1.5.2' });
  }
  await assert.rejects(
    find(path.join(other, 'pi.cmd')),
    /pi\.cmd is a batch file, which cannot be started without a shell/,
  );
});
