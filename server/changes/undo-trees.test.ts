// Undo and redo of commands that move, link and replace files: the whole tree is compared before and after.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ignoreCase } from './fixtures/patched-disk.ts';
import { LATER } from './fixtures/records.ts';
import { recordedWorkspace } from './fixtures/recorded-workspace.ts';
import { wholeTree } from './fixtures/whole-tree.ts';
import { redoScope, undoScope, type StepUndo } from './undo/scope.ts';

const TURN = { turn: 'user-1000' };
const SESSION = { session: true } as const;

/** `setUp`, `commands`: for sh, in the workspace. */
async function play(t: TestContext, setUp: string, ...commands: string[]) {
  const { workspace, changes, command, place } = await recordedWorkspace(t);
  const sh = (script: string): void => void execFileSync('sh', ['-ec', script], { cwd: workspace });
  sh(setUp);
  await command(async () => {});
  const before = wholeTree(workspace);
  for (const script of commands) await command(async () => sh(script));
  const tree = () => wholeTree(workspace);
  const plan = async (undo: StepUndo) =>
    changes.plan('s', { undo }, undoScope(await changes.history(), 's', undo));
  const undo = async (scope: StepUndo, paths?: string[]) => changes.run(await plan(scope), { paths });
  const redo = async (entry: string) => {
    const files = redoScope(await changes.history(), entry);
    return changes.run(await changes.plan('s', { redo: entry }, files), {});
  };
  const ignoresCase = (): void => t.after(ignoreCase(workspace));
  return { before, after: tree(), tree, plan, undo, redo, sh, place, changes, command, ignoresCase };
}

/** One command after each set-up. Undo brings back the whole tree, and redo the whole tree after the command. */
const EXACT: [name: string, setUp: string, ...commands: string[]][] = [
  [
    'a folder that was moved and replaced by a link to it',
    'mkdir lib; echo 1 > lib/one; echo 2 > lib/two',
    'mv lib src && ln -s src lib',
  ],
  [
    'a package that was moved and replaced by a link',
    'mkdir -p packages/core; echo 1 > packages/core/index.js',
    'mv packages/core packages/core2 && ln -s core2 packages/core',
  ],
  [
    'a file that was moved and replaced by a link',
    'echo 1 > config.json',
    'mv config.json config.base.json && ln -s config.base.json config.json',
  ],
  [
    'a file that became a folder, and a folder that became a file',
    'echo file > swap; mkdir dir1; echo in > dir1/x; echo keep > dir1/y',
    'rm swap && mkdir swap && echo x > swap/inner.txt; rm -r dir1 && echo nowfile > dir1',
  ],
  ['a file that was moved into a folder with its name', 'echo 1 > a', 'mv a t && mkdir a && mv t a/b'],
  ['a file that took the name of its folder', 'mkdir a; echo 1 > a/b', 'mv a/b t && rmdir a && mv t a'],
  [
    'a link that became a folder',
    'mkdir v1; echo 1 > v1/f; ln -s v1 current',
    'rm current && mkdir current && echo 2 > current/f',
  ],
  [
    'links that were changed and removed',
    'mkdir v1 v2; echo 1 > v1/f; echo 2 > v2/f; ln -s v1 current; ln -s v1/f flink',
    'ln -sfn v2 current; rm flink',
  ],
  [
    'links to nothing, to themselves and out of the workspace',
    'ln -s gone dangling; ln -s loop loop; ln -s /etc out',
    'rm dangling loop; ln -sfn /usr out; ln -s out more; ln -s self self',
  ],
  [
    'files in empty folders of the user',
    'mkdir logs uploads',
    'echo a > logs/new.txt; mkdir -p uploads/x && echo b > uploads/x/b.txt',
  ],
  [
    'folders that were made and removed, with their modes',
    'mkdir -m 750 gone; mkdir kept',
    'rmdir gone; mkdir -p made/deep; chmod 700 kept',
  ],
  ['a file that was moved twice', 'echo 1 > a.txt', 'mv a.txt b.txt', 'mv b.txt c.txt'],
  ['two files that were swapped', 'echo 1 > x; echo 2 > y', 'mv x t && mv y x && mv t y'],
  [
    'three files that were moved in a circle',
    'echo 1 > x; echo 2 > y; echo 3 > z',
    'mv x t && mv y x && mv z y && mv t z',
  ],
  [
    'two folders that were swapped',
    'mkdir one two; echo 1 > one/a; echo 2 > two/a; echo 3 > two/b',
    'mv one t && mv two one && mv t two',
  ],
  [
    'a file that was too large to be copied before it was moved',
    'head -c 300000 /dev/urandom > big; echo 1 > small',
    'mv big t && mv small big && mv t small && mkdir d && mv small d',
  ],
  ['a file that was moved over another', 'echo 1 > x; echo 2 > y', 'mv x y'],
  [
    'a chain of files that each took the next name',
    'echo 1 > x; echo 2 > y; echo 3 > z',
    'mv z t; mv y z; mv x y',
  ],
  [
    'another name of a file, at the path of one that was moved and changed',
    'mkdir d; echo 1 > d/x; echo 2 > a',
    'mv d/x b; echo more >> b',
    'ln a d/x; echo 3 >> a',
  ],
  [
    'another name of a file, at the path of a link, and of a folder, that had taken that of a file',
    'mkdir d; echo 1 > d/x; echo 2 > d/y; echo 3 > z',
    'rm d/x d/y; ln -s gone d/x; mkdir d/y',
    'rm d/x; rmdir d/y; ln z d/x; ln z d/y; echo 4 >> z',
  ],
  [
    'a renamed folder in a folder that was renamed, too',
    'mkdir -p a/b; echo 1 > a/b/c',
    'mv a/b a/d && mv a e',
  ],
];

