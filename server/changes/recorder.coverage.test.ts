// Tests what is recorded of files that git ignores, and of names that are not UTF-8, and what is said about the rest.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { file } from './fixtures/records.ts';
import { recorderBench, write } from './fixtures/recorder-bench.ts';

/** A repository with these files, whose commands are recorded. */
async function repository(t: TestContext, files: Record<string, string | Buffer>) {
  const bench = await recorderBench(t);
  const { recorder, place, begin, records } = bench;
  await mkdir(place('.git/info'), { recursive: true });
  const put = async (name: string, text: string | Buffer): Promise<void> => {
    await mkdir(path.dirname(place(name)), { recursive: true });
    await writeFile(place(name), text, { mode: 0o644 });
  };
  for (const [name, text] of Object.entries(files)) await put(name, text);
  await recorder.warm();
  let calls = 0;
  /** Returns what a command that does this is recorded with: the paths with their old content, and what is missing. */
  const command = async (work: () => Promise<unknown>) => {
    const call = `c${++calls}`;
    await begin(call);
    const [started] = (await records('call')).slice(-1);
    await work();
    await recorder.end(call);
    const [result] = (await records('result')).slice(-1);
    const gap = [started?.gap, result?.gap].filter(Boolean).join(' ');
    return { files: result!.files, paths: result!.files.map((found) => found.path).toSorted(), gap };
  };
  return { ...bench, put, command };
}

const SECRET = 'SECRET=mine\n';

test('K2: a small file that git ignores is recorded when a command changes, creates or deletes it', async (t) => {
  const { place, put, command } = await repository(t, {
    '.gitignore': '.env*\nsecrets/\n*.sqlite\n',
    '.env': SECRET,
    'secrets/deep/key.pem': 'KEY',
  });
  const absent = { kind: 'absent' };
  const first = await command(async () => {
    await write(place('.env'), 'SECRET=agent\n');
    await rm(place('secrets/deep/key.pem'));
    await put('secrets/.env.local', 'NEW');
  });
  assert.deepEqual(
    first.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    [
      { path: '.env', before: file(SECRET), after: file('SECRET=agent\n'), isFound: true },
      { path: 'secrets/.env.local', before: absent, after: file('NEW'), isFound: true },
      { path: 'secrets/deep/key.pem', before: file('KEY'), after: absent, isFound: true },
    ],
  );
  assert.equal(first.gap, '');
  const second = await command(() => rm(place('.env')));
  assert.deepEqual(second.files, [
    { path: '.env', before: file('SECRET=agent\n'), after: absent, isFound: true },
  ]);
});

test('K2: ignored folders of dependencies and builds are not recorded, and each command that touched one says so', async (t) => {
  const { place, put, command } = await repository(t, {
    '.gitignore': 'node_modules\nbuild/\nother/\n',
    'build/out.txt': 'out',
    'sub/node_modules/a/b/index.js': '1',
    'other/node_modules/x.js': '1',
    seen: '1',
  });
  const said = (names: string): string => `Not recorded (ignored by git): ${names}.`;
  assert.deepEqual(await command(() => write(place('seen'), '2')).then(({ paths, gap }) => [paths, gap]), [
    ['seen'],
    '',
  ]);
  const deep = await command(() => write(place('sub/node_modules/a/b/index.js'), '2'));
  assert.deepEqual([deep.paths, deep.gap], [[], said('sub/node_modules/')]);
  const nested = await command(() => appendFile(place('other/node_modules/x.js'), '2'));
  assert.deepEqual([nested.paths, nested.gap], [[], said('other/node_modules/')]);
  const gone = await command(() => rm(place('build'), { recursive: true }));
  assert.deepEqual([gone.paths, gone.gap], [[], said('build/')]);
  const made = await command(() => put('build/deep/out.txt', '1'));
  assert.deepEqual([made.paths, made.gap], [[], said('build/')]);
  const inNew = await command(() => put('build/deep/out.txt', '2'));
  assert.deepEqual([inNew.paths, inNew.gap], [[], said('build/')]);
  const moved = await command(() => rename(place('sub/node_modules/a'), place('sub/node_modules/c')));
  assert.equal(moved.gap, said('sub/node_modules/'));
  const inMoved = await command(() => put('sub/node_modules/c/b/index.js', '3'));
  assert.equal(inMoved.gap, said('sub/node_modules/'));
  const none = await command(() => write(place('seen'), '3'));
  assert.equal(none.gap, '');
});

