import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
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
import { Refusal } from '../../shared/refusal.ts';
import { asNobody } from './fixtures/as-nobody.ts';
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
  workspace?.close();
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

test('a refusal says whether the file is gone, is there already, or was changed', async () => {
  await writeFile(join(dir, 'a.txt'), 'theirs');
  const ifMatch = etagOf('old');
  await assert.rejects(workspace.write('a.txt', bytes('x'), { ifMatch }), /was changed in the meantime/);
  await assert.rejects(workspace.write('b.txt', bytes('x'), { ifMatch }), /no longer exists/);
  await assert.rejects(workspace.write('a.txt', bytes('x'), asNew), /already exists/);
});

test('a folder that cannot be created is the reason why a new file is not saved', onUnix, async () => {
  await mkdir(join(dir, 'fixed'));
  await chmod(join(dir, 'fixed'), 0o555);
  await asNobody([folder, dir, join(dir, 'fixed')], () =>
    assert.rejects(workspace.write('fixed/new/a.txt', bytes('x'), asNew), refused(403, 'not_permitted')),
  );
});

test('a new file is created with its folders, unless it already exists', async () => {
  await workspace.write('a/b/c.txt', bytes('new'), asNew);
  assert.equal(await readFile(join(dir, 'a/b/c.txt'), 'utf8'), 'new');
  await assert.rejects(workspace.write('a/b/c.txt', bytes('other'), asNew), refused(412, 'changed'));
  await assert.rejects(workspace.write('a/b', bytes('x'), asNew), refused(400, 'not_a_file'));
  await assert.rejects(workspace.write('a/b/c.txt/d', bytes('x'), asNew), refused(400, 'not_a_folder'));
  await assert.rejects(workspace.write('', bytes('x'), asNew), refused(400, 'not_a_file'));
});

test('R-40: exactly one of twenty concurrent saves of one version is accepted', async () => {
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

test('exactly one of twenty new files with one name is created', async () => {
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
