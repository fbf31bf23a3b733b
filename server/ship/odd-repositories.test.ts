// The last mile in repositories that are not plain: shallow, sparse, unborn, with submodules or git-lfs, in a worktree, with
// names in every script, behind a credential helper, with a large push, and with a hook that takes its time.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { commit } from '../git/commit.ts';
import { WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { allowReaching } from '../git/folder-programs.ts';
import { readGitState } from '../git/git-state.ts';
import { pollGitOutput } from '../git/running-git.ts';
import { changeBranch, listBranches } from './branches.ts';
import { makeRemote, serveHttp } from './fixtures/remote.ts';
import { readHistory } from './history.ts';
import { pickCommit } from './pick.ts';
import { fetchRemotes, planPush, pull, push } from './remotes.ts';
import { stageFiles } from './staging.ts';

const withGit = { skip: WITHOUT_GIT };
const all = { count: 50, skip: 0, by: 'message' } as const;
/** In seconds. `LONG_HOOK=120` for the two minutes of the design. */
const HOOK_SECONDS = Number(process.env.LONG_HOOK ?? 3);

test('a shallow clone has the history that it has, and pulls, pushes and picks', withGit, async (t) => {
  const { around, bare, gitIn, git, pushFromElsewhere } = await makeRemote(t);
  git('commit', '-q', '--allow-empty', '-m', 'second');
  git('push', '-q');
  const shallow = path.join(around, 'shallow');
  gitIn(around, 'clone', '-q', '--depth', '1', `file://${bare}`, shallow);
  gitIn(shallow, 'config', 'user.name', 'Example');
  gitIn(shallow, 'config', 'user.email', 'example@localhost');
  await allowReaching(shallow);
  assert.deepEqual(
    (await readHistory(shallow, all)).map(({ subject }) => subject),
    ['second'],
  );
  pushFromElsewhere('b.txt', 'theirs\n');
  assert.equal((await pull(shallow, {})).state?.behind, 0);
  const [{ id } = { id: '' }] = await readHistory(shallow, all);
  await pickCommit(shallow, { act: 'revert', commit: id });
  await push(shallow, {});
  assert.match(gitIn(bare, 'log', '-1', '--format=%s', 'main'), /^Revert/);
});

test('in a sparse checkout, what is not checked out is not deleted', withGit, async (t) => {
  const { top, git, bare, gitIn, write, pushFromElsewhere } = await makeRemote(t);
  for (const name of ['in/a.txt', 'out/b.txt']) await write(name, 'one\n');
  git('add', '-A');
  git('commit', '-qm', 'folders');
  git('push', '-q');
  git('sparse-checkout', 'set', 'in');
  await allowReaching(top);
  const state = await readGitState(top);
  assert.deepEqual(state && 'files' in state && state.files, {});
  await write('in/a.txt', 'two\n');
  await stageFiles(top, ['in/a.txt']);
  assert.ok((await commit(top, { message: 'in', files: [] })).isDone);
  pushFromElsewhere('theirs.txt', 'x\n');
  await pull(top, { how: 'rebase' });
  await push(top, {});
  assert.match(gitIn(bare, 'ls-tree', '-r', '--name-only', 'main'), /out\/b\.txt/);
});

test(
  'a submodule that moved is staged, committed and pushed as the commit that it is at',
  withGit,
  async (t) => {
    const { top, git, gitIn, around, bare } = await makeRemote(t);
    const inner = path.join(around, 'inner');
    gitIn(around, 'clone', '-q', bare, inner);
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'lib');
    git('commit', '-qm', 'with lib');
    await allowReaching(top);
    await push(top, {});
    const identity = ['-c', 'user.name=Example', '-c', 'user.email=example@localhost'];
    gitIn(path.join(top, 'lib'), ...identity, 'commit', '-q', '--allow-empty', '-m', 'inside');
    const state = await readGitState(top);
    assert.deepEqual(state && 'files' in state && state.unstaged, ['lib']);
    await stageFiles(top, ['lib']);
    assert.ok((await commit(top, { message: 'lib moved', files: [] })).isDone);
    await push(top, {});
    assert.match(
      gitIn(bare, 'ls-tree', 'main', 'lib'),
      new RegExp(`commit ${gitIn(path.join(top, 'lib'), 'rev-parse', 'HEAD').trim()}`),
    );
  },
);