for (const [name, setUp, ...commands] of EXACT)
  test(`undo brings back the tree, and redo repeats the command: ${name}`, async (t) => {
    const { before, after, tree, undo, redo } = await play(t, setUp, ...commands);
    assert.notDeepEqual(after, before);
    const { entry, files } = await undo(TURN);
    assert.deepEqual(tree(), before);
    assert.deepEqual(
      files.filter(({ outcome }) => outcome === 'failed' || outcome === 'changed'),
      [],
    );
    const redone = await redo(entry);
    assert.deepEqual(tree(), after);
    await undo(TURN);
    assert.deepEqual(tree(), before);
    assert.ok(redone.files.length > 0);
  });

test('no file is read or removed through a link that the user made since', async (t) => {
  const { tree, plan, undo, place } = await play(t, 'mkdir lib; echo 1 > lib/one', 'mv lib src');
  symlinkSync('src', place('lib'));
  const after = tree();
  const { files } = await plan(TURN);
  assert.deepEqual(
    files.map(({ path, from, action, why }) => [path, from, action, why]),
    [['lib/one', 'src/one', 'conflict', '"lib" is not a folder.']],
  );
  await undo(TURN);
  assert.deepEqual(tree(), after);
});

test('a file that was moved twice is one row, which can be undone alone', async (t) => {
  const { before, tree, plan, undo } = await play(
    t,
    'echo 1 > a.txt; echo 2 > b',
    'mv a.txt b.txt',
    'mv b.txt c.txt; rm b',
  );
  const { files } = await plan(TURN);
  assert.deepEqual(
    files.map(({ path, from, action }) => [path, from, action]),
    [
      ['a.txt', 'c.txt', 'restore'],
      ['b', undefined, 'restore'],
    ],
  );
  await undo({ path: 'c.txt' });
  assert.deepEqual(Object.keys(tree()), ['a.txt']);
  await undo(SESSION);
  assert.deepEqual(tree(), before);
});

