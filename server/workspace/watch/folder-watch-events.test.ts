import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { folderWatch, type FolderWatchOptions } from './folder-watch.ts';
import { temporaryName } from '../temporary-name.ts';

/** A watch whose events the test sends itself. `open`: the folders that are watched. */
async function setUp(t: TestContext, options: Partial<FolderWatchOptions> = {}) {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'events-')));
  const changes: [path: string, isName: boolean][] = [];
  const troubles: string[] = [];
  const open: string[] = [];
  const send = new Map<string, (event: 'change' | 'rename', name: string | null) => void>();
  const fail = new Map<string, () => void>();
  const watching = folderWatch({
    onChange: (...change) => changes.push(change),
    onTrouble: (message) => troubles.push(message),
    watchFolder: (path, { persistent }, listener) => {
      assert.equal(persistent, false, 'a watch does not keep the panel running');
      open.push(path);
      send.set(path, listener);
      return {
        on: (_, listen) => fail.set(path, listen),
        close: () => open.splice(open.indexOf(path), 1),
      };
    },
    ...options,
  });
  t.after(async () => {
    watching.close();
    await rm(dir, { recursive: true });
  });
  /** Waits for as many changes, and forgets them. */
  const changed = async (count: number) => {
    while (changes.length < count) await delay(2);
    return changes.splice(0);
  };
  return { dir, watching, changes, changed, troubles, open, send, fail };
}

test('a change in a folder is reported with its path, and with whether the name may be new or gone', async (t) => {
  const { dir, watching, changes, send } = await setUp(t);
  await mkdir(join(dir, 'src'));
  await watching.follow('', dir);
  await watching.follow('src', join(dir, 'src'));
  send.get(dir)!('change', 'a.txt');
  send.get(dir)!('rename', 'b.txt');
  send.get(dir)!('change', null);
  send.get(join(dir, 'src'))!('change', '.gitignore');
  send.get(join(dir, 'src'))!('rename', null);
  assert.deepEqual(changes, [
    ['a.txt', false],
    ['b.txt', true],
    ['', false],
    // Which names can be found depends on it.
    ['src/.gitignore', true],
    ['src', true],
  ]);
});

test('git’s own folder and a file that is being saved are not reported', async (t) => {
  const { dir, watching, changes, send } = await setUp(t);
  await watching.follow('', dir);
  send.get(dir)!('rename', '.git');
  send.get(dir)!('change', temporaryName());
  assert.deepEqual(changes, []);
});

test('a folder that is followed again is watched once, and again when another folder takes its name', async (t) => {
  const { dir, watching, open } = await setUp(t);
  const src = join(dir, 'src');
  await mkdir(src);
  await watching.follow('src', src);
  await watching.follow('src', src);
  assert.deepEqual(open, [src]);
  await rename(src, join(dir, 'old'));
  await mkdir(src);
  await watching.follow('src', src);
  assert.deepEqual(open, [src]);
  // A link in the path leads elsewhere now.
  await watching.follow('src', join(dir, 'old'));
  assert.deepEqual(open, [join(dir, 'old')]);
});

test('a path that is missing or not a folder is not watched, and nothing is watched after the end', async (t) => {
  const { dir, watching, open } = await setUp(t);
  await writeFile(join(dir, 'file'), '');
  await watching.follow('file', join(dir, 'file'));
  await watching.follow('gone', join(dir, 'gone'));
  assert.deepEqual(open, []);
  await watching.follow('', dir);
  const last = watching.follow('again', dir);
  watching.close();
  await last;
  assert.deepEqual(open, []);
});

test('a watch that fails is given up and reported, and begins again when the folder is listed', async (t) => {
  const { dir, watching, changes, open, fail } = await setUp(t);
  await watching.follow('', dir);
  fail.get(dir)!();
  assert.deepEqual([changes, open], [[['', true]], []]);
  await watching.follow('', dir);
  assert.deepEqual(open, [dir]);
});

test('the removal of a watched folder, which the system reports as an event in it, ends its watch', async (t) => {
  const { dir, watching, changed, open, send } = await setUp(t);
  const src = join(dir, 'src');
  await mkdir(join(src, 'src'), { recursive: true });
  await watching.follow('src', src);
  // Here it is a folder in it that has the same name.
  send.get(src)!('rename', 'src');
  assert.deepEqual(await changed(1), [['src/src', true]]);
  await delay(5);
  assert.deepEqual(open, [src]);
  await rm(src, { recursive: true });
  send.get(src)!('rename', 'other');
  await delay(5);
  assert.deepEqual(open, [src]);
  send.get(src)!('rename', 'src');
  assert.deepEqual(await changed(3), [
    ['src/other', true],
    ['src/src', true],
    ['src', true],
  ]);
  assert.deepEqual(open, []);
});

test('R-48: a folder that cannot be watched for another reason is polled until it is no longer followed', async (t) => {
  const { dir, watching, changes, troubles } = await setUp(t, {
    watchFolder: () => {
      throw new Error('this system watches nothing');
    },
    pollInterval: 5,
  });
  await watching.follow('', dir);
  assert.match(troubles.join(), /noticed late \(no watch\).*this system watches nothing/);
  // The first look at the folder may come after a change.
  for (let n = 0; changes.length === 0; n++) {
    await writeFile(join(dir, `file ${n}`), '');
    await delay(5);
  }
  assert.deepEqual(changes[0], ['', true]);
  watching.close();
  changes.length = 0;
  await writeFile(join(dir, 'last'), '');
  await delay(30);
  assert.deepEqual(changes, []);
});

test('a folder whose replacement was not reported is watched again when it is followed again', async (t) => {
  const watched: string[] = [];
  const closed: string[] = [];
  const watchFolder: FolderWatchOptions['watchFolder'] = (path) => {
    watched.push(path);
    return { on: () => undefined, close: () => closed.push(path) };
  };
  const { dir, watching } = await setUp(t, { watchFolder });
  const [real, moved] = [join(dir, 'src'), join(dir, 'moved')];
  await mkdir(real);
  await watching.follow('src', real);
  await watching.follow('src', real);
  assert.deepEqual([watched, closed], [[real], []], 'the same folder keeps its watch');
  await rename(real, moved);
  await mkdir(real);
  await watching.follow('src', real);
  assert.deepEqual([watched, closed], [[real, real], [real]]);
  await rm(real, { recursive: true });
  await rename(moved, real);
  await watching.follow('src', real);
  await rename(real, moved);
  await watching.follow('src', moved);
  assert.deepEqual(watched.at(-1), moved, 'the same folder in another place');
  assert.equal(closed.length, 3);
});
