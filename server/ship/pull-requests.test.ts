import assert from 'node:assert/strict';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { WITHOUT_GIT } from '../git/fixtures/repository.ts';
import { makeRemote, type WithRemote } from './fixtures/remote.ts';
import { ScriptedForge } from './fixtures/scripted-forge.ts';
import {
  draftPullRequest,
  findPullRequests,
  listPullRequests,
  openPullRequest,
  readCheckLog,
  readChecks,
  readPullRequest,
} from './pull-requests.ts';

const skip = WITHOUT_GIT || (process.platform === 'win32' && 'the scripted programs are no .exe');

interface Hosted extends WithRemote {
  forge: ScriptedForge;
}

/** A repository whose remote has this address, and the programs of hosts in PATH. The current branch is `work/login`. */
async function makeHosted(
  t: TestContext,
  address: string,
  programs?: ('gh' | 'glab' | 'tea')[],
): Promise<Hosted> {
  const remote = await makeRemote(t);
  const forge = new ScriptedForge(path.join(remote.around, 'bin'), programs);
  const { PATH } = process.env;
  // Only these, and git.
  process.env.PATH = `${forge.folder}${path.delimiter}${PATH}`;
  t.after(() => (process.env.PATH = PATH));
  remote.git('config', `url.${remote.bare}.insteadOf`, address);
  remote.git('remote', 'set-url', 'origin', address);
  remote.git('switch', '-qc', 'work/login');
  remote.git('commit', '-q', '--allow-empty', '-m', 'Fix the login\n\nIt asked twice.');
  remote.git('push', '-qu', 'origin', 'work/login');
  return { ...remote, forge };
}

const pull = (number: number, ref: string, more: object = {}): object => ({
  id: 1900 + number,
  number,
  state: 'open',
  locked: false,
  title: `Change ${number}`,
  user: { login: 'mona', id: 1, type: 'User', site_admin: false },
  body: 'Why it changes.',
  created_at: '2026-11-29T10:00:00Z',
  merged_at: null,
  draft: false,
  html_url: `https://github.com/o/r/pull/${number}`,
  head: { label: `o:${ref}`, ref, sha: 'a'.repeat(40), repo: { full_name: 'o/r' } },
  base: { label: 'o:main', ref: 'main', sha: 'b'.repeat(40), repo: { full_name: 'o/r' } },
  ...more,
});

test('gh lists the open pull requests, and marks that of the pushed branch', { skip }, async (t) => {
  const { top, git, forge } = await makeHosted(t, 'https://github.com/o/r.git');
  forge.get({
    'repos/o/r/pulls?state=open&per_page=100': [pull(7, 'work/login', { draft: true }), pull(6, 'x')],
  });
  const found = await listPullRequests(top);
  assert.deepEqual(
    [found.repository, found.program, found.branch, found.commit],
    ['github.com/o/r', 'gh', 'work/login', git('rev-parse', 'HEAD').trim()],
  );
  assert.deepEqual(
    found.open.map(({ number, title, isDraft, isCurrent }) => [number, title, isDraft, isCurrent]),
    [
      [7, 'Change 7', true, true],
      [6, 'Change 6', undefined, undefined],
    ],
  );
  assert.notEqual(forge.calls[0]!.folder, top, 'it reads nothing of the workspace');
  assert.deepEqual(forge.calls[0]!.args.slice(0, 3), ['api', '--hostname', 'github.com']);
});

