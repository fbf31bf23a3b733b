import assert from 'node:assert/strict';
import { chmod, link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Refusal } from '../../../shared/refusal.ts';
import { asNobody, isRoot } from '../fixtures/as-nobody.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';

let dir = '';
let workspace: Workspace;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'entry-'));
  workspace = await openWorkspace(dir);
});

afterEach(async () => {
  workspace?.close();
  await rm(dir, { recursive: true });
});

const refused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;

async function write(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), `text of ${name}`);
  }
}

test('if twenty files are moved to one name at the same time, one gets it and the others stay', async () => {
  const names = Array.from({ length: 20 }, (_, n) => `file ${n}`);
  await write(...names);
  const moves = await Promise.allSettled(names.map((name) => workspace.move(name, 'taken', {})));
  assert.equal(moves.filter(({ status }) => status === 'fulfilled').length, 1);
  const texts = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')));
  assert.deepEqual(texts.sort(), names.map((name) => `text of ${name}`).sort());
});

test('a file that cannot leave its folder does not get a second name, and the refusal names it', async () => {
  await write('fixed/a.txt');
  await chmod(join(dir, 'fixed'), 0o555);
  const paths = [dir, join(dir, 'fixed'), join(dir, 'fixed/a.txt')];
  await asNobody(paths, () =>
    assert.rejects(workspace.move('fixed/a.txt', 'b.txt', {}), {
      code: 'not_permitted',
      message: /fixed\/a\.txt/,
    }),
  );
  await chmod(join(dir, 'fixed'), 0o755);
  assert.deepEqual(await readdir(dir), ['fixed']);
});

test(
  'a file of another user is moved, although the system allows no second name for it',
  { skip: !isRoot && 'only root can give files to somebody' },
  async () => {
    await write('theirs', 'used');
    await asNobody([dir], async () => {
      await workspace.move('theirs', 'moved', {});
      await assert.rejects(workspace.move('moved', 'used', {}), refused('exists'));
    });
    assert.deepEqual((await readdir(dir)).sort(), ['moved', 'used']);
  },
);

test('a move to another name of the same folder leaves everything where it is', async () => {
  await write('real/a.txt', 'real/sub/b.txt');
  await symlink('real', join(dir, 'same'));
  await workspace.move('real/a.txt', 'same/a.txt', {});
  await workspace.move('real/sub', 'same/sub', {});
  assert.deepEqual((await readdir(join(dir, 'real'))).sort(), ['a.txt', 'sub']);
  // Here the name belongs to the same file, but a rename would drop one of the two.
  await link(join(dir, 'real/a.txt'), join(dir, 'second.txt'));
  await assert.rejects(workspace.move('real/a.txt', 'second.txt', {}), refused('exists'));
});

test('S-42: a folder is searched three levels deep for files that something runs automatically', async () => {
  await write('near/a/b/.envrc', 'far/a/b/c/.envrc');
  await assert.rejects(workspace.move('near', 'moved', {}), refused('runs_code'));
  await workspace.move('far', 'moved', {});
});

test('S-42: a folder is created where something runs its files only once the user has confirmed it', async () => {
  await assert.rejects(workspace.createFolder('.pi/extensions/own', {}), refused('runs_code'));
  assert.deepEqual(await readdir(dir), []);
  await workspace.createFolder('.pi/extensions/own', { confirm: 'runs_code' });
  assert.deepEqual(await readdir(join(dir, '.pi/extensions')), ['own']);
});

test('V2: no folder is created inside git’s own folder, nor on the way there', async () => {
  await mkdir(join(dir, '.git'));
  await assert.rejects(workspace.createFolder('.git/new/in', {}), refused('protected'));
  assert.deepEqual(await readdir(join(dir, '.git')), []);
});

test('the files of a moved repository are named, those of git are not', async () => {
  await write('lib/.git/HEAD', 'lib/a.ts', 'lib/sub/.gitignore');
  assert.deepEqual((await workspace.move('lib', 'vendor', {})).sort(), [
    ['lib/a.ts', 'vendor/a.ts'],
    ['lib/sub/.gitignore', 'vendor/sub/.gitignore'],
  ]);
});

test('when a huge folder is moved, its first 2000 files are named', async () => {
  await mkdir(join(dir, 'huge/sub'), { recursive: true });
  const names = [
    ...Array.from({ length: 1990 }, (_, n) => `${n}`),
    ...Array.from({ length: 20 }, (_, n) => `sub/${n}`),
  ];
  await Promise.all(names.map((name) => writeFile(join(dir, 'huge', name), '')));
  assert.equal((await workspace.move('huge', 'moved', {})).length, 2000);
});