test('in a worktree, its own branch is pushed, and the other one names the folder', withGit, async (t) => {
  const { addWorktree, gitIn, bare } = await makeRemote(t);
  const folder = addWorktree('work');
  gitIn(folder, 'commit', '-q', '--allow-empty', '-m', 'in the worktree');
  await allowReaching(folder);
  await push(folder, { upstream: 'origin' });
  assert.equal(gitIn(bare, 'log', '-1', '--format=%s', 'work'), 'in the worktree\n');
  const main = (await listBranches(folder)).find(({ name }) => name === 'main');
  assert.equal(path.basename(main?.folder ?? ''), 'shop');
  await assert.rejects(changeBranch(folder, { switch: 'main' }), { code: 'git_failed' });
});

test('branches, files and messages have names in every script', withGit, async (t) => {
  const { top, git, bare, gitIn, write } = await makeRemote(t);
  const [branch, file, message] = ['работа/機能-ñ-עברית', 'データ/ملف ü.txt', 'שלום: 你好 👩‍👩‍👧'] as const;
  await changeBranch(top, { create: branch });
  await write(file, 'x\n');
  await stageFiles(top, [file]);
  assert.ok((await commit(top, { message, files: [] })).isDone);
  await push(top, { upstream: 'origin' });
  assert.equal(gitIn(bare, 'log', '-1', '--format=%s', branch), `${message}\n`);
  const plan = await planPush(top);
  assert.deepEqual([plan.branch, plan.ref], [branch, `refs/heads/${branch}`]);
  const [last] = await readHistory(top, { ...all, by: 'file', query: file });
  assert.deepEqual([last?.subject, last?.id], [message, git('rev-parse', 'HEAD').trim()]);
});

test('a detached HEAD commits, picks and fetches, and has no branch to push', withGit, async (t) => {
  const { top, git, write } = await makeRemote(t);
  git('switch', '-qc', 'work');
  await write('b.txt', 'x\n');
  git('add', '-A');
  git('commit', '-qm', 'work');
  git('switch', '-q', '--detach', 'main');
  await pickCommit(top, { act: 'cherry-pick', commit: git('rev-parse', 'work').trim() });
  await fetchRemotes(top);
  assert.deepEqual((await planPush(top)).branch, null);
  assert.equal((await readHistory(top, all))[0]?.subject, 'work');
});

test(
  'in a repository without a commit, the first one is staged, committed and pushed',
  withGit,
  async (t) => {
    const { around, bare, gitIn } = await makeRemote(t, { isPushed: false });
    const unborn = path.join(around, 'unborn');
    gitIn(around, 'init', '-q', '-b', 'main', unborn);
    gitIn(unborn, 'config', 'user.name', 'Example');
    gitIn(unborn, 'config', 'user.email', 'example@localhost');
    gitIn(unborn, 'remote', 'add', 'origin', bare);
    await allowReaching(unborn);
    await writeFile(path.join(unborn, 'a.txt'), 'one\n');
    const state = await readGitState(unborn);
    assert.ok(state && 'files' in state);
    assert.deepEqual([state.branch, state.commit, state.files], ['main', null, { 'a.txt': 'untracked' }]);
    await stageFiles(unborn, ['a.txt']);
    assert.ok((await commit(unborn, { message: 'the first', files: [] })).isDone);
    const pushed = await push(unborn, { upstream: 'origin' });
    assert.deepEqual([pushed.state?.upstream, pushed.state?.ahead], ['origin/main', 0]);
    assert.equal(gitIn(bare, 'log', '--format=%s', 'main'), 'the first\n');
  },
);

