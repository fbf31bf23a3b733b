import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { Refusal } from '../../shared/refusal.ts';
import { MAX_FILE_SIZE } from './read-file.ts';
import type { Workspace } from './workspace.ts';
import { openWorkspace } from './workspace.ts';

let folder = '';
let dir = '';
let workspace: Workspace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-'));
  dir = join(folder, 'ws');
  await mkdir(join(folder, 'ws-evil'));
  await mkdir(dir);
  workspace = await openWorkspace(dir);
});

afterEach(async () => {
  workspace.close();
  await rm(folder, { recursive: true });
});

const bytes = (text: string) => Buffer.from(text);
const etagOf = (text: string) => `"${createHash('sha256').update(text).digest('hex')}"`;
const asNew = { ifNoneMatch: '*' };

const onUnix = { skip: process.platform === 'win32' && 'other rights' };

function refused(status: number, code?: string) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.status, status, error.message);
    if (code) assert.equal(error.code, code);
    return true;
  };
}

test('a save must name the version that it replaces', async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  for (const precondition of [
    {},
    { ifMatch: '*' },
    { ifNoneMatch: etagOf('old') },
    { ifMatch: etagOf('old'), ifNoneMatch: '*' },
  ]) {
    await assert.rejects(
      workspace.write('a.txt', bytes('new'), precondition),
      refused(428, 'precondition_required'),
    );
  }
  assert.equal(await readFile(join(dir, 'a.txt'), 'utf8'), 'old');
});

test('a save over the version that was read returns the etag of the new one', async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  const { etag } = await workspace.read('a.txt');
  assert.equal(etag, etagOf('old'));
  const saved = await workspace.write('a.txt', bytes('new'), { ifMatch: etag });
  assert.equal(saved.etag, etagOf('new'));
  assert.equal((await workspace.read('a.txt')).etag, saved.etag);
});

test('R-40: a save over another version is refused with its etag, and that version is unchanged', async () => {
  await writeFile(join(dir, 'a.txt'), 'theirs');
  const save = workspace.write('a.txt', bytes('mine'), { ifMatch: etagOf('old') });
  await assert.rejects(save, (error) => {
    refused(412, 'changed')(error);
    return (error as Refusal).headers['ETag'] === etagOf('theirs');
  });
  assert.equal(await readFile(join(dir, 'a.txt'), 'utf8'), 'theirs');
  assert.deepEqual(await readdir(dir), ['a.txt']);
});

test('a weak or unknown etag matches nothing', async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  for (const ifMatch of [`W/${etagOf('old')}`, etagOf('old').slice(1, -1), 'x', '']) {
    await assert.rejects(workspace.write('a.txt', bytes('new'), { ifMatch }), refused(412));
  }
});

test('R-47: a file that was deleted in the meantime is not silently created again', async () => {
  const save = workspace.write('gone.txt', bytes('mine'), { ifMatch: etagOf('old') });
  await assert.rejects(save, (error) => refused(412)(error) && !('ETag' in (error as Refusal).headers));
  assert.deepEqual(await readdir(dir), []);
});

test('a new file is created with its folders, unless it already exists', async () => {
  await workspace.write('a/b/c.txt', bytes('new'), asNew);
  assert.equal(await readFile(join(dir, 'a/b/c.txt'), 'utf8'), 'new');
  await assert.rejects(workspace.write('a/b/c.txt', bytes('other'), asNew), refused(412, 'changed'));
  await assert.rejects(workspace.write('a/b', bytes('x'), asNew), refused(400, 'not_a_file'));
  await assert.rejects(workspace.write('a/b/c.txt/d', bytes('x'), asNew), refused(400, 'not_a_folder'));
  await assert.rejects(workspace.write('', bytes('x'), asNew), refused(400, 'not_a_file'));
});

test('R-40: of twenty concurrent saves of one version exactly one is accepted', async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  await symlink('a.txt', join(dir, 'alias.txt'));
  const saves = Array.from({ length: 20 }, (_, i) =>
    workspace.write(i % 2 ? 'a.txt' : 'alias.txt', bytes(`save ${i}`), { ifMatch: etagOf('old') }),
  );
  const results = await Promise.allSettled(saves);
  const accepted = results.flatMap((result, i) => (result.status === 'fulfilled' ? [i] : []));
  assert.equal(accepted.length, 1);
  assert.equal(await readFile(join(dir, 'a.txt'), 'utf8'), `save ${accepted[0]}`);
  assert.deepEqual((await readdir(dir)).sort(), ['a.txt', 'alias.txt']);
});

