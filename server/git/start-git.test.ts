import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../lib/root.ts';
import { isHarmless } from './fixtures/harmless-settings.ts';
import { makeRepository, WITHOUT_GIT, type Repository } from './fixtures/repository.ts';
import { readGitState } from './git-state.ts';
import { readGit } from './git.ts';
import { changesSinceHead } from './head-changes.ts';
import { mergeTree } from './merge-worktree.ts';
import { PROGRAM_SETTINGS, PROGRAM_VARIABLES } from './program-settings.ts';
import { READING_COMMANDS } from './reading-commands.ts';
import { nameIn } from './start-git.ts';
import { contentInHead } from './stored-content.ts';

const withGit = { skip: WITHOUT_GIT };

/** A command that leaves a file beside the repository. */
const traced = ({ around }: Repository): string => `touch '${around}/ran'; cat`;
const hasRun = async ({ around }: Repository): Promise<boolean> => (await readdir(around)).includes('ran');

/** git has to compare the contents of both files, one of which has changed. */
async function change({ top, write }: Repository): Promise<void> {
  await write('a.txt', 'one\ntwo\nthr33\n');
  await utimes(path.join(top, '.gitignore'), 1, 1);
}

/** In small letters and with `*` for each name. */
const formOf = (key: string): string => key.replaceAll(/<[^>]*>/g, '*').toLowerCase();
const inTable = new Set(PROGRAM_SETTINGS.map(({ key }) => formOf(key)));
const unknown = (keys: readonly string[]): string[] =>
  keys.filter((key) => !inTable.has(formOf(key)) && !isHarmless(formOf(key)));

