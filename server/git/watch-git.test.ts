import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { readGitState } from './git-state.ts';
import { watchGit } from './watch-git.ts';

const skip = spawnSync('git', ['--version']).status === 0 ? false : 'git is not installed';

async function repository(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-git-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Example', '-c', 'user.email=example@localhost', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '-q');
  await mkdir(path.join(folder, 'sub'));
  await writeFile(path.join(folder, 'sub', 'a'), 'one\n');
  git('add', '-A');
  git('commit', '-qm', 'first');
  return { folder, git };
}

/** Watches a folder; `next` resolves with the next report. */
async function watching(t: TestContext, folder: string) {
  let { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const close = await watchGit(folder, () => {
    count += 1;
    resolve();
  });
  assert.ok(close);
  t.after(close);
  const alive = setInterval(() => undefined, 1000);
  t.after(() => clearInterval(alive));
  const next = async (): Promise<void> => {
    await promise;
    ({ promise, resolve } = Promise.withResolvers<void>());
  };
  return { next, count: () => count, close };
}

test('a commit, a staged file and a switch of the branch are reported', { skip }, async (t) => {
  const { folder, git } = await repository(t);
  const { next } = await watching(t, folder);
  git('commit', '-qm', 'empty', '--allow-empty');
  git('checkout', '-qb', 'other');
  await next();
  await writeFile(path.join(folder, 'b'), 'new\n');
  git('add', 'b');
  await next();
});

test(
  'a subfolder has the repository around it, and a worktree its own folder of git',
  { skip },
  async (t) => {
    const { folder, git } = await repository(t);
    const inside = await watching(t, path.join(folder, 'sub'));
    git('worktree', 'add', '-q', path.join(folder, 'tree'));
    const tree = await watching(t, path.join(folder, 'tree'));
    execFileSync('git', ['checkout', '-q', '--detach'], { cwd: path.join(folder, 'tree'), stdio: 'ignore' });
    await tree.next();
    git('checkout', '-q', '--detach');
    await inside.next();
  },
);

test('a folder without a repository has nothing to watch', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-git-'));
  t.after(() => rm(folder, { recursive: true }));
  assert.equal(await watchGit(folder, () => undefined), null);
});

test('reading the state of git, as pages do after a report, is not a change', { skip }, async (t) => {
  const { folder, git } = await repository(t);
  await writeFile(path.join(folder, 'sub', 'a'), 'two\n');
  const { next, count } = await watching(t, folder);
  await readGitState(folder);
  git('checkout', '-q', '--detach');
  await next();
  assert.equal(count(), 1);
});

test(
  'a commit that leaves the index as it is, a push and a branch in a new folder are reported',
  { skip },
  async (t) => {
    const { folder, git } = await repository(t);
    const bare = `${folder}-origin.git`;
    t.after(() => rm(bare, { recursive: true, force: true }));
    git('clone', '-q', '--bare', folder, bare);
    git('remote', 'add', 'origin', bare);
    const { next } = await watching(t, folder);
    git('commit', '-qm', 'empty', '--allow-empty');
    await next();
    git('push', '-q', 'origin', 'HEAD:refs/heads/work/of/mine');
    await next();
    git('commit', '-qm', 'another', '--allow-empty');
    await next();
    git('push', '-q', 'origin', 'HEAD:refs/heads/work/of/mine');
    await next();
    git('update-ref', 'refs/heads/a/b', 'HEAD');
    await next();
    git('update-ref', '-d', 'refs/heads/a/b');
    await next();
    git('update-ref', 'refs/heads/a/b', 'HEAD~1');
    await next();
    git('update-ref', 'refs/heads/a/b', 'HEAD');
    await next();
  },
);

test('a worktree is told of a commit on a branch that it shares', { skip }, async (t) => {
  const { folder, git } = await repository(t);
  git('worktree', 'add', '-q', '-b', 'work', path.join(folder, 'tree'));
  const { next } = await watching(t, path.join(folder, 'tree'));
  git('commit', '-qm', 'empty', '--allow-empty');
  await next();
});

test('after its end, a watch reports nothing, also of folders that it had found', { skip }, async (t) => {
  const { folder, git } = await repository(t);
  const [ended, other] = [await watching(t, folder), await watching(t, folder)];
  git('update-ref', 'refs/heads/a/b', 'HEAD');
  await Promise.all([ended.next(), other.next()]);
  ended.close();
  const before = ended.count();
  git('commit', '-qm', 'empty', '--allow-empty');
  git('update-ref', 'refs/heads/a/c', 'HEAD');
  await other.next();
  assert.equal(ended.count(), before);
});
