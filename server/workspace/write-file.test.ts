import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import {
  chmod,
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
import { maxFileSize } from './read-file.ts';
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

function refused(status: number, code?: string) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.status, status, error.message);
    if (code) assert.equal(error.code, code);
    return true;
  };
}

test('a save needs to say which version it replaces', async () => {
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

test('a save over the version that was read gives the etag of the new one', async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  const { etag } = await workspace.read('a.txt');
  assert.equal(etag, etagOf('old'));
  const saved = await workspace.write('a.txt', bytes('new'), { ifMatch: etag });
  assert.equal(saved.etag, etagOf('new'));
  assert.equal((await workspace.read('a.txt')).etag, saved.etag);
});

test('R-40: a save over another version is refused with the etag of that version, and loses nothing', async () => {
  await writeFile(join(dir, 'a.txt'), 'theirs');
  const save = workspace.write('a.txt', bytes('mine'), { ifMatch: etagOf('old') });
  await assert.rejects(save, (error) => {
    refused(412, 'changed')(error);
    return (error as Refusal).headers['ETag'] === etagOf('theirs');
  });
  assert.equal(await readFile(join(dir, 'a.txt'), 'utf8'), 'theirs');
  assert.deepEqual(await readdir(dir), ['a.txt']);
});

test('a weak or foreign etag matches nothing', async () => {
  await writeFile(join(dir, 'a.txt'), 'old');
  for (const ifMatch of [`W/${etagOf('old')}`, etagOf('old').slice(1, -1), 'x', '']) {
    await assert.rejects(workspace.write('a.txt', bytes('new'), { ifMatch }), refused(412));
  }
});

test('R-47: a file that was deleted meanwhile is not made again unseen', async () => {
  const save = workspace.write('gone.txt', bytes('mine'), { ifMatch: etagOf('old') });
  await assert.rejects(save, (error) => refused(412)(error) && !('ETag' in (error as Refusal).headers));
  assert.deepEqual(await readdir(dir), []);
});

test('a new file is made with its folders, and only where there is none', async () => {
  await workspace.write('a/b/c.txt', bytes('new'), asNew);
  assert.equal(await readFile(join(dir, 'a/b/c.txt'), 'utf8'), 'new');
  await assert.rejects(workspace.write('a/b/c.txt', bytes('other'), asNew), refused(412, 'changed'));
  await assert.rejects(workspace.write('a/b', bytes('x'), asNew), refused(400, 'not_a_file'));
  await assert.rejects(workspace.write('a/b/c.txt/d', bytes('x'), asNew), refused(400, 'not_a_folder'));
  await assert.rejects(workspace.write('', bytes('x'), asNew), refused(400, 'not_a_file'));
});

test('R-40: of twenty saves of one version at the same time exactly one is accepted', async () => {
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

test('of twenty new files of one name exactly one is made', async () => {
  const saves = Array.from({ length: 20 }, (_, i) => workspace.write('n/new.txt', bytes(String(i)), asNew));
  const results = await Promise.allSettled(saves);
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('R-40: no update is lost while two people save in turns', async () => {
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
  const person = async () => {
    for (let i = 0; i < 10; i++) await increase();
  };
  await Promise.all([person(), person()]);
  assert.equal(await readFile(join(dir, 'count.txt'), 'utf8'), '20');
});

test('R-45: whatever the encoding and the line ends, the bytes come back as they were', async () => {
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

test('R-45: a saved file keeps its mode, and a new one gets the usual one', async () => {
  for (const mode of [0o755, 0o600, 0o664]) {
    await writeFile(join(dir, 'run.sh'), 'old');
    await chmod(join(dir, 'run.sh'), mode);
    await workspace.write('run.sh', bytes('new'), { ifMatch: etagOf('old') });
    assert.equal((await stat(join(dir, 'run.sh'))).mode & 0o7777, mode);
  }
  await workspace.write('new.txt', bytes('x'), asNew);
  assert.equal((await stat(join(dir, 'new.txt'))).mode & 0o777, 0o666 & ~process.umask());
});

test('S-36, R-44: a link inside is written through and stays a link; its target outside is never touched', async () => {
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

test('S-39: a file with a second name is saved only by who knows, and the other name keeps its content', async () => {
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

test('what belongs to git is not written, in any spelling or through a link', async () => {
  await mkdir(join(dir, '.git/hooks'), { recursive: true });
  await symlink('.git', join(dir, 'records'));
  for (const path of ['.git/HEAD', 'sub/.GIT/index', 'records/refs/heads/main', '.git']) {
    const terms = { ...asNew, confirm: 'runs_code' };
    await assert.rejects(workspace.write(path, bytes('x'), terms), refused(403, 'protected'), path);
  }
  assert.deepEqual(await readdir(join(dir, '.git')), ['hooks']);
});

test('S-41, S-42: what something runs later is saved only by who knows, in any spelling and through a link', async () => {
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

test('names that only look like those that are run are saved without a question', async () => {
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
    workspace.write('big', new Uint8Array(maxFileSize + 1), asNew),
    refused(413, 'file_too_large'),
  );
  await workspace.write('big', Buffer.alloc(maxFileSize, 'x'), asNew);
  assert.equal((await stat(join(dir, 'big'))).size, maxFileSize);
});

test('R-43: a full disk leaves the old file and no rest, and says so', async (t) => {
  if (process.platform === 'win32') return t.skip('no limit on the size of files to stand for a full disk');
  await writeFile(join(dir, 'a.txt'), 'old');
  // A limit on the size of files cuts a write short just as a full disk does; it holds for a whole process.
  const script = `
    process.on('SIGXFSZ', () => {});
    const { openWorkspace } = await import(${JSON.stringify(new URL('workspace.ts', import.meta.url).href)});
    const workspace = await openWorkspace(${JSON.stringify(dir)});
    const { etag } = await workspace.read('a.txt');
    await workspace.write('a.txt', new Uint8Array(2 ** 21).fill(65), { ifMatch: etag }).then(
      () => console.log('saved'),
      (error) => console.log(error.status, error.code),
    );
    workspace.close();`;
  const limited = `ulimit -f 1024; exec "$0" --input-type=module -e "$1"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', limited, process.execPath, script]);
  assert.equal(stdout.trim(), '507 disk_full');
  assert.equal(await readFile(join(dir, 'a.txt'), 'utf8'), 'old');
  assert.deepEqual(await readdir(dir), ['a.txt']);
});

test('R-44: a read-only file is not replaced by way of its folder', async (t) => {
  if (process.getuid?.() === 0) return t.skip('root may write everywhere');
  await writeFile(join(dir, 'a.txt'), 'old', { mode: 0o444 });
  await assert.rejects(
    workspace.write('a.txt', bytes('new'), { ifMatch: etagOf('old') }),
    refused(403, 'not_permitted'),
  );
});