test(
  'every setting of the installed git names a program, as the table says, or is known not to',
  withGit,
  () => {
    const keys = execFileSync('git', ['help', '--config'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => /^\w[^\s']*\./.test(line));
    assert.ok(keys.length > 700 && keys.includes('core.hooksPath'), `${keys.length} settings`);
    assert.deepEqual(unknown(keys), []);
    assert.deepEqual(unknown(['core.newProgram', 'diff.<driver>.newProgram']), [
      'core.newProgram',
      'diff.<driver>.newProgram',
    ]);
    assert.deepEqual([...inTable].filter(isHarmless), [], 'these are in both lists');
  },
);

test('what the table says about a setting is what a git that reads gets', withGit, async (t) => {
  const { top } = await makeRepository(t);
  const settings = new Map(
    (await readGit(top, ['config', '--show-scope', '--list', '--null']))
      .split('\0')
      .flatMap((field, at, all) =>
        field === 'command' ? [(all[at + 1] ?? '').split('\n') as [string, string]] : [],
      ),
  );
  for (const { key, stops } of PROGRAM_SETTINGS) {
    assert.ok(stops.length > 0, key);
    for (const stop of stops) {
      if ('only' in stop)
        for (const program of stop.only) assert.ok(!Object.hasOwn(READING_COMMANDS, program), program);
      else if ('variable' in stop) assert.ok(PROGRAM_VARIABLES[stop.variable] !== undefined, stop.variable);
      else if ('option' in stop) {
        const diff = READING_COMMANDS.diff?.options ?? [];
        assert.ok(diff.includes(stop.option), stop.option);
      } else if (!key.includes('*')) assert.equal(settings.get(key.toLowerCase()), stop.value, key);
    }
  }
});

test('a command that could write, or an option that could start a program, is not run as one that reads', async () => {
  for (const args of [
    ['fetch'],
    ['worktree', 'add', 'x'],
    ['cat-file', '--textconv', 'HEAD:a'],
    ['diff', '--ext-diff'],
    ['status', '--ignore-submodules=none'],
    ['log', '--show-signature'],
    ['-c', 'core.hooksPath=x', 'commit'],
  ])
    await assert.rejects(
      readGit('/', args),
      /not a command that only reads|could make git .* start a program/,
    );
});

test('only start-git.ts and git-process.ts start git', async () => {
  const folder = path.join(ROOT, 'server');
  const starts =
    /\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|run|launch)\w*\(\s*(?:\{[^}]*)?\[?\s*['"`]git\b/;
  const found: string[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.includes('fixtures')) continue;
    if (starts.test(await readFile(path.join(folder, name), 'utf8'))) found.push(name);
  }
  // The sample project of the demo is made by the panel itself.
  assert.deepEqual(found.sort(), ['demo/sample.ts', 'git/git-process.ts', 'git/start-git.ts']);
});

for (const [kind, name] of [
  ['a `=`', 'x=y'],
  ['a dot', 'x.clean.y'],
  ['capital letters', 'X'],
  ['nothing', ''],
  ['a quote', "x'y"],
] as const)
  test(`S-59: a filter is off whose name contains ${kind}`, withGit, async (t) => {
    const repository = await makeRepository(t);
    const { top, write } = repository;
    await write('.gitattributes', `* filter=${name}\n`);
    const filter = `[filter ${JSON.stringify(name)}]\n\tclean = "${traced(repository)}"\n\trequired\n`;
    await appendFile(path.join(top, '.git', 'config'), filter);
    await change(repository);
    const state = await readGitState(top);
    assert.ok(state && 'files' in state, JSON.stringify(state));
    assert.deepEqual(Object.keys(state.files).sort(), ['.gitattributes', 'a.txt']);
    const { files } = await changesSinceHead(top);
    assert.deepEqual(
      files.map((file) => file.path),
      ['.gitattributes', 'a.txt'],
    );
    assert.equal(await hasRun(repository), false);
  });

test('S-59: a filter whose name cannot be passed on is named, and nothing is read', withGit, async (t) => {
  const repository = await makeRepository(t);
  const { top, write } = repository;
  const name = Buffer.from([0x78, 0xff]);
  await writeFile(
    path.join(top, '.gitattributes'),
    Buffer.concat([Buffer.from('* filter='), name, Buffer.from('\n')]),
  );
  const rest = Buffer.from(`"]\n\tclean = "${traced(repository)}"\n`);
  await appendFile(path.join(top, '.git', 'config'), Buffer.concat([Buffer.from('[filter "'), name, rest]));
  await change({ ...repository, write });
  const state = await readGitState(top);
  assert.match(state && 'problem' in state ? state.problem : '', /cannot be switched off: .*x\uFFFD/);
  await assert.rejects(changesSinceHead(top), /cannot be switched off/);
  assert.equal(await hasRun(repository), false);
});

test('S-59: the filters of the repository that a variable names are off', withGit, async (t) => {
  const repository = await makeRepository(t);
  const { top, around, git } = repository;
  git('config', 'filter.x.smudge', traced(repository));
  await repository.write('.git/info/attributes', '* filter=x\n');
  const env = { GIT_DIR: path.join(top, '.git'), GIT_WORK_TREE: top };
  assert.equal(await readGit(around, ['cat-file', '--filters', 'HEAD:a.txt'], env), 'one\ntwo\nthree\n');
  assert.equal(await hasRun(repository), false);
});

test(
  'S-59: a filter in config.worktree is off, in that worktree and in the first one',
  withGit,
  async (t) => {
    const repository = await makeRepository(t);
    const { top, git, gitIn, write } = repository;
    git('config', 'extensions.worktreeConfig', 'true');
    await write('.gitattributes', '* filter=x\n');
    git('add', '-A');
    git('commit', '-qm', 'second');
    const worktree = repository.addWorktree('work');
    for (const folder of [worktree, top]) {
      gitIn(folder, 'config', '--worktree', 'filter.x.clean', traced(repository));
      gitIn(folder, 'config', '--worktree', 'filter.x.required', 'true');
      await write(path.join(folder, 'a.txt'), 'changed\n');
      const state = await readGitState(folder);
      assert.deepEqual(state && 'files' in state ? state.files : state, { 'a.txt': 'modified' });
      const { files } = await changesSinceHead(folder);
      assert.deepEqual(
        files.map((file) => file.path),
        ['a.txt'],
      );
      assert.equal(await hasRun(repository), false);
    }
  },
);

test('S-59: a folder that names very many programs is not read, and holds up nothing', withGit, async (t) => {
  const repository = await makeRepository(t);
  const filters = Array.from({ length: 30_000 }, (_, i) => `[filter "n${i}"]\n\tclean = x\n`);
  await appendFile(path.join(repository.top, '.git', 'config'), filters.join(''));
  assert.equal(String(await contentInHead(repository.top, 'a.txt')), 'one\ntwo\nthree\n');
  const state = await readGitState(repository.top);
  assert.match(state && 'problem' in state ? state.problem : '', /name too many programs/);
});

test('a git in the folder is not run because PATH has a relative folder', withGit, async (t) => {
  const repository = await makeRepository(t);
  const { top, around } = repository;
  const program = path.join(top, 'git');
  await writeFile(program, `#!/bin/sh\ntouch '${around}/ran'\n`);
  await chmod(program, 0o755);
  const before = process.env.PATH;
  t.after(() => void (process.env.PATH = before));
  process.env.PATH = `.:${before}`;
  assert.ok(await readGitState(top));
  assert.equal(await hasRun(repository), false);
});

test(
  'in a folder that the user trusts, the filters of the repository decide what has changed',
  withGit,
  async (t) => {
    const repository = await makeRepository(t);
    const { top, around, git, write } = repository;
    const agentDir = path.join(around, 'agent');
    await mkdir(agentDir);
    const before = process.env.PI_CODING_AGENT_DIR;
    t.after(() => {
      if (before === undefined) delete process.env.PI_CODING_AGENT_DIR;
      else process.env.PI_CODING_AGENT_DIR = before;
    });
    process.env.PI_CODING_AGENT_DIR = agentDir;
    await write('.gitattributes', '*.txt filter=x\n');
    git('config', 'filter.x.clean', 'tr a-z A-Z | tr A-Z a-z');
    git('config', 'core.fsmonitor', `touch '${around}/ran'; false`);
    await write('a.txt', 'ONE\ntwo\nthree\n');
    const marks = async (): Promise<string | undefined> => {
      const state = await readGitState(top);
      return state && 'files' in state ? state.files['a.txt'] : 'no state';
    };
    assert.equal(await marks(), 'modified');
    await writeFile(path.join(agentDir, 'trust.json'), JSON.stringify({ [around]: true }));
    assert.equal(await marks(), undefined);
    await writeFile(path.join(agentDir, 'trust.json'), JSON.stringify({ [around]: true, [top]: false }));
    assert.equal(await marks(), 'modified');
    assert.equal(await hasRun(repository), false);
  },
);

test('without the drivers of the repository, files are merged as text', withGit, async (t) => {
  const { top, git, gitIn, write, addWorktree } = await makeRepository(t);
  git('config', 'merge.x.driver', 'exit 1');
  await write('.gitattributes', '*.txt merge=x\n');
  git('add', '-A');
  git('commit', '-qm', 'attributes');
  const other = addWorktree('other');
  await write('a.txt', 'ONE\ntwo\nthree\n');
  git('commit', '-qam', 'first line');
  await write(path.join(other, 'a.txt'), 'one\ntwo\nTHREE\n');
  gitIn(other, 'commit', '-qam', 'last line');
  const { id, conflicts } = await mergeTree(top, 'main', 'other');
  assert.deepEqual(conflicts, []);
  assert.equal(git('show', `${id}:a.txt`), 'ONE\ntwo\nTHREE\n');
  await write(path.join(other, 'a.txt'), '1\ntwo\nTHREE\n');
  gitIn(other, 'commit', '-qam', 'first line, too');
  assert.deepEqual(
    (await mergeTree(top, 'main', 'other')).conflicts?.map((one) => one.path),
    ['a.txt'],
  );
});

test('the name in a key is what stands between the parts of the pattern', () => {
  assert.equal(nameIn('filter.*.clean', 'filter.A.b.clean'), 'A.b');
  assert.equal(nameIn('filter.*.clean', 'filter..clean'), '');
  assert.equal(nameIn('filter.*.clean', 'filter.clean'), null);
  assert.equal(nameIn('core.editor', 'core.editor'), null);
});