test('of twenty new files with one name exactly one is created', async () => {
  const saves = Array.from({ length: 20 }, (_, i) => workspace.write('n/new.txt', bytes(String(i)), asNew));
  const results = await Promise.allSettled(saves);
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('R-40: no update is lost while two users save alternately', async () => {
  await writeFile(join(dir, 'count.txt'), '0');
  const increase = async (): Promise<void> => {
    const { bytes: text, etag } = await workspace.read('count.txt');
    try {
      await workspace.write('count.txt', bytes(String(Number(Buffer.from(text).toString()) + 1)), {
        ifMatch: etag,
      });
    } catch (error) {
      refused(412)(error);
      return increase();
    }
  };
  const editAsUser = async () => {
    for (let i = 0; i < 10; i++) await increase();
  };
  await Promise.all([editAsUser(), editAsUser()]);
  assert.equal(await readFile(join(dir, 'count.txt'), 'utf8'), '20');
});

test('R-45: bytes are preserved with any encoding and line endings', async () => {
  const contents = ['\uFEFFwith mark\n', 'a\r\nb\nc\r', 'no end', '', 'ä€𝄞\u2028x'].map((text) =>
    Buffer.from(text),
  );
  for (const [i, content] of [...contents, Buffer.from('caf\xe9 \xff\xfe', 'latin1')].entries()) {
    await workspace.write(`f${i}`, content, asNew);
    const { bytes: read, etag } = await workspace.read(`f${i}`);
    assert.deepEqual(Buffer.from(read), content);
    await workspace.write(`f${i}`, read, { ifMatch: etag });
    assert.deepEqual(await readFile(join(dir, `f${i}`)), content);
  }
});

test('R-45: a saved file keeps its mode, and a new one gets the default one', async () => {
  for (const mode of [0o755, 0o600, 0o664]) {
    await writeFile(join(dir, 'run.sh'), 'old');
    await chmod(join(dir, 'run.sh'), mode);
    await workspace.write('run.sh', bytes('new'), { ifMatch: etagOf('old') });
    assert.equal((await stat(join(dir, 'run.sh'))).mode & 0o7777, mode);
  }
  await workspace.write('new.txt', bytes('x'), asNew);
  assert.equal((await stat(join(dir, 'new.txt'))).mode & 0o777, 0o666 & ~process.umask());
});

test('S-36, R-44: a save through a link inside keeps the link; a target outside is never changed', async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  await symlink('a.txt', join(dir, 'inside'));
  await workspace.write('inside', bytes('new'), { ifMatch: etagOf('old') });
  assert.equal(await readFile(join(dir, 'a.txt'), 'utf8'), 'new');

  await writeFile(join(folder, 'ws-evil', 's.txt'), 'secret');
  await symlink('../ws-evil', join(dir, 'out'));
  await symlink('../ws-evil/s.txt', join(dir, 'out.txt'));
  await symlink('../ws-evil/none.txt', join(dir, 'dangling'));
  const ifMatch = etagOf('secret');
  await assert.rejects(
    workspace.write('out/s.txt', bytes('x'), { ifMatch }),
    refused(403, 'outside_workspace'),
  );
  await assert.rejects(
    workspace.write('out.txt', bytes('x'), { ifMatch }),
    refused(403, 'outside_workspace'),
  );
  await assert.rejects(workspace.write('out/new.txt', bytes('x'), asNew), refused(403, 'outside_workspace'));
  await assert.rejects(workspace.write('dangling', bytes('x'), asNew), refused(400, 'not_a_file'));
  assert.equal(await readFile(join(folder, 'ws-evil', 's.txt'), 'utf8'), 'secret');
  assert.deepEqual(await readdir(join(folder, 'ws-evil')), ['s.txt']);
});

test('S-39: a file with a second name is saved only after confirmation, and the other name keeps its content', async () => {
  await writeFile(join(folder, 'ws-evil', 'other'), 'old');
  await link(join(folder, 'ws-evil', 'other'), join(dir, 'a.txt'));
  const ifMatch = etagOf('old');
  for (const confirm of [undefined, '', 'runs_code', 'true']) {
    await assert.rejects(
      workspace.write('a.txt', bytes('new'), { ifMatch, confirm }),
      refused(409, 'hardlinked'),
    );
  }
  assert.equal(await readFile(join(dir, 'a.txt'), 'utf8'), 'old');
  assert.deepEqual(await readdir(dir), ['a.txt']);
  await workspace.write('a.txt', bytes('new'), { ifMatch, confirm: 'hardlinked' });
  assert.equal(await readFile(join(dir, 'a.txt'), 'utf8'), 'new');
  assert.equal(await readFile(join(folder, 'ws-evil', 'other'), 'utf8'), 'old');
});

test('git’s own files cannot be saved, in any spelling or through a link', async () => {
  await mkdir(join(dir, '.git/hooks'), { recursive: true });
  await symlink('.git', join(dir, 'records'));
  for (const path of ['.git/HEAD', 'sub/.GIT/index', 'records/refs/heads/main', '.git']) {
    const terms = { ...asNew, confirm: 'runs_code' };
    await assert.rejects(workspace.write(path, bytes('x'), terms), refused(403, 'protected'), path);
  }
  assert.deepEqual(await readdir(join(dir, '.git')), ['hooks']);
});

test('S-41, S-42: files that are run later are saved only after confirmation, in any spelling and through a link', async () => {
  await mkdir(join(dir, '.git/hooks'), { recursive: true });
  await symlink('.git/hooks', join(dir, 'tools'));
  const runs = [
    '.git/hooks/pre-commit',
    'sub/.GIT/config',
    'tools/pre-commit',
    '.git/modules/a/hooks/post-merge',
  ];
  const others = [
    '.envrc',
    'deep/.ENVRC',
    '.pi/extensions/a/index.ts',
    '.pi/settings.json',
    '.vscode/tasks.json',
  ];
  const shells = ['.bashrc', '.zshenv', '.bash_profile', '.profile', '.husky/pre-push', '.mcp.json'];
  for (const path of [...runs, ...others, ...shells]) {
    for (const confirm of [undefined, '', 'hardlinked', 'true']) {
      const save = workspace.write(path, bytes('x'), { ...asNew, confirm });
      await assert.rejects(save, refused(409, 'runs_code'), path);
    }
  }
  await assert.rejects(workspace.write('.envrc', bytes('x'), {}), refused(409, 'runs_code'));
  assert.deepEqual((await readdir(dir)).sort(), ['.git', 'tools']);
  assert.deepEqual(await readdir(join(dir, '.git/hooks')), []);
  await workspace.write('tools/pre-commit', bytes('x'), { ...asNew, confirm: 'hardlinked, runs_code' });
  assert.equal(await readFile(join(dir, '.git/hooks/pre-commit'), 'utf8'), 'x');
});

test('names that only resemble those of such files are saved without confirmation', async () => {
  for (const path of [
    'envrc',
    'hooks/a.ts',
    'src/.pi-extensions/x',
    '.vscode/settings.json',
    'a.bashrc',
    '.gitignore',
  ]) {
    await workspace.write(path, bytes('x'), asNew);
  }
});

test('more than 10 MiB are refused, and 10 MiB are saved', async () => {
  await assert.rejects(
    workspace.write('big', new Uint8Array(MAX_FILE_SIZE + 1), asNew),
    refused(413, 'file_too_large'),
  );
  await workspace.write('big', Buffer.alloc(MAX_FILE_SIZE, 'x'), asNew);
  assert.equal((await stat(join(dir, 'big'))).size, MAX_FILE_SIZE);
});

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
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return stdout.trim().split('\n');
}

test('R-43: on a full disk the save fails, and leaves the old file and no leftover', onUnix, async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  // A limit on the size of files cuts a write short just as a full disk does; it applies to a whole process.
  const setUp = `process.on('SIGXFSZ', () => {});`;
  const limited = `ulimit -f 1024; exec "$0" --input-type=module -e "$1"`;
  const script = savingScript({ setUp, saves: `await save('a.txt', 2 ** 21);` });
  const { stdout } = await promisify(execFile)('bash', ['-c', limited, process.execPath, script]);
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

const canMount = await promisify(execFile)('unshare', ['-rm', 'true']).then(
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
    const { stdout } = await promisify(execFile)('unshare', all);
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