test('lines of the user move with a file that is moved back', async (t) => {
  const { plan, undo, place, tree } = await play(t, 'echo 1 > a', 'mv a b');
  appendFileSync(place('b'), 'mine\n');
  assert.deepEqual(
    (await plan(TURN)).files.map(({ path, from, action }) => [path, from, action]),
    [['a', 'b', 'restore']],
  );
  await undo(TURN);
  assert.deepEqual(tree(), { a: 'file 644 1\nmine\n' });
});

test('a line of the user in one of two swapped files is kept when everything is undone', async (t) => {
  const { tree, undo, place, command, sh } = await play(t, '', 'echo 1 > x; echo 2 > y');
  appendFileSync(place('x'), 'mine\n');
  await command(async () => sh('mv x t && mv y x && mv t y'), LATER);
  await undo(SESSION);
  assert.deepEqual(tree(), { x: 'file 644 1\nmine\n' });
});

test('one of two swapped files alone is refused, and both stay', async (t) => {
  const { after, tree, plan, changes } = await play(
    t,
    'echo 1 > x; echo 2 > y',
    'mv x t && mv y x && mv t y',
  );
  const open = await plan(TURN);
  assert.deepEqual(
    open.files.map(({ path, from, with: others }) => [path, from, others]),
    [
      ['x', 'y', ['y']],
      ['y', 'x', ['x']],
    ],
  );
  assert.throws(() => changes.run(open, { paths: ['x'] }), { status: 400, code: 'bad_body' });
  assert.deepEqual(tree(), after);
});

test('a file that needs the place of another is refused without it, and nothing is written', async (t) => {
  const { after, tree, undo } = await play(
    t,
    'echo file > swap',
    'rm swap && mkdir swap && echo x > swap/in',
  );
  await assert.rejects(undo(TURN, ['swap']), { status: 400, message: /"swap" contains other files/ });
  assert.deepEqual(tree(), after);
});

test('a folder in which the user has put a file stays, and so does what it replaced', async (t) => {
  const { tree, undo, plan, place } = await play(
    t,
    'echo file > swap',
    'rm swap && mkdir swap && echo x > swap/in',
  );
  writeFileSync(place('swap/mine'), 'mine\n');
  assert.deepEqual(
    (await plan(TURN)).files.map(({ path, action, why }) => [path, action, why]),
    [
      ['swap', 'conflict', '"swap" contains other files.'],
      ['swap/in', 'delete', undefined],
    ],
  );
  await undo(TURN);
  assert.deepEqual(tree(), { swap: 'folder 755', 'swap/mine': 'file 644 mine\n' });
});

test('a folder that only the agent made is a row of its own, and stays while it is not empty', async (t) => {
  const { before, tree, plan, undo, place } = await play(t, 'echo 1 > a', 'mkdir -p made/deep');
  assert.deepEqual(
    (await plan(TURN)).files.map(({ path, action, isFolder }) => [path, action, isFolder]),
    [['made', 'delete', true]],
  );
  writeFileSync(place('made/mine'), 'mine\n');
  assert.equal((await plan(TURN)).files[0]?.action, 'conflict');
  unlinkSync(place('made/mine'));
  await undo(TURN);
  assert.deepEqual(tree(), before);
});

test('a moved file stays the same file', async (t) => {
  const { undo, place } = await play(t, 'echo 1 > a; ln a other', 'mv a b');
  await undo(TURN);
  appendFileSync(place('other'), '2\n');
  assert.equal(readFileSync(place('a'), 'utf8'), '1\n2\n');
});

test('on a disk that ignores case, what the user has named in another spelling is not replaced', async (t) => {
  const { plan, undo, tree, place, ignoresCase } = await play(
    t,
    'mkdir d; echo 1 > d/a; echo 2 > f',
    'mv d t; mv f d; mv t f',
  );
  renameSync(place('d'), place('D'));
  ignoresCase();
  const { files } = await plan(TURN);
  assert.deepEqual(
    files.map(({ path, action, why }) => [path, action, why]),
    [
      ['d', 'conflict', 'It was deleted since.'],
      ['d/a', 'conflict', '"D" has the same name on this disk.'],
      ['f', 'conflict', '"f" contains other files.'],
    ],
  );
  const after = tree();
  await undo(TURN);
  assert.deepEqual(tree(), after);
});

