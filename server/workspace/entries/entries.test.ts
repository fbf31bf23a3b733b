import assert from 'node:assert/strict';
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '../../../shared/refusal.ts';
import { openWorkspace, type Workspace } from '../workspace.ts';
import { Trash } from './trash.ts';

let folder = '';
let dir = '';
let workspace: Workspace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entries-'));
  dir = join(folder, 'ws');
  await mkdir(join(folder, 'ws-evil'));
  await mkdir(dir);
  workspace = await openWorkspace(dir, { trashFolder: join(folder, 'trash') });
});

afterEach(async () => {
  workspace?.close();
  await rm(folder, { recursive: true });
});

const isRoot = process.getuid?.() === 0;

function refused(status: number, code: string) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(`${error.status} ${error.code}`, `${status} ${code}`, error.message);
    return true;
  };
}

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(dir, name, '..'), { recursive: true });
    await writeFile(join(dir, name), text);
  }
}

async function content(path = dir): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const full = join(entry.parentPath, entry.name);
      found[full.slice(path.length + 1)] = await readFile(full, 'utf8');
    }
  return found;
}

test('a file is renamed, and moved into folders that do not exist yet', async () => {
  await write({ 'a.txt': 'A' });
  assert.deepEqual(await workspace.move('a.txt', 'b.txt', {}), [['a.txt', 'b.txt']]);
  await workspace.move('b.txt', 'x/y/c.txt', {});
  assert.deepEqual(await content(), { 'x/y/c.txt': 'A' });
});

test('a folder is moved with everything in it, and its files are named', async () => {
  await write({ 'src/a.txt': 'A', 'src/in/b.txt': 'B' });
  const moved = await workspace.move('src', 'lib', {});
  assert.deepEqual(moved.sort(), [
    ['src/a.txt', 'lib/a.txt'],
    ['src/in/b.txt', 'lib/in/b.txt'],
  ]);
  assert.deepEqual(await content(), { 'lib/a.txt': 'A', 'lib/in/b.txt': 'B' });
});

test('a move never replaces a file, a folder or a link', async () => {
  await write({ 'a.txt': 'A', 'b.txt': 'B', 'src/c.txt': 'C', 'full/d.txt': 'D' });
  await mkdir(join(dir, 'empty'));
  await symlink('nothing', join(dir, 'link'));
  const before = await content();
  for (const from of ['a.txt', 'src'])
    for (const to of ['b.txt', 'empty', 'full', 'link'])
      await assert.rejects(workspace.move(from, to, {}), refused(409, 'exists'), `${from} ${to}`);
  await assert.rejects(workspace.createFolder('full', {}), refused(409, 'exists'));
  await assert.rejects(workspace.createFolder('link', {}), refused(409, 'exists'));
  assert.deepEqual(await content(), before);
});

test('a folder cannot be moved into itself, and what does not exist cannot be moved', async () => {
  await write({ 'src/a.txt': 'A' });
  await assert.rejects(workspace.move('src', 'src/in', {}), refused(400, 'bad_path'));
  await assert.rejects(workspace.move('src', 'src', {}), refused(400, 'bad_path'));
  await assert.rejects(workspace.move('none', 'new/none', {}), refused(404, 'not_found'));
  await assert.rejects(workspace.delete('none', {}), refused(404, 'not_found'));
  await assert.rejects(workspace.delete('', {}), refused(400, 'bad_path'));
  assert.deepEqual(await readdir(dir), ['src'], 'a refused move creates nothing');
});

test('a link is moved and deleted itself; what it points to stays', async () => {
  const secret = join(folder, 'ws-evil', 'secret.txt');
  await writeFile(secret, 'S');
  await symlink(secret, join(dir, 'link'));
  await workspace.move('link', 'moved', {});
  assert.equal(await readlink(join(dir, 'moved')), secret);
  const { trash } = await workspace.delete('moved', {});
  assert.equal(await readFile(secret, 'utf8'), 'S');
  await workspace.restore(trash!);
  assert.equal(await readlink(join(dir, 'moved')), secret);
});

