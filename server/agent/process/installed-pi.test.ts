import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { findInstalledPi } from './installed-pi.ts';
import { ownPi } from './program.ts';

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

const pathOf = (...folders: string[]): NodeJS.ProcessEnv => ({
  PATH: [...folders, '/bin'].join(path.delimiter),
});

test('the first pi in PATH is found with its version, which old ones print to stderr', async (t) => {
  const [none, first, second] = (await foldersWith(t, null, 'echo 1.5.2', 'echo 0.73.1 >&2')) as [
    string,
    string,
    string,
  ];
  assert.deepEqual(await findInstalledPi(pathOf(none, first, second)), {
    path: path.join(first, 'pi'),
    version: '1.5.2',
  });
  assert.equal((await findInstalledPi(pathOf(second)))?.version, '0.73.1');
});

test('another program with this name, a program that fails, and a file that cannot be run are not a pi', async (t) => {
  const [digits, broken, plain] = (await foldersWith(t, 'echo 3.14.15926', 'exit 1', 'echo 1.5.2')) as [
    string,
    string,
    string,
  ];
  await writeFile(path.join(digits, 'pi'), '#!/bin/sh\necho "pi 1.3.7 (libcln)"\n');
  await chmod(path.join(plain, 'pi'), 0o644);
  for (const folder of [digits, broken, plain])
    assert.equal(await findInstalledPi(pathOf(folder)), null, folder);
  assert.equal(await findInstalledPi({ PATH: 'relative' }), null);
  assert.equal(await findInstalledPi({}), null);
});

test("a link to the panel's own pi is not another one", async (t) => {
  const [folder] = (await foldersWith(t, null)) as [string];
  await symlink((await ownPi()).argv[1]!, path.join(folder, 'pi'));
  // It would start there.
  assert.equal(await findInstalledPi(pathOf(folder, path.dirname(process.execPath))), null);
});