test('comments, reviews and lines are one list, in the order of their times', { skip }, async (t) => {
  const { top, forge } = await makeHosted(t, 'git@github.com:o/r.git');
  const user = { login: 'hubot' };
  forge.get({
    'repos/o/r/pulls/7': pull(7, 'work/login'),
    'repos/o/r/pulls/7/reviews?per_page=100': [
      { id: 1, user, body: '', state: 'COMMENTED', submitted_at: '2026-11-29T12:00:00Z' },
      { id: 2, user, body: '', state: 'CHANGES_REQUESTED', submitted_at: '2026-11-29T13:00:00Z' },
    ],
    'repos/o/r/pulls/7/comments?per_page=100': [
      {
        id: 3,
        user,
        body: 'Here?',
        path: 'a.txt',
        line: null,
        original_line: 4,
        created_at: '2026-11-29T12:00:01Z',
      },
      { id: 4, user: null, body: 'And here.', path: 'a.txt', line: 9, created_at: '2026-11-29T12:00:02Z' },
    ],
    'repos/o/r/issues/7/comments?per_page=100': [
      { id: 5, user, body: 'First!', created_at: '2026-11-29T11:00:00Z' },
    ],
  });
  const { body, comments, isCurrent } = await readPullRequest(top, 7);
  assert.deepEqual([body, isCurrent], ['Why it changes.', true]);
  assert.deepEqual(
    comments.map(({ author, body, path, line, verdict }) => [author, body, path, line, verdict]),
    [
      ['hubot', 'First!', undefined, undefined, undefined],
      ['hubot', 'Here?', 'a.txt', 4, undefined],
      ['', 'And here.', 'a.txt', 9, undefined],
      ['hubot', '', undefined, undefined, 'changes requested'],
    ],
  );
});

test(
  'checks are those of a commit, the failed ones first, and a log is its end without marks',
  { skip },
  async (t) => {
    const { top, forge } = await makeHosted(t, 'https://github.com/o/r');
    const commit = 'c'.repeat(40);
    const run = (id: number, name: string, rest: object = {}): object => ({
      ...{ id, name, head_sha: commit, output: { title: null, summary: null } },
      ...{
        status: 'completed',
        conclusion: 'success',
        app: { slug: 'github-actions', name: 'GitHub Actions' },
      },
      ...{ html_url: `https://github.com/o/r/actions/runs/1/job/${id}`, details_url: null },
      ...rest,
    });
    forge.get({
      [`repos/o/r/commits/${commit}/check-runs?per_page=100`]: {
        total_count: 5,
        check_runs: [
          run(1, 'lint'),
          run(2, 'test', { conclusion: 'failure' }),
          run(3, 'docs', { conclusion: 'skipped' }),
          run(4, 'build', { status: 'in_progress', conclusion: null }),
          run(5, 'slow', { conclusion: 'timed_out', app: { slug: 'other', name: 'Other' } }),
        ],
      },
      [`repos/o/r/commits/${commit}/status?per_page=100`]: {
        state: 'pending',
        statuses: [
          { id: 9, context: 'ci/deploy', state: 'pending', description: 'Waiting', target_url: null },
        ],
      },
    });
    assert.deepEqual(
      (await readChecks(top, commit)).map(({ name, state, summary, hasLog }) => [
        name,
        state,
        summary,
        hasLog,
      ]),
      [
        ['test', 'failed', '', true],
        ['slow', 'failed', 'timed out', undefined],
        ['build', 'running', '', undefined],
        ['ci/deploy', 'running', 'Waiting', undefined],
        ['lint', 'passed', '', true],
        ['docs', 'skipped', '', true],
      ],
    );
    const line = (text: string): string => `2026-11-29T10:00:00.1234567Z ${text}\n`;
    const long = line('x'.repeat(99)).repeat(1000);
    forge.on('GET repos/o/r/actions/jobs/2/logs', {
      text: `${long}${line('##[group]Run npm test')}${line('\u001B[31mnot ok\u001B[0m 1')}${line('##[endgroup]')}`,
    });
    const { text, isCut } = await readCheckLog(top, '2');
    assert.ok(isCut && text.length < 64 * 1024);
    assert.ok(text.endsWith(`${'x'.repeat(99)}\nRun npm test\nnot ok 1`), text.slice(-200));
    assert.equal(text.split('\n', 1)[0], 'x'.repeat(99), 'it begins with a whole line');
  },
);

