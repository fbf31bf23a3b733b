import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { commit } from './commit.ts';
import { makeRepository, WITHOUT_GIT, type Repository } from './fixtures/repository.ts';
import { allowPrograms, allowReaching, requireAllowed, requireAllowedToReach } from './folder-programs.ts';
import { addWorktree } from './worktrees.ts';

const withGit = { skip: WITHOUT_GIT };
const refusal = (programs: RegExp) => ({ status: 409, code: 'runs_programs', message: programs });

async function addHook({ write, around }: Repository, hook: string): Promise<void> {
  await write(hook, `#!/bin/sh\ntouch '${around}/ran'\n`);
  await chmod(path.resolve(around, 'shop', hook), 0o755);
}
const hasRun = async ({ around }: Repository): Promise<boolean> => (await readdir(around)).includes('ran');

test(
  'S-59: the first commit in a folder that was never trusted is refused until the user allows its hooks',
  withGit,
  async (t) => {
    const repository = await makeRepository(t);
    const { top, write, git } = repository;
    await addHook(repository, '.git/hooks/pre-commit');
    await write('a.txt', 'changed\n');
    const request = { message: 'x', files: [{ path: 'a.txt' }] };
    await assert.rejects(
      commit(top, request),
      refusal(/brings along.*: hook pre-commit\. Nothing was changed/),
    );
    assert.equal(git('diff', '--cached', '--name-only'), '');
    assert.equal(await hasRun(repository), false);
    await allowPrograms(top);
    assert.equal((await commit(top, request)).isDone, true);
    assert.equal(await hasRun(repository), true);

    // One that is added later was not seen.
    await addHook(repository, '.git/hooks/post-commit');
    await write('a.txt', 'changed again\n');
    await assert.rejects(commit(top, request), refusal(/: hook post-commit\./));
  },
);

test(
  'S-59: a worktree is not added before the user allows what the checkout would run',
  withGit,
  async (t) => {
    const repository = await makeRepository(t);
    const { top, around, git } = repository;
    await addHook(repository, '.githooks/post-checkout');
    git('config', 'core.hooksPath', '.githooks');
    git('config', 'filter.x.smudge', 'cat');
    const wanted = { folder: path.join(around, 'new'), branch: 'new', base: git('rev-parse', 'HEAD').trim() };
    await assert.rejects(
      addWorktree(top, wanted),
      refusal(/: hook post-checkout, core\.hookspath=\.githooks, filter\.x\.smudge\./),
    );
    assert.deepEqual(await readdir(around), ['shop']);
  },
);

test(
  'a question is asked only for what such a command would run, and never in a trusted folder',
  withGit,
  async (t) => {
    const repository = await makeRepository(t);
    const { top, around, git, addWorktree: add } = repository;
    await addHook(repository, '.git/hooks/pre-push');
    await repository.write('.git/hooks/commit-msg', 'not executable');
    await addHook(repository, '.git/hooks/commit-msg.sample');
    git('config', 'core.fsmonitor', 'true');
    git('config', 'alias.x', '!x');
    await requireAllowed(top);
    await requireAllowed(around);

    // The settings of one worktree do not count in another one.
    const worktree = add('work');
    git('config', 'extensions.worktreeConfig', 'true');
    repository.gitIn(worktree, 'config', '--worktree', 'gpg.program', './x');
    await requireAllowed(top);
    await assert.rejects(requireAllowed(worktree), refusal(/: gpg\.program\./));
    repository.gitIn(worktree, 'config', '--worktree', 'filter.x.clean', './x');
    await assert.rejects(requireAllowed(worktree), refusal(/: gpg\.program, filter\.x\.clean\./));

    git('config', 'core.fsmonitor', './x');
    git('config', 'lfs.extension.x.clean', './x %f');
    await assert.rejects(requireAllowed(top), refusal(/: core\.fsmonitor=\.\/x, lfs\.extension\.x\.clean\./));
    const agentDir = path.join(around, 'agent');
    const before = process.env.PI_CODING_AGENT_DIR;
    t.after(() => {
      if (before === undefined) delete process.env.PI_CODING_AGENT_DIR;
      else process.env.PI_CODING_AGENT_DIR = before;
    });
    process.env.PI_CODING_AGENT_DIR = agentDir;
    await mkdir(agentDir);
    await writeFile(path.join(agentDir, 'trust.json'), JSON.stringify({ [top]: true }));
    await requireAllowed(top);
  },
);

test('S-59: in a partial clone, what fetches a missing object is asked about, too', withGit, async (t) => {
  const { top, git } = await makeRepository(t);
  git('config', 'remote.origin.url', 'ext::./x');
  git('config', 'protocol.ext.allow', 'always');
  git('config', 'remote.origin.uploadpack', './x');
  await requireAllowed(top);
  git('config', 'remote.origin.promisor', 'true');
  await assert.rejects(
    requireAllowed(top),
    refusal(/: remote\.origin\.url=ext::\.\/x, remote\.origin\.uploadpack, protocol\.ext\.allow\./),
  );
});

test(
  'S-59: a partial clone asks no server before the user has seen its address, which can be changed',
  withGit,
  async (t) => {
    const { top, git } = await makeRepository(t);
    git('config', 'extensions.partialClone', 'origin');
    git('config', 'remote.origin.url', 'ssh://me:secret@host.example/x');
    await assert.rejects(
      requireAllowed(top),
      refusal(/: remote\.origin\.url=ssh:\/\/host\.example\/x\. Nothing/),
    );
    await allowPrograms(top);
    await requireAllowed(top);
    git('config', 'remote.origin.url', 'http://other.example/x');
    await assert.rejects(requireAllowed(top), refusal(/: remote\.origin\.url=http:\/\/other\.example\/x\./));
  },
);