test('K2: such a folder is named also if a folder around it was moved or removed', async (t) => {
  const { place, command } = await repository(t, {
    '.gitignore': 'node_modules\n',
    'sub/deep/node_modules/a': '1',
    'other/node_modules/a': '1',
  });
  const moved = await command(() => rename(place('sub'), place('new')));
  assert.equal(moved.gap, 'Not recorded (ignored by git): new/deep/node_modules/, sub/deep/node_modules/.');
  const gone = await command(() => rm(place('other'), { recursive: true }));
  assert.equal(gone.gap, 'Not recorded (ignored by git): other/node_modules/.');
});

test('K2: what somebody else touches in such a folder between two commands is not said of the second', async (t) => {
  const { put, command } = await repository(t, { '.gitignore': 'dist/\n', 'dist/a': '1' });
  await put('dist/a', '2');
  const { gap } = await command(async () => undefined);
  assert.equal(gap, '');
});

test('K2: a large ignored file, and a folder of very many, are named and not recorded', async (t) => {
  const large = 'x'.repeat(256 * 1024 + 1);
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`data/${n % 7}/${n}`, '1']));
  const { place, put, command } = await repository(t, {
    '.gitignore': '*.log\ndata/\n',
    'dev.log': large,
    'small.log': 'small',
    ...many,
  });
  const appended = await command(() => appendFile(place('dev.log'), 'more'));
  assert.deepEqual([appended.paths, appended.gap], [[], 'Not recorded (ignored by git): dev.log.']);
  const inMany = await command(() => put('data/3/3', '2'));
  assert.deepEqual([inMany.paths, inMany.gap], [[], 'Not recorded (ignored by git): data/.']);
  const grown = await command(() => write(place('small.log'), large));
  assert.deepEqual(grown.files, [
    {
      path: 'small.log',
      before: file('small'),
      after: { kind: 'unknown', why: 'git ignores it, and it is too large to be recorded.' },
      isFound: true,
    },
  ]);
});

test('K2: of many names that are not recorded, five are said, and how many more', async (t) => {
  const { put, command } = await repository(t, {
    '.gitignore': 'dist/\n',
    ...Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`p${n}/dist/a`, '1'])),
  });
  const { gap } = await command(async () => {
    for (let n = 0; n < 8; n++) await put(`p${n}/dist/a`, '2');
  });
  assert.equal(gap, 'Not recorded (ignored by git): p0/dist/, p1/dist/, p2/dist/, p3/dist/, p4/dist/ (+3).');
});

for (const [where, change] of [
  ['.gitignore', 'removed'],
  ['.gitignore', 'rewritten'],
  ['sub/.gitignore', 'removed'],
  ['.git/info/exclude', 'removed'],
] as const)
  test(`K2: after ${where} was ${change}, what it ignored is recorded, and what was there is known`, async (t) => {
    const folder = where === 'sub/.gitignore' ? 'sub/build' : 'build';
    const { place, put, command } = await repository(t, {
      [where]: 'build/\n',
      [`${folder}/old`]: '1',
      'sub/a': '',
    });
    const changed = await command(() =>
      change === 'removed' ? rm(place(where)) : write(place(where), '*.log\n'),
    );
    assert.deepEqual([changed.paths, changed.gap], [where.startsWith('.git/') ? [] : [where], '']);
    const { files, gap } = await command(async () => {
      await put(`${folder}/out.txt`, '1');
      await put(`${folder}/old`, '2');
    });
    assert.deepEqual(files.map((found) => [found.path, found.before]).toSorted(), [
      [`${folder}/old`, file('1')],
      [`${folder}/out.txt`, { kind: 'absent' }],
    ]);
    assert.equal(gap, '');
  });

test('K2: after a .gitignore appeared, its folders are named and no longer recorded, without a change of their files', async (t) => {
  const { place, put, command } = await repository(t, { 'build/old': '1', a: '1' });
  const made = await command(() => put('.gitignore', 'build/\n'));
  assert.deepEqual([made.paths, made.gap], [['.gitignore'], '']);
  const { paths, gap } = await command(() => write(place('build/old'), '2'));
  assert.deepEqual([paths, gap], [[], 'Not recorded (ignored by git): build/.']);
});

test('K2: a file that is written in the same command that ignores its folder is named', async (t) => {
  const { place, put, command } = await repository(t, { 'build/old': '1', a: '1' });
  const { paths, gap } = await command(async () => {
    await write(place('build/old'), '2');
    await put('.gitignore', 'build/\n');
  });
  assert.deepEqual([paths, gap], [['.gitignore'], 'Not recorded (ignored by git): build/.']);
});