test(
  'a new pull request says what its only commit says, and is opened with the draft flag',
  { skip },
  async (t) => {
    const { top, git, forge, write } = await makeHosted(t, 'https://github.com/o/r.git');
    assert.deepEqual(await draftPullRequest(top), {
      branch: 'work/login',
      base: 'main',
      bases: ['main'],
      title: 'Fix the login',
      body: 'It asked twice.',
    });
    await write('.github/pull_request_template.md', '## Tested\n');
    git('add', '-A');
    git('commit', '-qm', 'Add a template');
    git('push', '-q');
    const draft = await draftPullRequest(top);
    assert.deepEqual([draft.title, draft.body], ['Login', '- Fix the login\n- Add a template\n\n## Tested']);
    forge.on('POST repos/o/r/pulls', { json: pull(8, 'work/login') });
    const body = `- odd “text” ${'ä'.repeat(100_000)}`;
    assert.deepEqual(await openPullRequest(top, { title: '-t', body, base: 'main', isDraft: true }), {
      number: 8,
      url: 'https://github.com/o/r/pull/8',
    });
    assert.deepEqual(JSON.parse(forge.calls.at(-1)!.input), {
      ...{ title: '-t', body, base: 'main', head: 'work/login', draft: true },
    });
    await assert.rejects(openPullRequest(top, { title: 'x', body: '', base: 'work/login' }), {
      code: 'same_branch',
    });
  },
);

test('from a fork, the pull request is one of the repository that was forked', { skip }, async (t) => {
  const { top, git, forge, bare } = await makeHosted(t, 'https://github.com/me/r.git');
  git('config', '--add', `url.${bare}.insteadOf`, 'gh:o/');
  git('config', `url.https://github.com/.insteadOf`, 'gh:');
  git('remote', 'add', 'upstream', 'gh:o/r');
  git('config', '--unset-all', `url.${bare}.insteadOf`, 'gh:o/');
  git('update-ref', 'refs/remotes/upstream/main', 'main');
  forge.get({ 'repos/o/r/pulls?state=open&per_page=100': [] });
  forge.on('POST repos/o/r/pulls', { json: pull(1, 'work/login') });
  assert.equal((await listPullRequests(top)).repository, 'github.com/o/r');
  await openPullRequest(top, { title: 'x', body: '', base: 'main' });
  assert.equal((JSON.parse(forge.calls.at(-1)!.input) as { head: string }).head, 'me:work/login');
});

test(
  'what is missing is said: a program, a login, a host, a pushed branch, and what the host refuses',
  { skip },
  async (t) => {
    const { top, git, forge } = await makeHosted(t, 'https://github.com/o/r.git', ['gh']);
    forge.on('GET repos/o/r/pulls?state=open&per_page=100', {
      fails: 4,
      stderr: 'To get started with GitHub CLI, please run:  gh auth login',
    });
    await assert.rejects(listPullRequests(top), {
      code: 'signed_out',
      message: 'gh is not signed in. Run this in a shell: gh auth login --hostname github.com',
    });
    forge.on('POST repos/o/r/pulls', {
      fails: 1,
      stdout:
        '{"message":"Validation Failed","errors":[{"message":"A pull request already exists for o:x."}]}',
      stderr: 'gh: Validation Failed (HTTP 422)',
    });
    await assert.rejects(openPullRequest(top, { title: 'x', body: '', base: 'main' }), {
      code: 'forge_failed',
      message: /already exists for o:x/,
    });
    git('switch', '-qc', 'other');
    await assert.rejects(draftPullRequest(top), { code: 'not_pushed' });
    git('remote', 'set-url', 'origin', 'https://gitlab.com/o/r.git');
    await assert.rejects(listPullRequests(top), {
      code: 'no_program',
      message: /^glab was not found in PATH\./,
    });
    git('remote', 'set-url', 'origin', '../somewhere');
    await assert.rejects(listPullRequests(top), { code: 'no_host' });
    git('remote', 'set-url', 'origin', 'https://code.example/o/r.git');
    assert.equal(await findPullRequests(top), null);
    await assert.rejects(listPullRequests(top), { code: 'no_host', message: /what code\.example is/ });
  },
);