test(
  'S-59: a hook, a program or a folder of hooks that has changed since it was allowed is asked about again',
  withGit,
  async (t) => {
    const repository = await makeRepository(t);
    const { top, git, write } = repository;
    await addHook(repository, '.git/hooks/pre-commit');
    git('config', 'filter.x.clean', 'cat');
    await allowPrograms(top);
    await requireAllowed(top);
    await write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
    await assert.rejects(requireAllowed(top), refusal(/: hook pre-commit\. Nothing/));
    await allowPrograms(top);
    git('config', 'filter.x.clean', './evil');
    await assert.rejects(requireAllowed(top), refusal(/: filter\.x\.clean\. Nothing/));
    await allowPrograms(top);
    // The hooks of such a folder are those of the branch that is checked out.
    git('config', 'core.hooksPath', 'hooks');
    await assert.rejects(requireAllowed(top), refusal(/: core\.hookspath=hooks\. Nothing/));
  },
);

test('S-59: the question hides no kind of program behind a number', withGit, async (t) => {
  const repository = await makeRepository(t);
  const { top, git } = repository;
  const hooks = ['commit-msg', 'post-checkout', 'post-commit', 'post-index-change', 'post-merge'];
  hooks.push('post-rewrite', 'pre-auto-gc', 'pre-commit', 'pre-merge-commit', 'prepare-commit-msg');
  for (const name of hooks) await addHook(repository, `.git/hooks/${name}`);
  git('config', 'core.fsmonitor', './x');
  await assert.rejects(requireAllowed(top), refusal(/hook prepare-commit-msg, core\.fsmonitor=\.\/x\. /));
  for (let at = 0; at < 30; at += 1) git('config', `filter.f${at}.clean`, './x');
  await assert.rejects(
    requireAllowed(top),
    refusal(/hook prepare-commit-msg, core\.fsmonitor=\.\/x, filter\.\*\.clean \(30 times\)\. /),
  );
});

test('S-59: what the repository of a submodule names is asked about, too', withGit, async (t) => {
  const { top, git, gitIn, write } = await makeRepository(t);
  const inner = path.join(top, 'inner');
  git('init', '-q', inner);
  await write('inner/b.txt', 'one\n');
  gitIn(inner, 'add', '-A');
  gitIn(inner, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first');
  git('add', 'inner');
  await requireAllowed(top);
  gitIn(inner, 'config', 'filter.x.clean', './x');
  await assert.rejects(requireAllowed(top), refusal(/: filter\.x\.clean of .*inner\/\.git\./));
  await allowPrograms(top);
  await requireAllowed(top);
});

test("the user's own hooks for all repositories are not the folder's", withGit, async (t) => {
  const repository = await makeRepository(t);
  const { top, around } = repository;
  const before = process.env.GIT_CONFIG_GLOBAL;
  t.after(() => {
    if (before === undefined) delete process.env.GIT_CONFIG_GLOBAL;
    else process.env.GIT_CONFIG_GLOBAL = before;
  });
  process.env.GIT_CONFIG_GLOBAL = path.join(around, 'global');
  await addHook(repository, `${around}/own/pre-commit`);
  await writeFile(path.join(around, 'global'), `[core]\n\thooksPath = ${around}/own\n`);
  await requireAllowed(top);
  // The user's setting leads into the folder.
  await addHook(repository, 'own/pre-commit');
  await writeFile(path.join(around, 'global'), '[core]\n\thooksPath = own\n');
  await assert.rejects(requireAllowed(top), refusal(/: hook pre-commit\./));
});

test(
  'a git that reaches another repository asks about more: its hooks, helpers, and addresses that are none',
  withGit,
  async (t) => {
    const repository = await makeRepository(t);
    const { top, git } = repository;
    await addHook(repository, '.git/hooks/pre-push');
    git('config', 'credential.helper', './x');
    git('config', 'submodule.recurse', 'off');
    await requireAllowed(top);
    const asked = refusal(/: hook pre-push, credential\.helper\. Nothing/);
    await assert.rejects(requireAllowedToReach(top), asked);
    await allowPrograms(top);
    await assert.rejects(requireAllowedToReach(top), asked, 'these were not allowed');
    await allowReaching(top);
    await requireAllowedToReach(top);
    for (const [url, isAsked] of [
      ['https://me:secret@host.example/x', false],
      ['SSH://host.example/x', false],
      ['git@host.example:x', false],
      ['host.example:x', false],
      ['ext::./x', true],
      ['helper://host.example', true],
      ['../x', true],
      ['/x:y', true],
    ] as const) {
      git('config', 'remote.origin.url', url);
      const shown = refusal(new RegExp(`: remote\\.origin\\.url=${url.replace(/[/.]/g, '\\$&')}\\. Nothing`));
      if (isAsked) await assert.rejects(requireAllowedToReach(top), shown, url);
      else await requireAllowedToReach(top);
    }
    git('config', 'remote.origin.url', `../${'x'.repeat(300)}`);
    await assert.rejects(
      requireAllowedToReach(top),
      refusal(/: remote\.origin\.url=\.\.\/x{150,180}…\. Nothing/),
    );
    git('config', 'submodule.recurse', 'true');
    await assert.rejects(requireAllowed(top), refusal(/: submodule\.recurse\. Nothing/));
  },
);