test(
  'K2: the rules in git’s setting core.excludesFile count, and are read again when they or the setting change',
  { skip: WITHOUT_GIT },
  async (t) => {
    const { root, place, put, command } = await repository(t, { 'dist/a': '1', 'out/a': '1' });
    const git = (...args: string[]): unknown =>
      execFileSync('git', args, { cwd: place(''), stdio: 'ignore' });
    git('init', '--quiet');
    const mine = path.join(root, 'mine');
    await writeFile(mine, 'dist/\n');
    git('config', 'core.excludesFile', mine);
    await command(async () => undefined);
    const dist = await command(() => put('dist/a', '2'));
    assert.deepEqual([dist.paths, dist.gap], [[], 'Not recorded (ignored by git): dist/.']);
    await writeFile(mine, 'out/\n');
    const both = await command(async () => {
      await put('dist/a', '3');
      await put('out/a', '3');
    });
    assert.deepEqual([both.paths, both.gap], [['dist/a'], 'Not recorded (ignored by git): out/.']);
  },
);

const named = (place: string, ...names: string[]): Buffer =>
  Buffer.concat([Buffer.from(`${place}/`), Buffer.from(names.join('/'), 'latin1')]);

test('K2: a file whose name is not UTF-8 is named when a command touches it, or what is in such a folder', async (t) => {
  const { place, command } = await repository(t, { a: '1' });
  await writeFile(named(place(''), 'caf\xe9.txt'), 'a');
  await mkdir(named(place(''), 'd\xe9'));
  await writeFile(named(place(''), 'd\xe9', 'ok.txt'), 'in');
  assert.equal((await command(async () => undefined)).gap, '');
  const said = (names: string): string => `Not recorded (names that are not UTF-8): ${names}.`;
  const one = await command(() => appendFile(named(place(''), 'caf\xe9.txt'), 'more'));
  assert.deepEqual([one.paths, one.gap], [[], said('caf\\xe9.txt')]);
  const inside = await command(() => appendFile(named(place(''), 'd\xe9', 'ok.txt'), 'more'));
  assert.equal(inside.gap, said('d\\xe9/'));
  const made = await command(async () => {
    await mkdir(place('sub'));
    await writeFile(named(place('sub'), 'n\xff'), '1');
  });
  assert.equal(made.gap, said('sub/n\\xff'));
  const gone = await command(() => rm(named(place(''), 'caf\xe9.txt')));
  assert.equal(gone.gap, said('caf\\xe9.txt'));
  assert.equal((await command(async () => undefined)).gap, '');
});

test('K2: a file whose name is not UTF-8 is named also if its folder was moved or removed', async (t) => {
  const { place, command } = await repository(t, { 'sub/a': '1' });
  await writeFile(named(place('sub'), 'n\xff'), '1');
  await command(async () => undefined);
  const moved = await command(() => rename(place('sub'), place('new')));
  assert.equal(moved.gap, 'Not recorded (names that are not UTF-8): new/n\\xff, sub/n\\xff.');
  const gone = await command(() => rm(place('new'), { recursive: true }));
  assert.equal(gone.gap, 'Not recorded (names that are not UTF-8): new/n\\xff.');
});

test('K2: names that are not UTF-8 and were there when the workspace was read are noticed as well', async (t) => {
  const bench = await recorderBench(t);
  const { recorder, place, begin, records } = bench;
  await mkdir(named(place(''), 'd\xe9'));
  await writeFile(named(place(''), 'd\xe9', 'ok.txt'), 'in');
  await recorder.warm();
  await begin('c');
  await appendFile(named(place(''), 'd\xe9', 'ok.txt'), 'more');
  await recorder.end('c');
  assert.equal((await records('result'))[0]?.gap, 'Not recorded (names that are not UTF-8): d\\xe9/.');
});

test('K2: a link to a name that is not UTF-8 is not restored as a link to another name', async (t) => {
  const { place, command } = await repository(t, { a: '1' });
  await symlink(Buffer.from('caf\xe9.txt', 'latin1'), place('link'));
  await command(async () => undefined);
  const { files } = await command(() => rm(place('link')));
  const why = 'It was a link to a name that is not UTF-8.';
  assert.deepEqual(
    files.map(({ before }) => before),
    [{ kind: 'unknown', why }],
  );
  const made = await command(() => symlink(Buffer.from('caf\xe9.txt', 'latin1'), place('link')));
  assert.deepEqual(
    made.files.map(({ after }) => after),
    [{ kind: 'unknown', why: 'It is a link to a name that is not UTF-8.' }],
  );
});
