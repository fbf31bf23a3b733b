import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chown, link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { NotPiFile, openPiFile, sizeOfPiFile } from './pi-file.ts';

const NAME = 'pi-bash-0123456789abcdef.log';

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'pi-file-')));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function assertRefused(path: string, folder: string, message: RegExp): Promise<void> {
  await assert.rejects(openPiFile(path, folder), (error: Error) => {
    assert.ok(error instanceof NotPiFile, error.stack);
    assert.match(error.message, message);
    return true;
  });
  assert.equal(sizeOfPiFile(path, folder), undefined);
}

test('a file that pi created in its temporary folder is opened', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, NAME);
  await writeFile(path, 'output');
  const handle = await openPiFile(path, folder);
  assert.equal(await handle.readFile('utf8'), 'output');
  await handle.close();
  assert.equal(sizeOfPiFile(path, folder), 6);
});

test('a file that does not exist yet is reported as missing, not refused', async (t) => {
  const folder = await temporaryFolder(t);
  await assert.rejects(openPiFile(join(folder, NAME), folder), { code: 'ENOENT' });
});

test('the path of the temporary folder may be a link', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'real'));
  await symlink(join(folder, 'real'), join(folder, 'alias'));
  await writeFile(join(folder, 'real', NAME), 'output');
  await (await openPiFile(join(folder, 'real', NAME), join(folder, 'alias'))).close();
});

test('a file with another name, or in another folder, is refused', async (t) => {
  const folder = await temporaryFolder(t);
  await assertRefused('/etc/passwd', folder, /not named/);
  await assertRefused(join(folder, 'pi-bash-0123.log'), folder, /not named/);
  await mkdir(join(folder, 'inner'));
  await writeFile(join(folder, 'inner', NAME), 'secret');
  await assertRefused(join(folder, 'inner', NAME), folder, /is not in/);
  await assertRefused(`${folder}/inner/../inner/${NAME}`, folder, /is not in/);
});

test('S-36, S-38, S-39: a link, a second name, a folder, and a pipe are refused', async (t) => {
  const folder = await temporaryFolder(t);
  const target = join(folder, 'secret');
  const name = (n: number) => join(folder, `pi-bash-000000000000000${n}.log`);
  await writeFile(target, 'secret');
  await symlink(target, name(1));
  await assertRefused(name(1), folder, /link|regular/);
  await link(target, name(2));
  await assertRefused(name(2), folder, /second name/);
  await mkdir(name(3));
  await assertRefused(name(3), folder, /regular/);
  execFileSync('mkfifo', [name(4)]);
  await assertRefused(name(4), folder, /regular/);
});

const isRoot = process.getuid?.() === 0;
test(
  'a file of another user is refused',
  { skip: isRoot ? false : 'Only root can change the owner of a file.' },
  async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, NAME);
    await writeFile(path, 'secret');
    await chown(path, 65534, 65534);
    await assertRefused(path, folder, /another user/);
  },
);