test('a plan says that a file has another name, whose content changes with it', async (t) => {
  const { plan, undo, tree, place } = await play(
    t,
    'echo 1 > a; echo 1 > b',
    'echo 2 > a; mv b c; chmod 600 c',
  );
  for (const name of ['a', 'c']) linkSync(place(name), place(`${name}-link`));
  const why = 'It has another name, which stays the same file: it changes, too.';
  assert.deepEqual(
    (await plan(TURN)).files.map(({ path, action, why }) => [path, action, why]),
    [
      ['a', 'restore', why],
      ['b', 'restore', why],
    ],
  );
  await undo(TURN);
  const file = 'file 644 1\n';
  assert.deepEqual(tree(), { a: file, 'a-link': file, b: file, 'c-link': file });
});

test('a plan says nothing of names whose content stays, or that it names itself', async (t) => {
  const { plan, place } = await play(
    t,
    'echo 1 > a; echo 4 > m',
    'echo 2 > a; ln a b; mv m n; echo 3 > made',
  );
  for (const name of ['n', 'made']) linkSync(place(name), place(`${name}-link`));
  assert.deepEqual(
    (await plan(TURN)).files.map(({ path, action, why }) => [path, action, why]),
    [
      ['a', 'restore', undefined],
      ['b', 'delete', undefined],
      ['m', 'restore', undefined],
      ['made', 'delete', undefined],
    ],
  );
});

test('a file that was moved here from where nothing is recorded is not deleted, as it may be the only copy', async (t) => {
  const { after, tree, plan, undo, place, command, sh } = await play(t, 'echo 1 > ../outside');
  const { birthtimeMs } = statSync(place('../outside'));
  if (birthtimeMs === 0) return t.skip('the file system does not know when a file was made');
  assert.deepEqual(after, {});
  // Older than the clock of the file system is inaccurate.
  while (Date.now() < birthtimeMs + 50) await wait(10);
  await command(async () => sh('mv ../outside inside; echo 1 > made'));
  assert.deepEqual(
    (await plan(TURN)).files.map(({ path, action, why }) => [path, action, why]),
    [
      ['inside', 'unknown', 'It was moved here from a place where nothing is recorded.'],
      ['made', 'delete', undefined],
    ],
  );
  await undo(TURN);
  assert.deepEqual(tree(), { inside: 'file 644 1\n' });
});

test('a folder that was moved with its repository is left alone, because the repository would stay behind', async (t) => {
  const { after, tree, plan, undo } = await play(
    t,
    'mkdir -p all/repo/.git all/repo/d; echo ref > all/repo/.git/HEAD; echo 1 > all/repo/d/a; echo 2 > all/b',
    'mv all other; mv other/repo/d/a other/repo/d/c; echo 3 > other/repo/made',
  );
  const why = 'It was moved with its git repository. Move it back as a whole.';
  assert.deepEqual(
    (await plan(TURN)).files.map(({ path, from, action, why: reason }) => [path, from, action, reason]),
    [
      ['all/b', 'other/b', 'restore', undefined],
      ['all/repo/d/a', 'other/repo/d/c', 'conflict', why],
      ['other/repo', undefined, 'unknown', why],
      ['other/repo/made', undefined, 'delete', undefined],
    ],
  );
  await undo(TURN);
  const { 'other/repo/made': made, 'other/b': moved, ...rest } = after;
  assert.ok(made && moved);
  assert.deepEqual(tree(), { ...rest, all: 'folder 755', 'all/b': moved });
});

test('a file that was moved into a repository, or out of one that stays, is moved back', async (t) => {
  const { before, tree, undo } = await play(
    t,
    'mkdir -p repo/.git; echo 1 > repo/a; echo 2 > b',
    'mv repo/a a; mv b repo/b',
  );
  await undo(TURN);
  assert.deepEqual(tree(), before);
});

