import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { folderWatch } from './folder-watch.ts';
import type { Workspace } from '../workspace.ts';
import { openWorkspace } from '../workspace.ts';

let dir = '';
let workspace: Workspace;
let reported: string[][] = [];
let wake = () => {};

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'watch-'));
  await mkdir(join(dir, 'src', 'deep'), { recursive: true });
  workspace = await openWorkspace(dir);
  reported = [];
  workspace.watch({
    onChange: (paths) => {
      reported.push(paths);
      wake();
    },
  });
});

afterEach(async () => {
  workspace?.close();
  await rm(dir, { recursive: true });
});

/** Waits for the system's event without a limit other than the test runner's. */
async function toldOf(path: string): Promise<void> {
  while (!reported.flat().includes(path)) {
    const alive = setInterval(() => {}, 1000);
    await new Promise<void>((resolve) => (wake = resolve));
    clearInterval(alive);
  }
}

test('every change in a listed folder is reported: write, creation, rename, removal', async () => {
  writeFileSync(join(dir, 'src', 'a.txt'), 'x');
  await workspace.list('src');
  appendFileSync(join(dir, 'src', 'a.txt'), 'y');
  await toldOf('src/a.txt');
  writeFileSync(join(dir, 'src', 'b.txt'), '');
  await toldOf('src/b.txt');
  renameSync(join(dir, 'src', 'b.txt'), join(dir, 'src', 'c.txt'));
  await toldOf('src/c.txt');
  reported = [];
  rmSync(join(dir, 'src', 'c.txt'));
  await toldOf('src/c.txt');
});

test('the folder of a file that was read is watched, including the top one', async () => {
  writeFileSync(join(dir, 'a.txt'), 'x');
  await workspace.read('a.txt');
  writeFileSync(join(dir, 'a.txt'), 'y');
  await toldOf('a.txt');
});

test('a new file in a listed folder is found', async () => {
  await workspace.list('src');
  assert.deepEqual(await workspace.find('fresh'), { files: [] });
  writeFileSync(join(dir, 'src', 'fresh.txt'), '');
  await toldOf('src/fresh.txt');
  assert.deepEqual(await workspace.find('fresh'), { files: ['src/fresh.txt'] });
});

test('changes in unlisted folders, in .git, and of unfinished saves are not reported', async () => {
  await workspace.list('');
  mkdirSync(join(dir, '.git'));
  writeFileSync(join(dir, 'src', 'deep', 'x.txt'), '');
  await workspace.write('saved.txt', Buffer.from('x'), { ifNoneMatch: '*' });
  writeFileSync(join(dir, 'last.txt'), '');
  await toldOf('last.txt');
  assert.deepEqual([...new Set(reported.flat())].sort(), ['last.txt', 'saved.txt']);
});

test('a folder that was removed and created again is watched again when it is listed again', async () => {
  await workspace.list('');
  await workspace.list('src/deep');
  rmSync(join(dir, 'src'), { recursive: true });
  await toldOf('src/deep');
  mkdirSync(join(dir, 'src', 'deep'), { recursive: true });
  await workspace.list('src/deep');
  writeFileSync(join(dir, 'src', 'deep', 'new.txt'), '');
  await toldOf('src/deep/new.txt');
});

test('more than 200 changes at once are reported as one: everything', async () => {
  await workspace.list('src');
  for (let i = 0; i < 250; i++) writeFileSync(join(dir, 'src', `f${i}`), '');
  await toldOf('');
  assert.ok(reported.every((paths) => paths.length <= 200));
  assert.ok(reported.some((paths) => paths.length === 1 && paths[0] === ''));
});

test('changes by the agent are reported from any folder inside, but not from outside', async () => {
  workspace.note('../elsewhere.txt');
  workspace.note('/etc/passwd');
  workspace.note(`${dir}-evil/x.txt`);
  workspace.note(join(dir, 'src', 'deep', 'a.txt'));
  workspace.note('src/b.txt');
  await toldOf('src/b.txt');
  assert.deepEqual(reported, [['src/b.txt', 'src/deep/a.txt']]);
});

test('a listener that was removed receives nothing more', async () => {
  let calls = 0;
  const stop = workspace.watch({ onChange: () => calls++ });
  stop();
  workspace.note('a.txt');
  await toldOf('a.txt');
  assert.equal(calls, 0);
});

for (const [code, setting] of [
  ['ENOSPC', /max_user_watches/],
  ['EMFILE', /max_user_instances/],
] as const) {
  test(`R-48: without free watches (${code}) the user is notified once and the folder is polled`, async () => {
    const troubles: string[] = [];
    const changes: string[] = [];
    let changed = () => {};
    const watching = folderWatch({
      onChange: (path) => {
        changes.push(path);
        changed();
      },
      onTrouble: (message) => troubles.push(message),
      watchFolder: () => {
        throw Object.assign(new Error('no more'), { code });
      },
      pollInterval: 20,
    });
    await watching.follow('src', join(dir, 'src'));
    await watching.follow('src/deep', join(dir, 'src', 'deep'));
    assert.equal(troubles.length, 1);
    assert.match(troubles[0] ?? '', setting);
    const alive = setInterval(() => {}, 1000);
    const polled = new Promise<void>((resolve) => (changed = resolve));
    writeFileSync(join(dir, 'src', 'a.txt'), '');
    await polled;
    clearInterval(alive);
    assert.deepEqual(changes, ['src']);
    watching.close();
  });
}

test('R-48: past 256 folders the least recently listed one is no longer watched', async () => {
  const open = new Set<string>();
  const watching = folderWatch({
    onChange: () => {},
    onTrouble: (message) => assert.fail(message),
    watchFolder: (path) => {
      open.add(path);
      return { on: () => {}, close: () => open.delete(path) };
    },
  });
  for (let i = 0; i < 260; i++) {
    mkdirSync(join(dir, String(i)));
    await watching.follow(String(i), join(dir, String(i)));
    await watching.follow('0', join(dir, '0'));
  }
  assert.equal(open.size, 256);
  assert.ok(open.has(join(dir, '0')));
  assert.ok(!open.has(join(dir, '1')));
  watching.close();
  assert.equal(open.size, 0);
});