test('a host of another name is that of the program that is signed in there', { skip }, async (t) => {
  const { top, forge } = await makeHosted(t, 'https://forge.example:3000/o/r.git');
  forge.on('login list', {
    json: [
      { name: 'other', url: 'https://gitea.com', ssh_host: 'gitea.com', user: 'u', default: 'true' },
      {
        name: 'mine',
        url: 'https://forge.example:3000',
        ssh_host: 'forge.example',
        user: 'u',
        default: 'false',
      },
    ],
  });
  forge.on('auth status', { fails: 1, stderr: 'You are not logged into any accounts on forge.example:3000' });
  forge.get({ 'repos/o/r/pulls?state=open&limit=100': [pull(3, 'work/login')] });
  const { program, open } = await listPullRequests(top);
  assert.deepEqual([program, open[0]!.isCurrent], ['tea', true]);
  assert.deepEqual(forge.calls.at(-1)!.args, [
    'api',
    '--login',
    'mine',
    'repos/o/r/pulls?state=open&limit=100',
  ]);
});

test('tea opens a pull request, and reads reviews, their lines and statuses', { skip }, async (t) => {
  const { top, forge } = await makeHosted(t, 'https://codeberg.org/o/r.git');
  const user = { login: 'mona' };
  const commit = 'd'.repeat(40);
  forge.on('login list', { json: [{ name: 'cb', url: 'https://codeberg.org' }] });
  forge.on('pulls create', { text: '# #5 Title (open)\n\nhttps://codeberg.org/o/r/pulls/5\n' });
  const at = '2026-11-29T10:00:00+01:00';
  forge.get({
    'repos/o/r/pulls/5': pull(5, 'work/login', { merged: true, state: 'closed' }),
    'repos/o/r/pulls/5/reviews?limit=100': [
      { id: 1, user, body: '', state: 'REQUEST_CHANGES', submitted_at: at, comments_count: 1 },
      { id: 2, user, body: '', state: 'PENDING', submitted_at: at, comments_count: 0 },
    ],
    'repos/o/r/pulls/5/reviews/1/comments': [
      {
        id: 8,
        user,
        body: 'why',
        created_at: at,
        path: 'a.txt',
        position: 0,
        original_position: 2,
        resolver: user,
      },
    ],
    'repos/o/r/issues/5/comments': [],
    [`repos/o/r/commits/${commit}/status`]: {
      state: 'failure',
      statuses: [
        {
          id: 1,
          context: 'ci / test (push)',
          status: 'failure',
          description: 'Failing after 3s',
          target_url: '/o/r/actions/runs/1/jobs/0',
        },
      ],
    },
  });
  assert.deepEqual(await openPullRequest(top, { title: 'T', body: 'B', base: 'main', isDraft: true }), {
    number: 5,
    url: 'https://codeberg.org/o/r/pulls/5',
  });
  assert.deepEqual(forge.calls.at(-1)!.args, [
    ...['pulls', 'create', '--login', 'cb', '--repo', 'o/r', '--base', 'main', '--head', 'work/login'],
    ...['--title', 'WIP: T', '--description', 'B'],
  ]);
  const details = await readPullRequest(top, 5);
  assert.equal(details.state, 'merged');
  assert.deepEqual(
    details.comments.map(({ body, verdict, path, line, isResolved }) => [
      body,
      verdict,
      path,
      line,
      isResolved,
    ]),
    [
      ['', 'changes requested', undefined, undefined, undefined],
      ['why', undefined, 'a.txt', 2, true],
    ],
  );
  assert.deepEqual(await readChecks(top, commit), [
    { id: '1', name: 'ci / test (push)', state: 'failed', summary: 'Failing after 3s', url: null },
  ]);
  await assert.rejects(readCheckLog(top, '1'), { code: 'forge_failed' });
});