test('S-36: nothing is moved, created or deleted through a link that leads outside', async () => {
  await writeFile(join(folder, 'ws-evil', 'secret.txt'), 'S');
  await symlink(join(folder, 'ws-evil'), join(dir, 'out'));
  await write({ 'a.txt': 'A' });
  await assert.rejects(workspace.move('a.txt', 'out/a.txt', {}), refused(403, 'outside_workspace'));
  await assert.rejects(workspace.move('out/secret.txt', 'b.txt', {}), refused(403, 'outside_workspace'));
  await assert.rejects(workspace.delete('out/secret.txt', {}), refused(403, 'outside_workspace'));
  await assert.rejects(workspace.createFolder('out/new/in', {}), refused(403, 'outside_workspace'));
  assert.deepEqual(await content(join(folder, 'ws-evil')), { 'secret.txt': 'S' });
});

test('V2: files that belong to git are neither moved nor deleted, also through a link inside the workspace', async () => {
  await write({ '.git/hooks/pre-commit': 'x', 'a.txt': 'A' });
  await symlink('.git', join(dir, 'g'));
  for (const path of ['.git', '.git/hooks', '.GIT/hooks/pre-commit', 'g/hooks/pre-commit', 'g/hooks']) {
    await assert.rejects(workspace.delete(path, {}), refused(403, 'protected'), path);
    await assert.rejects(workspace.move(path, 'free', {}), refused(403, 'protected'), path);
    await assert.rejects(workspace.move('a.txt', path, {}), refused(403, 'protected'), path);
  }
});

test('S-42: a file that something runs automatically is moved there only once the user has confirmed it', async () => {
  await write({ 'evil.ts': 'x', 'parts/extensions/evil.ts': 'x', env: 'x' });
  await assert.rejects(workspace.move('evil.ts', '.pi/extensions/evil.ts', {}), refused(409, 'runs_code'));
  await assert.rejects(workspace.move('parts', '.pi', {}), refused(409, 'runs_code'));
  await assert.rejects(workspace.move('env', '.envrc', {}), refused(409, 'runs_code'));
  assert.deepEqual((await readdir(dir)).sort(), ['env', 'evil.ts', 'parts']);
  await workspace.move('env', '.envrc', { confirm: 'runs_code' });
  assert.equal(await readFile(join(dir, '.envrc'), 'utf8'), 'x');
});

test('a folder that nobody may write to says so', { skip: isRoot && 'root may write anywhere' }, async () => {
  await write({ 'fixed/a.txt': 'A' });
  await chmod(join(dir, 'fixed'), 0o555);
  await assert.rejects(workspace.move('fixed/a.txt', 'b.txt', {}), refused(403, 'not_permitted'));
  await assert.rejects(workspace.delete('fixed/a.txt', {}), refused(403, 'not_permitted'));
  await chmod(join(dir, 'fixed'), 0o755);
});

test('a deletion is undone with names, content, mode and links, also by another start of the panel', async () => {
  await write({ 'src/run.sh': 'echo', 'src/in/b.txt': 'B', 'stays.txt': 'S' });
  await chmod(join(dir, 'src/run.sh'), 0o755);
  await symlink('in/b.txt', join(dir, 'src/link'));
  await mkdir(join(dir, 'src/empty'));
  const before = await content();
  const { trash, files } = await workspace.delete('src', {});
  assert.deepEqual(files.sort(), ['src/in/b.txt', 'src/link', 'src/run.sh']);
  assert.deepEqual(await readdir(dir), ['stays.txt']);
  const other = await openWorkspace(dir, { trashFolder: join(folder, 'trash') });
  await other.restore(trash!);
  other.close();
  assert.deepEqual(await content(), before);
  assert.equal((await lstat(join(dir, 'src/run.sh'))).mode & 0o777, 0o755);
  assert.equal(await readlink(join(dir, 'src/link')), 'in/b.txt');
  assert.ok((await lstat(join(dir, 'src/empty'))).isDirectory());
  await assert.rejects(workspace.restore(trash!), refused(404, 'unknown_trash'));
});