test('a FIFO that was removed, or has replaced a file, is said not to be undone', async (t) => {
  const { plan } = await play(
    t,
    'mkfifo gone; echo 1 > file; echo 2 > other',
    'rm gone file; mkfifo file; echo 3 > other',
  );
  assert.deepEqual(
    (await plan(TURN)).files.map(({ path, action, why }) => [path, action, why]),
    [
      ['file', 'conflict', 'It is not a regular file.'],
      ['gone', 'unknown', 'It was not a regular file.'],
      ['other', 'restore', undefined],
    ],
  );
});

test('a file with lines of the user that was moved and changed at once is not deleted', async (t) => {
  const { plan, undo, place, command, sh } = await play(t, 'seq 1 9 > a', 'mv a b');
  sh('sed -i s/5/mine/ b');
  await command(async () => sh('mv b c; sed -i s/9/nine/ c; echo unlike > other'), LATER);
  assert.deepEqual(
    (await plan(SESSION)).files.map(({ path, action, why }) => [path, action, why]),
    [
      ['a', 'restore', undefined],
      ['b', 'conflict', 'It was created by the agent and changed since, so it is not deleted.'],
      ['c', 'conflict', 'It was moved together with a file that cannot be undone.'],
      ['other', 'delete', undefined],
    ],
  );
  await undo(SESSION);
  assert.match(readFileSync(place('c'), 'utf8'), /mine/);
});

/** What the agent and the user do in turn. A line of the user ends up in another file than where it was written. */
const TAKEN_ALONG: [name: string, setUp: string, ...acts: ['agent' | 'user', script: string][]][] = [
  [
    'the file was moved and changed after another had left its path',
    'echo 1 > a',
    ['agent', 'mv a b; ln -s b a'],
    ['user', 'rm a; echo mine > a'],
    ['agent', 'mv a c; echo more >> c'],
  ],
  [
    'the file was moved over another one and changed',
    'echo 1 > a; echo 2 > c',
    ['agent', 'mv a b'],
    ['user', 'echo mine > a'],
    ['agent', 'mv a c; echo more >> c'],
  ],
  [
    'the file was swapped with one that was replaced and removed',
    'echo mine > a; echo 2 > b',
    ['agent', 'mv a t; mv b a; mv t b'],
    ['user', 'echo other > a'],
    ['agent', 'rm a'],
  ],
  [
    'the file was moved and changed twice, and there is a new one at its path',
    'echo 1 > a',
    ['user', 'echo mine >> a'],
    ['agent', 'mv a b; echo more >> b'],
    ['agent', 'mv b c; echo more >> c'],
    ['user', 'echo new > a'],
  ],
  [
    'only the line was moved to another file, and the first one was changed since',
    'seq 1 9 > a; seq 11 19 > b',
    ['user', 'sed -i s/5/mine/ a'],
    ['agent', 'sed -i "s/4/four/; /mine/d" a; echo mine >> b'],
    ['user', 'sed -i s/four/vier/ a'],
  ],
];

for (const [name, setUp, ...acts] of TAKEN_ALONG)
  test(`a line of the user is kept when everything is undone: ${name}`, async (t) => {
    const { tree, plan, undo, command, sh } = await play(t, setUp);
    for (const [who, script] of acts) await (who === 'user' ? sh(script) : command(async () => sh(script)));
    const reasons = (await plan(SESSION)).files.map(({ why }) => why);
    assert.ok(reasons.includes('It was moved together with a file that cannot be undone.'), reasons.join());
    await undo(SESSION);
    assert.match(Object.values(tree()).join(''), /mine/);
  });

test('a line of the user is kept although a file on its way was undone before', async (t) => {
  const { tree, undo, command, sh } = await play(
    t,
    'echo mine > a; echo 2 > b; echo 3 > c',
    'mv a t; mv b a; mv t b',
  );
  sh('echo more >> a');
  await command(async () => sh('mv b c; echo agent >> c'));
  for (let times = 0; times < 3; times += 1) {
    await undo(SESSION);
    assert.match(Object.values(tree()).join(''), /mine/);
  }
  assert.equal(tree().b, 'file 644 2\n');
});

