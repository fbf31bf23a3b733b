import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { ignoreRules } from '../ignore-rules.ts';
import { fileFinder } from './find-files.ts';
import { NoGit, type NameReceiver } from './git-files.ts';

/** One listing by git, which the test ends itself. */
interface Listing {
  add: (...paths: string[]) => void;
  /** More names than are all scored, so that the workspace counts as huge. */
  addMany: () => void;
  end: (inner?: string[]) => void;
  fail: (error: Error) => void;
}

async function setUp(t: TestContext) {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'finder-')));
  t.after(() => rm(dir, { recursive: true }));
  const listings: Listing[] = [];
  const listGit = (_: string, names: NameReceiver): Promise<string[]> =>
    new Promise((resolve, reject) => {
      listings.push({
        add: (...paths) => names.add(paths),
        addMany: () => names.add(Array.from({ length: 20_001 }, (_, n) => `many/${n}`)),
        end: (inner = []) => resolve(inner),
        fail: reject,
      });
    });
  const finder = fileFinder(dir, ignoreRules(dir), { listGit });
  return { dir, finder, listings };
}

test('while a huge workspace is read, a search covers the files that are known so far, and says so', async (t) => {
  const { finder, listings } = await setUp(t);
  const first = finder.find('target', 9);
  listings[0]!.addMany();
  listings[0]!.add('src/target.ts');
  assert.deepEqual(await first, {
    files: ['src/target.ts'],
    note: 'The workspace is still being read: 20,002 files so far.',
  });
  listings[0]!.add('lib/target.ts');
  listings[0]!.end();
  const { files, note } = await finder.find('target', 9);
  assert.deepEqual([files.toSorted(), note], [['lib/target.ts', 'src/target.ts'], undefined]);
  assert.equal(listings.length, 1);
});

test('a workspace that is not huge answers once it was read', async (t) => {
  const { finder, listings } = await setUp(t);
  let answer: unknown;
  const search = finder.find('a', 9).then((found) => (answer = found));
  listings[0]!.add('a.txt');
  await delay(120);
  assert.equal(answer, undefined);
  listings[0]!.end();
  await search;
  assert.deepEqual(answer, { files: ['a.txt'] });
});

test('a search without a match is answered only once all files are known', async (t) => {
  const { finder, listings } = await setUp(t);
  const found = finder.find('target', 9);
  const none = finder.find('nothing like it', 9);
  listings[0]!.addMany();
  await delay(150);
  listings[0]!.add('target.ts');
  assert.deepEqual((await found).files, ['target.ts']);
  listings[0]!.end();
  assert.deepEqual(await none, { files: [] });
});

test('while a huge workspace is read again, the files of the last time answer', async (t) => {
  const { finder, listings } = await setUp(t);
  const first = finder.find('', 1);
  listings[0]!.addMany();
  listings[0]!.add('old-target');
  listings[0]!.end();
  await first;
  finder.invalidate('');
  const again = await finder.find('target', 9);
  assert.deepEqual(again.files, ['old-target']);
  assert.match(again.note ?? '', /still being read: 20,002 files/);
  assert.equal(listings.length, 2);
  listings[1]!.add('new-target');
  listings[1]!.end();
  await setImmediate();
  assert.deepEqual(await finder.find('target', 9), { files: ['new-target'] });

  finder.invalidate('');
  const later = finder.find('target', 9);
  await delay(120);
  listings[2]!.add('newest-target');
  listings[2]!.end();
  assert.deepEqual(await later, { files: ['newest-target'] }, 'the workspace is no longer huge');
});

test('a walk ends as soon as the list is full', async (t) => {
  const { dir } = await setUp(t);
  await mkdir(join(dir, 'deep'));
  for (const name of ['a', 'b', 'c', 'deep/d', 'deep/e']) await writeFile(join(dir, name), '');
  const listGit = (): Promise<string[]> => Promise.reject(new NoGit());
  const { paths, leftOut } = await fileFinder(dir, ignoreRules(dir), { maxFiles: 1, listGit }).all();
  assert.deepEqual([paths.length, leftOut], [1, 2]);
});

test('a huge workspace that changes all the time is read once at a time, a small one from the start', async (t) => {
  const { finder, listings } = await setUp(t);
  const first = finder.find('', 1);
  listings[0]!.add('a');
  finder.invalidate('');
  const second = finder.find('', 1);
  assert.equal(listings.length, 2);
  listings[1]!.addMany();
  finder.invalidate('');
  const third = finder.find('', 1);
  assert.equal(listings.length, 2);
  for (const { end } of listings) end();
  await Promise.all([first, second, third]);
  const fourth = finder.find('', 1);
  assert.equal(listings.length, 3, 'the change during the last one is not forgotten');
  listings[2]!.end();
  await fourth;
});

test('in a huge workspace a file that was just made is found before it is read again', async (t) => {
  const { finder, listings } = await setUp(t);
  finder.invalidate('before anything was asked');
  const first = finder.find('', 1);
  listings[0]!.addMany();
  listings[0]!.end();
  await first;
  finder.invalidate('src/brand-new.ts');
  assert.deepEqual((await finder.find('brandnew', 9)).files, ['src/brand-new.ts']);
  assert.equal(listings.length, 2);
  listings[1]!.end();
});

test('after half a minute the files are listed again, not before', async (t) => {
  const { finder, listings } = await setUp(t);
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const ask = async (count: number): Promise<void> => {
    const answer = finder.find('', 1);
    assert.equal(listings.length, count);
    listings.at(-1)!.end();
    await answer;
  };
  await ask(1);
  now += 30_000;
  await ask(1);
  now += 1;
  await ask(2);
});

test('a listing that fails is reported to its search, and tried again for the next one', async (t) => {
  const { finder, listings } = await setUp(t);
  const first = finder.find('a', 9);
  const all = finder.all();
  listings[0]!.fail(new Error('the disk is gone'));
  await assert.rejects(first, { message: 'the disk is gone' });
  await assert.rejects(all, { message: 'the disk is gone' });
  const second = finder.find('a', 9);
  listings[1]!.add('a');
  listings[1]!.end();
  assert.deepEqual(await second, { files: ['a'] });
});

test('without git, and in repositories inside, the folders are walked with their own rules', async (t) => {
  const { dir, finder, listings } = await setUp(t);
  await mkdir(join(dir, 'in/side'), { recursive: true });
  for (const name of ['top.txt', 'in/side/a.txt', 'in/side/b.log']) await writeFile(join(dir, name), '');
  await writeFile(join(dir, 'in/.gitignore'), '*.log\n');
  const inner = finder.all();
  listings[0]!.end(['in/side/']);
  assert.deepEqual(await inner, { paths: ['in/side/a.txt'], leftOut: 0 });
  finder.invalidate('');
  const walked = finder.all();
  listings[1]!.fail(new NoGit());
  assert.deepEqual((await walked).paths, ['top.txt', 'in/.gitignore', 'in/side/a.txt']);
});
