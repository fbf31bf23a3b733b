// Fetch, pull and push with a real git and real bare repositories.
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { allowReaching } from '../git/folder-programs.ts';
import { makeRepository, WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { answerQuestion, pollGitOutput, stopWritingGits } from '../git/running-git.ts';
import { makeRemote, serveHttp } from './fixtures/remote.ts';
import { fetchRemotes, planPush, pull, push } from './remotes.ts';

const withGit = { skip: WITHOUT_GIT };
const refused = (code: string, message: RegExp) => ({ status: 409, code, message });

test(
  'a push sends the commits and says what git printed, and the state counts none ahead',
  withGit,
  async (t) => {
    const { top, bare, git, gitIn } = await makeRemote(t);
    git('commit', '-q', '--allow-empty', '-m', 'second');
    assert.deepEqual(
      (await planPush(top)).commits.map(({ subject }) => subject),
      ['second'],
    );
    const { commands, state } = await push(top, {});
    assert.match(commands[0]!.output, /main -> main/);
    assert.deepEqual([state?.upstream, state?.ahead, state?.behind], ['origin/main', 0, 0]);
    assert.equal(gitIn(bare, 'rev-parse', 'main'), git('rev-parse', 'HEAD'));
  },
);

test(
  'a branch without an upstream is refused in the words of git, until the user names the remote',
  withGit,
  async (t) => {
    const { top, bare, git, gitIn } = await makeRemote(t);
    git('switch', '-qc', 'feature/ünï');
    await assert.rejects(push(top, {}), refused('no_upstream', /has no upstream branch/));
    await assert.rejects(pull(top, {}), refused('no_upstream', /no tracking information/));
    assert.deepEqual((await planPush(top)).remotes, ['origin']);
    const { state } = await push(top, { upstream: 'origin' });
    assert.equal(state?.upstream, 'origin/feature/ünï');
    assert.equal(gitIn(bare, 'rev-parse', 'feature/ünï'), git('rev-parse', 'HEAD'));
  },
);

test(
  'a push that the remote rejects changes nothing, and a forced one overwrites only what was shown',
  withGit,
  async (t) => {
    const { top, bare, git, gitIn, pushFromElsewhere } = await makeRemote(t);
    pushFromElsewhere('b.txt', 'theirs\n');
    git('commit', '-q', '--allow-empty', '-m', 'ours');
    await assert.rejects(push(top, {}), refused('rejected', /\[rejected\]\s+main -> main \(fetch first\)/));
    await fetchRemotes(top);
    const seen = await planPush(top);
    assert.deepEqual(
      seen.overwritten.map(({ subject, author }) => [subject, author]),
      [['b.txt from elsewhere', 'Colleague']],
    );
    assert.deepEqual(
      [seen.remote, seen.ref, seen.expected],
      ['origin', 'refs/heads/main', gitIn(bare, 'rev-parse', 'main').trim()],
    );
    pushFromElsewhere('c.txt', 'more\n');
    await assert.rejects(push(top, { expected: seen.expected! }), refused('rejected', /stale info/));
    await fetchRemotes(top);
    const { expected } = await planPush(top);
    await push(top, { expected: expected! });
    assert.equal(gitIn(bare, 'rev-parse', 'main'), git('rev-parse', 'HEAD'));
  },
);

test('a pull brings the commits, and a branch that has diverged asks how to join', withGit, async (t) => {
  const { top, git, pushFromElsewhere } = await makeRemote(t);
  pushFromElsewhere('b.txt', 'theirs\n');
  const { state } = await pull(top, {});
  assert.deepEqual([state?.ahead, state?.behind], [0, 0]);
  assert.equal(await readFile(path.join(top, 'b.txt'), 'utf8'), 'theirs\n');
  pushFromElsewhere('c.txt', 'theirs\n');
  git('commit', '-q', '--allow-empty', '-m', 'ours');
  await assert.rejects(pull(top, {}), refused('diverged', /divergent branches/));
  await assert.rejects(pull(top, { how: 'ff' }), refused('diverged', /Not possible to fast-forward/));
  assert.equal((await pull(top, { how: 'rebase' })).state?.ahead, 1);
  assert.match(git('log', '-1', '--format=%s'), /ours/);
  pushFromElsewhere('d.txt', 'theirs\n');
  const merged = await pull(top, { how: 'merge' });
  assert.deepEqual([merged.state?.ahead, merged.state?.behind], [2, 0]);
});

test('a pull with a conflict says so, whether it merges or rebases', withGit, async (t) => {
  for (const how of ['merge', 'rebase'] as const) {
    const { top, write, git, pushFromElsewhere } = await makeRemote(t);
    pushFromElsewhere('a.txt', 'theirs\n');
    await write('a.txt', 'ours\n');
    git('commit', '-qam', 'ours');
    await assert.rejects(pull(top, { how }), refused('conflict', /CONFLICT \(content\)/));
  }
});

test('without a branch, a commit, a remote or a repository, git says what is missing', withGit, async (t) => {
  const { top, git, around, gitIn } = await makeRemote(t);
  git('switch', '-q', '--detach');
  await assert.rejects(push(top, {}), refused('git_failed', /not currently on a branch/));
  await assert.rejects(push(top, { upstream: 'origin' }), refused('git_failed', /HEAD is detached/));
  const empty = path.join(around, 'empty');
  gitIn(around, 'init', '-q', '-b', 'main', empty);
  await assert.rejects(push(empty, {}), refused('no_upstream', /No configured push destination/));
  gitIn(empty, 'remote', 'add', 'origin', path.join(around, 'origin.git'));
  await allowReaching(empty);
  await assert.rejects(push(empty, { upstream: 'origin' }), refused('git_failed', /does not match any/));
  assert.deepEqual((await planPush(empty)).commits, []);
  gitIn(empty, 'remote', 'set-url', 'origin', path.join(around, 'nowhere.git'));
  await allowReaching(empty);
  await assert.rejects(fetchRemotes(empty), refused('git_failed', /does not appear to be a git repository/));
});

test('a hook that speaks is shown while it runs, and one that refuses is quoted', withGit, async (t) => {
  const { top, git, write } = await makeRemote(t);
  const hook = path.join(top, '.git/hooks/pre-push');
  await mkdir(path.dirname(hook), { recursive: true });
  await writeFile(
    hook,
    '#!/bin/sh\necho "testing 1 of 2"\nwhile ! test -e go; do sleep 0.05; done\necho no >&2\nexit 1\n',
  );
  await chmod(hook, 0o755);
  git('commit', '-q', '--allow-empty', '-m', 'second');
  await assert.rejects(push(top, {}), { code: 'runs_programs', message: /hook pre-push/ });
  await allowReaching(top);
  const pushed = push(top, {});
  let shown = await pollGitOutput(top, undefined);
  while (!shown.commands[0]?.output.includes('testing 1 of 2'))
    shown = await pollGitOutput(top, shown.revision);
  await write('go', '');
  await assert.rejects(pushed, refused('git_failed', /testing 1 of 2\nno/));
});

test('a hook that never ends is stopped with everything below it', withGit, async (t) => {
  const { top, git } = await makeRemote(t);
  const hook = path.join(top, '.git/hooks/pre-push');
  await mkdir(path.dirname(hook), { recursive: true });
  await writeFile(hook, '#!/bin/sh\necho waiting\nsleep 1000 &\nwait\n');
  await chmod(hook, 0o755);
  git('commit', '-q', '--allow-empty', '-m', 'second');
  await allowReaching(top);
  const pushed = push(top, {});
  let shown = await pollGitOutput(top, undefined);
  while (!shown.commands[0]?.output.includes('waiting')) shown = await pollGitOutput(top, shown.revision);
  stopWritingGits(top);
  await assert.rejects(pushed, refused('git_stopped', /git push .*was stopped/));
});

test(
  'S-59: a remote that is a folder, a helper or a rewritten address is asked about, and a server is not',
  withGit,
  async (t) => {
    const { top, git } = await makeRepository(t);
    for (const address of ['https://x.invalid/a.git', 'ssh://git@x.invalid/a', 'git@x.invalid:a/b.git']) {
      git('config', 'remote.origin.url', address);
      git('config', 'remote.origin.pushurl', address);
      await assert.rejects(push(top, {}), { code: 'no_upstream' });
    }
    for (const [key, value] of [
      ['remote.origin.url', '../evil.git'],
      ['remote.origin.url', 'file:///tmp/evil.git'],
      ['remote.origin.url', 'ext::sh -c ./x'],
      ['remote.origin.url', 'helper://x'],
      ['remote.origin.pushurl', '../evil.git'],
      ['remote.origin.receivepack', './x'],
      ['url.../evil.git.insteadOf', 'https://x.invalid/a.git'],
      ['core.sshCommand', './x'],
      ['credential.helper', '!./x'],
      ['submodule.x.update', '!./x'],
    ] as const) {
      git('config', key, value);
      for (const act of [() => fetchRemotes(top), () => pull(top, {}), () => push(top, {})])
        await assert.rejects(act(), { status: 409, code: 'runs_programs' }, `${key}=${value}`);
      git('config', '--unset', key);
      if (key.endsWith('url')) git('config', key, 'https://x.invalid/a.git');
    }
  },
);

test(
  'over http, a name and a password are asked for on the page, and a wrong or cancelled one is refused',
  withGit,
  async (t) => {
    const { top, around, bare, git, gitIn } = await makeRemote(t);
    const address = await serveHttp(t, around, 'me:se cret"$x');
    git('remote', 'set-url', 'origin', `${address}/origin.git`);
    git('config', 'credential.helper', '');
    await allowReaching(top);
    git('commit', '-q', '--allow-empty', '-m', 'second');
    const asked: string[][] = [];
    const pushWith = async (answers: Record<string, string | null>): Promise<unknown> => {
      const done = push(top, {}).catch((error: unknown) => error);
      let isOver = false;
      void done.then(() => (isOver = true));
      let revision: number | undefined;
      while (!isOver) {
        const shown = await Promise.race([pollGitOutput(top, revision), done.then(() => null)]);
        if (!shown) break;
        ({ revision } = shown);
        for (const { id, text, kind } of shown.commands.flatMap(({ questions = [] }) => questions)) {
          const [word = ''] = text.split(' ');
          asked.push([word, kind]);
          answerQuestion(id, answers[word] ?? null);
          assert.throws(() => answerQuestion('other', ''), { status: 410 });
        }
      }
      return done;
    };
    const wrong = (await pushWith({ Username: 'me', Password: 'wrong' })) as Error;
    assert.match(wrong.message, /Authentication failed/);
    const cancelled = (await pushWith({ Username: null })) as Error;
    assert.match(cancelled.message, /could not read Username/);
    asked.length = 0;
    await pushWith({ Username: 'me', Password: 'se cret"$x' });
    assert.deepEqual(asked, [
      ['Username', 'text'],
      ['Password', 'secret'],
    ]);
    assert.equal(gitIn(bare, 'rev-parse', 'main'), git('rev-parse', 'HEAD'));
  },
);
