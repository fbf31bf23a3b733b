// Saves on disks that are full, read-only or mounted on the file itself, and by a user without rights: in processes of
// their own.
import assert from 'node:assert/strict';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { run } from '../lib/programs.ts';

let folder = '';
let dir = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-'));
  dir = join(folder, 'ws');
  await mkdir(join(folder, 'ws-evil'));
  await mkdir(dir);
});

afterEach(() => rm(folder, { recursive: true }));

const onUnix = { skip: process.platform === 'win32' && 'other rights' };

/**
 * Saves in a separate process: it runs `setUp`, then tries each save and prints a line with the result and the length of
 * the file. With `as`, the process runs as a user without permissions.
 */
function savingScript({ as, setUp = '', saves }: { as?: 'nobody'; setUp?: string; saves: string }): string {
  return `
    const { openWorkspace } = await import(${JSON.stringify(new URL('workspace.ts', import.meta.url).href)});
    const { chmod, readdir, readFile, writeFile } = await import('node:fs/promises');
    process.chdir(${JSON.stringify(dir)});
    ${setUp}
    ${as ? 'if (process.getuid() === 0) process.setgid(65534), process.setuid(65534);' : ''}
    const workspace = await openWorkspace('.');
    const save = async (path, size, confirm) => {
      const { etag } = await workspace.read(path).catch(() => ({}));
      const terms = etag ? { ifMatch: etag, confirm } : { ifNoneMatch: '*', confirm };
      const said = await workspace.write(path, new Uint8Array(size).fill(65), terms).then(
        () => 'saved',
        ({ status, code }) => status + ' ' + code,
      );
      console.log(path, said, (await workspace.read(path).catch(() => ({ bytes: '' }))).bytes.length);
    };
    ${saves}
    console.log(...(await readdir('.')));
    workspace.close();`;
}

/** The lines that it prints. */
async function runScript(script: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  return stdout.trim().split('\n');
}

test('R-43: on a full disk the save fails, and leaves the old file and no leftover', onUnix, async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  // A limit on the size of files cuts a write short just as a full disk does; it applies to a whole process.
  const setUp = `process.on('SIGXFSZ', () => {});`;
  const limited = `ulimit -f 1024; exec "$0" --input-type=module -e "$1"`;
  const script = savingScript({ setUp, saves: `await save('a.txt', 2 ** 21);` });
  const { stdout } = await run('bash', ['-c', limited, process.execPath, script]);
  assert.deepEqual(stdout.trim().split('\n'), ['a.txt 507 disk_full 3', 'a.txt']);
  assert.equal(await readFile(join(dir, 'a.txt'), 'utf8'), 'old');
});

test(
  'R-44: a read-only file is not replaced, and in a read-only folder a file is overwritten after confirmation',
  onUnix,
  async () => {
    for (const name of ['fixed.txt', 'a.txt']) await writeFile(join(dir, name), 'old');
    await chmod(join(dir, 'fixed.txt'), 0o444);
    for (const path of [folder, dir, join(dir, 'fixed.txt'), join(dir, 'a.txt')])
      if (process.getuid?.() === 0) await chown(path, 65_534, 65_534);
    const saves = `
      await save('fixed.txt', 9);
      await save('fixed.txt', 9, 'in_place');
      await chmod('.', 0o555);
      await save('fixed.txt', 9, 'in_place');
      await save('a.txt', 9);
      await save('a.txt', 9, 'in_place');
      await save('new.txt', 9, 'in_place');
      await chmod('.', 0o755);`;
    assert.deepEqual(await runScript(savingScript({ as: 'nobody', saves })), [
      'fixed.txt 403 not_permitted 3',
      'fixed.txt 403 not_permitted 3',
      'fixed.txt 403 not_permitted 3',
      'a.txt 409 in_place 3',
      'a.txt saved 9',
      'new.txt 403 not_permitted 0',
      'a.txt fixed.txt',
    ]);
  },
);

const canMount = await run('unshare', ['-rm', 'true']).then(
  () => true,
  () => false,
);

test(
  'R-43, R-44: a mounted file is overwritten after confirmation; a full or read-only disk leaves it whole',
  { skip: !canMount && 'File systems cannot be mounted here.' },
  async () => {
    const outside = join(folder, 'ws-evil');
    for (const name of ['small', 'fixed']) await mkdir(join(dir, name));
    const files = [
      join(dir, 'a.txt'),
      join(outside, 'a.txt'),
      join(dir, 'fixed', 'c.txt'),
      join(dir, 'full.txt'),
    ];
    for (const file of files) await writeFile(file, 'old');
    const script = savingScript({
      setUp: `await writeFile('small/b.txt', 'old');`,
      saves: `
        await save('a.txt', 5);
        await save('a.txt', 5, 'in_place');
        await save('small/b.txt', 2 ** 21);
        await save('small/b.txt', 4);
        await save('full.txt', 2 ** 21, 'in_place');
        console.log(await readFile('full.txt', 'utf8'));
        await save('fixed/c.txt', 4, 'in_place');
        console.log(...(await readdir('small')));`,
    });
    const mounts = [
      `mount --bind "${outside}/a.txt" "${dir}/a.txt"`,
      `mount -t tmpfs -o size=1m none "${dir}/small"`,
      `printf old > "${dir}/small/full" && mount --bind "${dir}/small/full" "${dir}/full.txt"`,
      `mount --bind "${dir}/fixed" "${dir}/fixed" && mount -o remount,ro,bind "${dir}/fixed"`,
      'exec "$0" --input-type=module -e "$1"',
    ];
    const all = ['-rm', 'sh', '-c', mounts.join(' && '), process.execPath, script];
    const { stdout } = await run('unshare', all);
    assert.deepEqual(stdout.trim().split('\n'), [
      'a.txt 409 in_place 3',
      'a.txt saved 5',
      'small/b.txt 507 disk_full 3',
      'small/b.txt saved 4',
      'full.txt 507 disk_full 3',
      'old',
      'fixed/c.txt 403 not_permitted 3',
      'b.txt full',
      'a.txt fixed full.txt small',
    ]);
    assert.equal(await readFile(join(outside, 'a.txt'), 'utf8'), 'AAAAA');
  },
);