test(
  'what git-lfs has unpacked stays a pointer when other files are committed and pushed',
  withGit,
  async (t) => {
    const { top, git, gitIn, bare, write } = await makeRemote(t);
    const content = 'a photo\n'.repeat(50);
    const oid = createHash('sha256').update(content).digest('hex');
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
    await write('.gitattributes', '*.bin filter=lfs -text\n');
    await write('photo.bin', pointer);
    git('add', '-A');
    git('commit', '-qm', 'a pointer');
    await write('photo.bin', content);
    await utimes(path.join(top, 'photo.bin'), 1, 1);
    await allowReaching(top);
    await write('b.txt', 'new\n');
    const state = await readGitState(top);
    assert.deepEqual(state && 'files' in state && state.files, { 'b.txt': 'untracked' });
    await stageFiles(top, ['b.txt']);
    assert.ok((await commit(top, { message: 'b', files: [] })).isDone);
    await push(top, {});
    assert.equal(gitIn(bare, 'show', 'main:photo.bin'), pointer);
    assert.equal(gitIn(bare, 'show', 'main:b.txt'), 'new\n');
    assert.equal(await readFile(path.join(top, 'photo.bin'), 'utf8'), content);
  },
);

test('a credential helper answers in place of the user', withGit, async (t) => {
  const { top, around, bare, git, gitIn } = await makeRemote(t);
  const address = await serveHttp(t, around, 'me:secret');
  git('remote', 'set-url', 'origin', `${address}/origin.git`);
  git('config', 'credential.helper', '!f() { echo username=me; echo password=secret; }; f');
  await allowReaching(top);
  git('commit', '-q', '--allow-empty', '-m', 'second');
  await push(top, {});
  assert.equal(gitIn(bare, 'rev-parse', 'main'), git('rev-parse', 'HEAD'));
});

test('a large push shows its progress, and says only how each line ended', withGit, async (t) => {
  const { top, git, gitIn, bare } = await makeRemote(t);
  await writeFile(path.join(top, 'large.bin'), randomBytes(24 * 1024 * 1024));
  git('add', '-A');
  git('commit', '-qm', 'large');
  await allowReaching(top);
  const { commands } = await push(top, {});
  assert.match(commands[0]!.output, /Writing objects: 100% \(3\/3\), 24\.\d+ MiB/);
  assert.doesNotMatch(commands[0]!.output, /Writing objects: {2}\d\d%/);
  assert.equal(gitIn(bare, 'rev-parse', 'main'), git('rev-parse', 'HEAD'));
});

test(
  'a hook that prints for a long time is shown line by line, and the commit is made',
  withGit,
  async (t) => {
    const { top, git } = await makeRemote(t);
    const hook = path.join(top, '.git/hooks/pre-commit');
    await mkdir(path.dirname(hook), { recursive: true });
    const count = HOOK_SECONDS * 10;
    await writeFile(
      hook,
      `#!/bin/sh\nn=0\nwhile [ $n -lt ${count} ]; do n=$((n+1)); echo "step $n"; sleep 0.1; done\n`,
    );
    await chmod(hook, 0o755);
    await allowReaching(top);
    await writeFile(path.join(top, 'a.txt'), 'hooked\n');
    git('add', '-A');
    const committed = commit(top, { message: 'hooked', files: [] });
    let isOver = false;
    void committed.then(() => (isOver = true));
    const seen = new Set<string>();
    let revision: number | undefined;
    while (!isOver) {
      const shown = await Promise.race([pollGitOutput(top, revision), committed.then(() => null)]);
      if (!shown) break;
      ({ revision } = shown);
      const last = shown.commands[0]?.output.trim().split('\n').at(-1);
      if (last) seen.add(last);
    }
    const result = await committed;
    assert.ok(result.isDone);
    assert.ok(result.commands.at(-1)!.output.includes(`step ${count}\n`));
    assert.ok(seen.size > 5, `it was shown while it ran, not at its end: ${[...seen].join(', ')}`);
    assert.equal(await readFile(path.join(top, 'a.txt'), 'utf8'), 'hooked\n');
  },
);
