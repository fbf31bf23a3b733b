// git to the last mile over HTTP, with a real pi and a real bare remote: 200 with what git did, or 409 with its words.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { GitDone, GitState } from '../../shared/git.ts';
import { WITHOUT_GIT } from '../../server/git/fixtures/repository.ts';
import { SiegePanel } from './siege-panel.ts';

const withGit = { skip: WITHOUT_GIT };
let panel: SiegePanel;
let agent = '';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: panel.workspace, encoding: 'utf8', stdio: 'pipe' });

before(async () => {
  panel = await SiegePanel.open();
  agent = await panel.readyAgent();
  if (WITHOUT_GIT) return;
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Example');
  git('config', 'user.email', 'example@localhost');
  git('add', '-A');
  git('commit', '-qm', 'first');
  git('init', '-q', '--bare', '-b', 'main', `${panel.workspace}-origin.git`);
  git('remote', 'add', 'origin', `${panel.workspace}-origin.git`);
});
after(() => panel?.close());

interface Answer {
  status: number;
  body: { error?: { code: string; message: string } } & Partial<GitDone>;
}

async function post(route: string, json: object, confirm = 'runs_programs'): Promise<Answer> {
  const headers = { Confirm: confirm };
  const response = await panel.fetch(`agents/${agent}/git/${route}`, { method: 'POST', json, headers });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

test('a branch is pushed, fetched, pulled and changed, and the state says where it is', withGit, async () => {
  const refused = await post('push', {});
  assert.deepEqual([refused.status, refused.body.error?.code], [409, 'no_upstream']);
  assert.match(refused.body.error?.message ?? '', /has no upstream branch/);
  const pushed = await post('push', { upstream: 'origin' });
  assert.deepEqual([pushed.status, pushed.body.commands?.length], [200, 1]);
  git('commit', '-q', '--allow-empty', '-m', 'second');
  const response = await panel.fetch(`agents/${agent}/git`);
  const { branch, upstream, ahead, behind } = (await response.json()) as GitState;
  assert.deepEqual(
    { branch, upstream, ahead, behind },
    {
      ...{ branch: 'main', upstream: 'origin/main' },
      ...{ ahead: 1, behind: 0 },
    },
  );
  for (const route of ['fetch', 'pull', 'push']) assert.equal((await post(route, {})).status, 200, route);
  assert.equal((await post('branch', { create: 'work' })).body.state?.branch, 'work');
  const wrong = await post('branch', { switch: 'nowhere' });
  assert.deepEqual(
    [wrong.status, /invalid reference: nowhere/.test(wrong.body.error?.message ?? '')],
    [409, true],
  );
  assert.equal((await post('branch', { switch: 'main' })).status, 200);
});

test('what changes files under a working agent is refused until the user confirms it', withGit, async () => {
  const started = panel.waitForFrame(
    agent,
    (frame) => frame.kind === 'message' && frame.data.type === 'tool_execution_start',
  );
  const command = 'while ! test -e .git/go; do sleep 0.05; done';
  const run = panel.runScript(agent, [
    { steps: [{ tool: 'bash', args: { command } }] },
    { steps: [{ text: 'Done.' }] },
  ]);
  await started;
  for (const [route, json] of [
    ['pull', {}],
    ['branch', { switch: 'work' }],
    ['stash', { save: '' }],
  ] as const) {
    const { status, body } = await post(route, json);
    assert.deepEqual([status, body.error?.code], [409, 'agent_works'], route);
  }
  // These change no file.
  for (const route of ['fetch', 'push']) assert.equal((await post(route, {})).status, 200, route);
  assert.equal((await post('pull', {}, 'agent_works, runs_programs')).status, 200);
  await writeFile(path.join(panel.workspace, '.git/go'), '');
  await run;
  assert.equal((await post('pull', {})).status, 200);
});
