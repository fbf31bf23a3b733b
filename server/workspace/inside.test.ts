import assert from 'node:assert/strict';
import { mkdir, mkdtemp, open, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Refusal } from '../../shared/refusal.ts';
import { asWindows } from './fixtures/as-platform.ts';
import type { Root } from './inside.ts';
import { isWithin, openFile, openFolder, verifyInside } from './inside.ts';
import { readFile } from './read-file.ts';

let folder = '';
let root: Root;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inside-'));
  root = { real: join(folder, 'ws') };
  await mkdir(join(folder, 'ws', 'sub'), { recursive: true });
  await mkdir(join(folder, 'ws-evil'));
  await writeFile(join(folder, 'ws', 'sub', 'a.txt'), 'inside');
  await writeFile(join(folder, 'ws-evil', 'a.txt'), 'outside');
});

after(() => rm(folder, { recursive: true }));

const refusedAsOutside = (error: unknown) => error instanceof Refusal && error.code === 'outside_workspace';

test('S-35: a sibling folder whose name starts with that of the workspace is outside', () => {
  assert.equal(isWithin('/ws', '/ws'), true);
  assert.equal(isWithin('/ws', '/ws/a'), true);
  assert.equal(isWithin('/ws', '/ws-evil/a'), false);
  assert.equal(isWithin('/', '/etc'), true);
});

// Systems without /proc/self/fd compare inodes instead; a missing folder simulates them.
for (const descriptors of [undefined, '/nowhere/fd']) {
  const how = descriptors ? 'by its inode' : 'by its descriptor';

  test(`S-37: a file that turns out to be outside once it is open is refused ${how}`, async () => {
    const known = { ...root, ...(descriptors ? { descriptors } : {}) };
    const at = { real: join(root.real, 'sub', 'a.txt'), path: 'sub/a.txt' };
    const swapped = await open(join(folder, 'ws-evil', 'a.txt'));
    await assert.rejects(verifyInside(known, swapped, at), refusedAsOutside);
    assert.equal(swapped.fd, -1, 'it was closed');
    const right = await verifyInside(known, await open(at.real), at);
    await right.close();
  });
}

test('if the system does not show which file is open, files and folders inside can still be opened', async () => {
  const known = { ...root, descriptors: '/nowhere/fd' };
  for (const path of ['', 'sub']) {
    const open = await openFolder(known, path);
    assert.deepEqual([open.base, open.path], [join(root.real, path), path]);
    await open.close();
  }
  const file = await openFile(known, 'sub/a.txt');
  assert.equal(await file.readFile('utf8'), 'inside');
  await file.close();
});

test('S-37: without descriptors, a file that was replaced, or whose folder is a link by now, is refused', async () => {
  const known = { ...root, descriptors: '/nowhere/fd' };
  const sub = join(root.real, 'sub');
  await writeFile(join(sub, 'b.txt'), 'another');
  const other = await open(join(sub, 'b.txt'));
  await assert.rejects(
    verifyInside(known, other, { real: join(sub, 'a.txt'), path: 'sub/a.txt' }),
    refusedAsOutside,
  );
  await symlink(join(folder, 'ws-evil'), join(root.real, 'swapped'));
  const at = { real: join(root.real, 'swapped', 'a.txt'), path: 'swapped/a.txt' };
  await assert.rejects(verifyInside(known, await open(at.real), at), refusedAsOutside);
  await rm(join(root.real, 'swapped'));
  await rm(join(sub, 'b.txt'));
});

test('S-37: when the system fails to show what is open, nothing is opened', async () => {
  const known = { ...root, descriptors: join(root.real, 'sub', 'a.txt') };
  await assert.rejects(openFolder(known, 'sub'), { code: 'not_a_folder' });
});

test('Windows cannot open folders: there a folder is its path, once that was checked', async () => {
  await symlink('sub', join(root.real, 'alias'));
  await asWindows(async () => {
    const alias = await openFolder(root, 'alias');
    assert.deepEqual([alias.base, alias.path], [join(root.real, 'sub'), 'sub']);
    await alias.sync();
    await alias.close();
    await symlink(join(folder, 'ws-evil'), join(root.real, 'evil'));
    await assert.rejects(openFolder(root, 'evil'), refusedAsOutside);
  });
  await rm(join(root.real, 'alias'));
  await rm(join(root.real, 'evil'));
});

// Only the descriptor is reliable: a path can change between two checks.
test('S-37: no read escapes while a folder and a link to the outside change places', async (t) => {
  const flip = join(root.real, 'flip');
  const real = join(root.real, 'flip-real');
  const link = join(root.real, 'flip-link');
  await mkdir(flip);
  await writeFile(join(flip, 'a.txt'), 'inside');
  await symlink(join(folder, 'ws-evil'), link);
  let isFlipping = true;
  const flipping = (async () => {
    while (isFlipping) {
      await rename(flip, real);
      await rename(link, flip);
      await rename(flip, link);
      await rename(real, flip);
    }
  })();
  const stop = (): Promise<void> => {
    isFlipping = false;
    return flipping;
  };
  t.after(stop);
  const seen = new Set<string>();
  for (let i = 0; i < 400; i++) {
    try {
      seen.add(Buffer.from((await readFile(root, 'flip/a.txt')).bytes).toString());
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error));
    }
  }
  await stop();
  assert.ok(!seen.has('outside'));
  await rm(flip, { recursive: true });
  await rm(link);
});
test('S-36: a circular link and one that leads outside are both refused', async () => {
  await symlink('loop-b', join(root.real, 'loop-a'));
  await symlink('loop-a', join(root.real, 'loop-b'));
  await symlink('../ws-evil', join(root.real, 'out'));
  for (const path of ['loop-a', 'out/a.txt', 'out']) {
    await assert.rejects(openFile(root, path), refusedAsOutside, path);
    await assert.rejects(openFolder(root, path), refusedAsOutside, path);
  }
});

test('S-37: an open folder stays the same folder when another one takes its name', async () => {
  await mkdir(join(root.real, 'held'));
  const held = await openFolder(root, 'held');
  await rename(join(root.real, 'held'), join(root.real, 'moved'));
  await symlink(join(folder, 'ws-evil'), join(root.real, 'held'));
  if (process.platform === 'linux') {
    assert.match(held.base, /^\/proc\/self\/fd\/\d+$/);
    await writeFile(join(held.base, 'new.txt'), 'x');
    const file = await openFile(root, 'moved/new.txt');
    await file.close();
  }
  await held.close();
});