test(
  'glab reads merge requests, discussions, statuses and traces, and opens a merge request',
  { skip },
  async (t) => {
    const { top, forge } = await makeHosted(t, 'git@gitlab.com:group/sub/r.git');
    const at = 'projects/group%2Fsub%2Fr';
    const commit = 'e'.repeat(40);
    const request = {
      ...{
        id: 155,
        iid: 4,
        project_id: 15,
        title: 'Draft: Login',
        description: 'B',
        state: 'opened',
        draft: true,
      },
      ...{ source_branch: 'work/login', target_branch: 'main', sha: commit, author: { username: 'mona' } },
      web_url: 'https://gitlab.com/group/sub/r/-/merge_requests/4',
    };
    const author = { username: 'hubot' };
    const status = (id: number, name: string, rest: object): object => ({
      ...{ id, sha: commit, ref: 'work/login', name, description: null, allow_failure: false },
      target_url: `https://gitlab.com/group/sub/r/-/jobs/${id}`,
      ...rest,
    });
    forge.get({
      [`${at}/merge_requests?state=opened&per_page=100`]: [request],
      [`${at}/merge_requests/4`]: request,
      [`${at}/merge_requests/4/discussions?per_page=100`]: [
        {
          id: 'x',
          individual_note: true,
          notes: [
            { id: 1, body: 'added 1 commit', system: true, author, created_at: '2026-11-29T10:00:00.000Z' },
          ],
        },
        {
          id: 'y',
          notes: [
            {
              ...{ id: 2, body: 'Why?', system: false, author, created_at: '2026-11-29T11:00:00.000Z' },
              ...{ resolvable: true, resolved: true },
              position: { old_path: 'a.txt', new_path: 'a.txt', new_line: null, old_line: 3 },
            },
          ],
        },
      ],
      [`${at}/repository/commits/${commit}/statuses?per_page=100`]: [
        status(1, 'lint', { status: 'success' }),
        status(2, 'test', { status: 'failed' }),
        status(3, 'flaky', { status: 'failed', allow_failure: true }),
        status(4, 'deploy', { status: 'manual' }),
        status(5, 'external', { status: 'pending', target_url: 'https://ci.example/5' }),
      ],
    });
    forge.on(`GET ${at}/jobs/2/trace`, {
      text: '\u001B[0Ksection_start:1700000000:step\r\u001B[0K\u001B[36;1mRunning\u001B[0;m\nnot ok\nsection_end:1700000001:step\r\u001B[0K\n',
    });
    assert.deepEqual(
      (await listPullRequests(top)).open.map(({ number, isDraft, isCurrent }) => [
        number,
        isDraft,
        isCurrent,
      ]),
      [[4, true, true]],
    );
    assert.deepEqual(
      (await readPullRequest(top, 4)).comments.map(({ body, path, line, isResolved }) => [
        body,
        path,
        line,
        isResolved,
      ]),
      [['Why?', 'a.txt', 3, true]],
    );
    assert.deepEqual(
      (await readChecks(top, commit)).map(({ name, state, hasLog }) => [name, state, hasLog]),
      [
        ['test', 'failed', true],
        ['external', 'running', undefined],
        ['lint', 'passed', true],
        ['flaky', 'skipped', true],
        ['deploy', 'skipped', undefined],
      ],
    );
    assert.deepEqual(await readCheckLog(top, '2'), { text: 'Running\nnot ok', isCut: false });
    forge.on(`POST ${at}/merge_requests`, { json: request });
    await openPullRequest(top, { title: 'Login', body: 'B', base: 'main', isDraft: true });
    assert.deepEqual(JSON.parse(forge.calls.at(-1)!.input), {
      ...{ title: 'Draft: Login', description: 'B', source_branch: 'work/login', target_branch: 'main' },
    });
  },
);
