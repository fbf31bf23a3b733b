// The changes of a pull request, with a real git and scripted programs of hosts.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { allowReaching } from '../git/folder-programs.ts';
import { WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { makeRemote, type WithRemote } from './fixtures/remote.ts';
import { ScriptedForge } from './fixtures/scripted-forge.ts';
import { answerThread, askForAnswer, fetchPullRequest, readPullChanges } from './pull-changes.ts';

const skip = WITHOUT_GIT || (process.platform === 'win32' && 'the scripted programs are no .exe');

/** The pull request #7 of a fork, whose commit only the host has, and `main` that has moved on since. */
async function makePull(t: TestContext): Promise<WithRemote & { forge: ScriptedForge; commit: string }> {
  const remote = await makeRemote(t);
  const { around, bare, git, gitIn, pushFromElsewhere, top } = remote;
  const forge = new ScriptedForge(path.join(around, 'bin'), ['gh']);
  const { PATH } = process.env;
  process.env.PATH = `${forge.folder}${path.delimiter}${PATH}`;
  t.after(() => (process.env.PATH = PATH));
  git('config', `url.${bare}.insteadOf`, 'https://github.com/o/r.git');
  git('remote', 'set-url', 'origin', 'https://github.com/o/r.git');
  await allowReaching(top);

  const fork = path.join(around, 'fork');
  gitIn(around, 'clone', '-q', bare, fork);
  const author = ['-c', 'user.name=Mona', '-c', 'user.email=mona@localhost'];
  gitIn(fork, 'mv', 'a.txt', 'b.txt');
  gitIn(fork, ...author, 'commit', '-qm', 'moved');
  gitIn(fork, 'push', '-q', bare, 'HEAD:refs/pull/7/head');
  pushFromElsewhere('later.txt', 'on main\n');
  const commit = gitIn(fork, 'rev-parse', 'HEAD').trim();
  const user = { login: 'hubot' };
  const said = { user, path: 'b.txt', line: 2, created_at: '2026-11-29T11:00:00Z' };
  forge.get({
    'repos/o/r/pulls/7': {
      ...{ number: 7, title: 'Move it', html_url: 'https://github.com/o/r/pull/7', state: 'open', user },
      ...{ head: { ref: 'x', sha: commit }, base: { ref: 'main' } },
    },
    'repos/o/r/pulls/7/reviews?per_page=100': [],
    'repos/o/r/pulls/7/comments?per_page=100': [
      { ...said, id: 2, body: 'Why?' },
      { ...said, id: 3, in_reply_to_id: 2, body: 'Yes, why?', side: 'LEFT' },
    ],
    'repos/o/r/issues/7/comments?per_page=100': [
      { id: 4, user, body: 'Nice.', created_at: '2026-11-29T12:00:00Z' },
    ],
  });
  return { ...remote, forge, commit };
}

test('a pull request of a fork is fetched, and compared with where its branch began', { skip }, async (t) => {
  const { top, git, commit } = await makePull(t);
  await assert.rejects(readPullChanges(top, 7), { status: 409, code: 'not_fetched' });
  const before = git('rev-parse', 'HEAD').trim();
  const { commands } = await fetchPullRequest(top, 7);
  assert.match(commands[0]!.command, /^git fetch .*refs\/pull\/7\/head$/);
  const changes = await readPullChanges(top, 7);
  assert.deepEqual([changes.base, changes.commit], [before, commit]);
  assert.deepEqual(
    changes.files.map(({ path: name, from, kind }) => [name, from, kind]),
    [['b.txt', 'a.txt', 'renamed']],
  );
  assert.equal(git('rev-parse', 'HEAD').trim(), before, 'nothing was checked out');
});

test('a thread is answered where it stands, and a model sees it with the change', { skip }, async (t) => {
  const { top, forge } = await makePull(t);
  const without = await askForAnswer(top, 7, '2');
  assert.match(without.text, /“Move it”, a thread on b\.txt:2:\n\nhubot:\nWhy\?\n\nhubot:\nYes, why\?$/);
  await fetchPullRequest(top, 7);
  assert.match((await askForAnswer(top, 7, '2')).text, /Yes, why\?\n\ndiff --git/);
  forge.on('POST repos/o/r/pulls/7/comments/2/replies', { json: {} });
  forge.on('POST repos/o/r/issues/7/comments', { json: {} });
  await answerThread(top, 7, { thread: '2', body: 'Because.' });
  await answerThread(top, 7, { thread: '4', body: 'Thanks.' });
  assert.deepEqual(
    forge.calls.filter(({ args }) => args.includes('POST')).map(({ input }) => input),
    ['{"body":"Because."}', '{"body":"Thanks."}'],
  );
  await assert.rejects(answerThread(top, 7, { thread: '../x', body: 'x' }), { code: 'unknown_thread' });
});