test('a file that was moved and changed is not deleted if nobody can say any more what it was', async (t) => {
  const { plan, changes } = await play(t, 'seq 1 9 > a; echo 1 > b', 'mv a c; echo more >> c; echo 2 > b');
  rmSync(changes.store.folder, { recursive: true });
  assert.deepEqual(
    (await plan(SESSION)).files.map(({ path, action, why }) => [path, action, why]),
    [
      ['a', 'unknown', 'The content from before is no longer stored.'],
      ['b', 'unknown', 'The content from before is no longer stored.'],
      ['c', 'conflict', 'It was moved together with a file that cannot be undone.'],
    ],
  );
});

test('a file is undone although its lines came from one that is not, where that one has them again', async (t) => {
  const { plan, command, sh } = await play(t, 'seq 11 19 > a');
  await command(async () => sh('sed -i /15/d a; echo 15 > d'));
  sh('sed -i "s/14/14\\n15\\nmine/" a');
  assert.deepEqual(
    (await plan(SESSION)).files.map(({ path, action }) => [path, action]),
    [
      ['a', 'conflict'],
      ['d', 'delete'],
    ],
  );
  sh('sed -i /15/d a');
  assert.deepEqual(
    (await plan(SESSION)).files.map(({ path, action }) => [path, action]),
    [
      ['a', 'conflict'],
      ['d', 'conflict'],
    ],
  );
});

test('a file with none of the lines of one that cannot be undone is undone', async (t) => {
  const { plan, command, sh } = await play(t, 'seq 1 9 > a; seq 11 19 > b; echo 1 > c');
  await command(async () =>
    sh('sed -i s/5/five/ a; sed -i s/15/fifteen/ b; rm c; echo five > d; echo 1 >> b'),
  );
  sh('sed -i s/five/cinq/ a; echo 1 > c');
  assert.deepEqual(
    (await plan(SESSION)).files.map(({ path, action }) => [path, action]),
    [
      ['a', 'conflict'],
      ['b', 'restore'],
      ['c', 'nothing'],
      ['d', 'delete'],
    ],
  );
});

test('a change of a file is undone under all of its names, also those that the command did not use', async (t) => {
  const { before, tree, plan, undo } = await play(
    t,
    'echo 1 > a; ln a b; echo 2 > x; ln x y; mkdir d; ln x d/z; echo 3 > r; ln r s',
    'echo 4 >> a; mv x w; echo 5 >> w; rm r; ln a new',
  );
  assert.deepEqual(
    (await plan(TURN)).files.map(({ path, action, why }) => [path, action, why]),
    [
      ['a', 'restore', undefined],
      ['b', 'restore', undefined],
      ['d/z', 'restore', undefined],
      ['new', 'delete', undefined],
      ['r', 'restore', undefined],
      ['w', 'delete', undefined],
      ['x', 'restore', undefined],
      ['y', 'restore', undefined],
    ],
  );
  await undo(TURN);
  assert.deepEqual(tree(), before);
});

test('on a disk that ignores case, of two spellings of a name only one is made', async (t) => {
  const { plan, undo, tree, place, command, sh, ignoresCase } = await play(
    t,
    'echo 1 > a; echo 2 > other',
    'mv a b',
  );
  sh('echo mine > A');
  await command(async () => sh('rm A'), LATER);
  ignoresCase();
  assert.deepEqual(
    (await plan(SESSION)).files.map(({ path, action, why }) => [path, action, why]),
    [
      ['A', 'restore', undefined],
      ['a', 'conflict', '"A" has the same name on this disk.'],
    ],
  );
  await undo(SESSION);
  assert.deepEqual(Object.keys(tree()), ['A', 'b', 'other']);
  assert.equal(readFileSync(place('b'), 'utf8'), '1\n');
});