test('a deletion is not undone over a file that was created since; the trash keeps it until there is room', async () => {
  await write({ 'a.txt': 'old' });
  const { trash } = await workspace.delete('a.txt', {});
  await write({ 'a.txt': 'new' });
  await assert.rejects(workspace.restore(trash!), refused(409, 'exists'));
  await workspace.move('a.txt', 'b.txt', {});
  await workspace.restore(trash!);
  assert.deepEqual(await content(), { 'a.txt': 'old', 'b.txt': 'new' });
});

test('deleting one name of a file leaves its other names alone', async () => {
  await write({ 'a.txt': 'A' });
  await link(join(dir, 'a.txt'), join(dir, 'b.txt'));
  await assert.rejects(workspace.move('a.txt', 'b.txt', {}), refused(409, 'exists'));
  const { trash } = await workspace.delete('a.txt', {});
  assert.deepEqual(await content(), { 'b.txt': 'A' });
  await workspace.restore(trash!);
  assert.deepEqual(await content(), { 'a.txt': 'A', 'b.txt': 'A' });
});

test('the trash has a limit: the oldest goes first, and what never fits is deleted only once that is confirmed', async () => {
  const trash = new Trash({ root: { real: dir }, folder: join(folder, 'trash'), maxBytes: 10 });
  await write({ 'a.txt': '12345678', 'b.txt': '1234', 'huge.txt': '12345678901' });
  const none = new Set<string>();
  const a = await trash.delete('a.txt', none);
  const b = await trash.delete('b.txt', none);
  await assert.rejects(trash.restore(a.trash!), refused(404, 'unknown_trash'));
  await assert.rejects(trash.delete('huge.txt', none), refused(409, 'permanent'));
  assert.deepEqual(await content(), { 'huge.txt': '12345678901' });
  assert.equal((await trash.delete('huge.txt', new Set(['permanent']))).trash, undefined);
  await trash.restore(b.trash!);
  assert.deepEqual(await content(), { 'b.txt': '1234' });
});

test('an id that the trash did not assign is unknown, even if it looks like an id', async () => {
  for (const id of ['', '..', '../..', 'x'.repeat(36), '00000000-0000-0000-0000-000000000000'])
    await assert.rejects(workspace.restore(id), refused(404, 'unknown_trash'), id);
});

test('no content is ever lost, in any order of moves, deletions and undos', async () => {
  const name = fc.constantFrom('a', 'b', 'd/a', 'd/b', 'd', 'e/f');
  const step = fc.oneof(
    fc.record({ do: fc.constant('move' as const), from: name, to: name }),
    fc.record({ do: fc.constant('delete' as const), from: name, to: name }),
    fc.record({ do: fc.constant('restore' as const), from: name, to: name }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await rm(dir, { recursive: true });
      await mkdir(dir);
      await mkdir(join(folder, 'trash'), { recursive: true });
      await write({ a: 'one', 'd/b': 'two', 'e/f': 'three' });
      const trash: string[] = [];
      for (const { do: act, from, to } of steps) {
        try {
          if (act === 'move') await workspace.move(from, to, {});
          else if (act === 'delete') trash.push((await workspace.delete(from, {})).trash!);
          else await workspace.restore(trash.at(-1) ?? '').then(() => trash.pop());
        } catch (error) {
          assert.ok(error instanceof Refusal, String(error));
        }
      }
      const kept = Object.values(await content());
      const all = Object.entries(await content(join(folder, 'trash')));
      const deleted = all.filter(([path]) => !path.endsWith('deleted.json')).map(([, text]) => text);
      assert.deepEqual([...kept, ...deleted].sort(), ['one', 'three', 'two']);
      await rm(join(folder, 'trash'), { recursive: true, force: true });
    }),
    { numRuns: 60 },
  );
});
