// Pull requests and checks, with a real git and a scripted `gh` in PATH: listed, sent to pi, fixed in a worktree, opened.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Locator, Page, Request } from '@playwright/test';
import { ScriptedForge } from '../../server/ship/fixtures/scripted-forge.ts';
import { calls, says } from '../panel/scripted.ts';
import { InputMethod } from './compositions.ts';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import { agents, answers, button, composer, expectIdle, open, prompts, review } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { workerFolder } from './worker-folder.ts';
import { programs, source } from './source-page.ts';

test.skip(!HAS_GIT, NO_GIT);
test.slow(HAS_GIT, 'each test starts hundreds of gits');

const folder = workerFolder('pi-panel-forge-');
const forge = new ScriptedForge(folder, ['gh']);
test.use({
  panelOptions: {
    files: { 'a.txt': 'one\n' },
    env: { PATH: `${folder}${path.delimiter}${process.env.PATH}` },
  },
});

const ADDRESS = 'https://github.com/o/shop.git';
const pulls = (page: Page): Locator => page.getByRole('region', { name: 'Pull requests' });

/** Pushes the branch `work` to a bare repository under the address of a host. */
function pushWork(panel: RunningPanel): void {
  commitAll(panel);
  const bare = `${panel.workspace}-origin.git`;
  execFileSync('git', ['clone', '-q', '--bare', panel.workspace, bare]);
  git(panel, 'remote', 'add', 'origin', ADDRESS);
  git(panel, 'config', `url.${bare}.insteadOf`, ADDRESS);
  git(panel, 'fetch', '-q');
  git(panel, 'switch', '-qc', 'work');
  git(panel, 'commit', '-q', '--allow-empty', '-m', 'Sell more\n\nBecause we can.');
  git(panel, 'push', '-qu', 'origin', 'work');
}

const head = (panel: RunningPanel): string => git(panel, 'rev-parse', 'HEAD').trim();

const pull = (number: number, commit: string): object => ({
  ...{ number, title: 'Sell more', html_url: `https://github.com/o/shop/pull/${number}`, state: 'open' },
  ...{ draft: false, body: 'Because we can.', user: { login: 'mona' }, merged_at: null },
  ...{ head: { ref: 'work', sha: commit }, base: { ref: 'main' } },
});

/** A check of a commit with its result, as the host reports it. Null: it runs. */
function setCheck(commit: string, conclusion: 'success' | 'failure' | null): void {
  const app = { slug: 'github-actions' };
  forge.get({
    [`repos/o/shop/commits/${commit}/check-runs?per_page=100`]: {
      total_count: 1,
      check_runs: [
        {
          id: 21,
          name: 'test',
          status: conclusion === null ? 'in_progress' : 'completed',
          conclusion,
          app,
          html_url: 'https://github.com/o/shop/runs/21',
          details_url: null,
        },
      ],
    },
    [`repos/o/shop/commits/${commit}/status?per_page=100`]: { state: 'success', statuses: [] },
  });
}

async function show(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Source control' }).click();
  await expect(source(page).getByRole('combobox', { name: 'Branch' })).toBeVisible();
}

test.beforeEach(() => {
  forge.get({ 'repos/o/shop/pulls?state=open&per_page=100': [] });
  forge.on('GET repos/o/shop/actions/jobs/21/logs', {
    text: '2026-11-29T10:00:00.1234567Z expected two, found one\n',
  });
});

const chat = (page: Page): Locator => page.getByRole('region', { name: 'Chat' });
/** The comments and texts that go with the next message. */
const chips = (page: Page): Locator =>
  chat(page).getByRole('list', { name: 'Comments' }).getByRole('listitem');

test('a pull request is shown with its checks and threads, which go to pi and are answered', async ({
  page,
  panel,
}) => {
  pushWork(panel);
  await panel.write('a.txt', 'one, but better\n');
  git(panel, 'commit', '-qam', 'Say more');
  git(panel, 'push', '-q');
  const commit = head(panel);
  setCheck(commit, 'failure');
  const user = { login: 'hubot' };
  forge.get({
    'repos/o/shop/pulls?state=open&per_page=100': [pull(7, commit)],
    'repos/o/shop/pulls/7': pull(7, commit),
    'repos/o/shop/pulls/7/reviews?per_page=100': [
      { id: 1, user, body: '', state: 'CHANGES_REQUESTED', submitted_at: '2026-11-29T12:00:00Z' },
    ],
    'repos/o/shop/pulls/7/comments?per_page=100': [
      { id: 2, user, body: 'Say two.', path: 'a.txt', line: 1, created_at: '2026-11-29T11:00:00Z' },
      {
        ...{ id: 4, in_reply_to_id: 2, user: { login: 'mona' }, body: 'Why two?', path: 'a.txt', line: 1 },
        created_at: '2026-11-29T11:30:00Z',
      },
    ],
    'repos/o/shop/issues/7/comments?per_page=100': [
      { id: 3, user, body: 'Nice otherwise.', created_at: '2026-11-29T13:00:00Z' },
    ],
  });
  await open(page, panel);
  await show(page);
  const checks = pulls(page).getByRole('group', { name: 'Checks of work' });
  await expect(checks).toContainText('1 failed');
  await checks
    .getByRole('list', { name: 'Checks' })
    .getByRole('button', { name: /^test failed/ })
    .click();
  await expect(checks.getByRole('region', { name: 'Log of test' })).toHaveText('expected two, found one');
  await button(checks, 'Send to pi').click();
  await expect(chips(page)).toHaveText([/Check “test” failed/]);
  panel.model.queue([says('It says one.')]);
  await button(chat(page), 'Send').click();
  await expect(prompts(page).last()).toContainText('expected two, found one');
  await expect(answers(page).last()).toContainText('It says one.');
  await expectIdle(page);

  await pulls(page)
    .getByRole('list', { name: 'Open pull requests' })
    .getByRole('button', { name: /#7/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Pull request #7' });
  const threads = dialog.getByRole('list', { name: 'Comments' }).getByRole('listitem');
  await expect(threads).toHaveText([
    /a\.txt:1[^]*hubot[^]*Say two\.[^]*mona[^]*Why two\?/,
    /changes requested/,
    /Nice otherwise/,
  ]);
  await expect(dialog.getByRole('list', { name: 'Checks' })).toContainText('failed');
  await button(dialog, 'Review changes').click();
  await expect(dialog).toBeHidden();

  // The threads stand beside the changes that they are about.
  await expect(review(page)).toContainText('#7 Sell more');
  const hunk = review(page).getByRole('group', { name: 'a.txt, change 1 of 1' });
  await expect(hunk).toContainText('one, but better');
  await expect(hunk.getByRole('button', { name: 'Keep' })).toHaveCount(0);
  const thread = hunk.getByRole('group', { name: 'Thread of hubot' });
  await expect(thread).toContainText(/Say two\.[^]*Why two\?/);
  await button(thread, 'Answer…').click();
  const answer = thread.getByRole('textbox', { name: 'Answer to hubot' });
  const ime = await InputMethod.of(page);
  await ime.composeIn('web/changes/pulls/ThreadView.svelte', answer);
  await answer.fill('');
  panel.model.queue([says('Because one is too few.')]);
  await button(thread, 'Draft with pi').click();
  await expect(answer).toHaveValue('Because one is too few.');
  expect(JSON.stringify(panel.model.requests.at(-1))).toContain('one, but better');
  expect(forge.calls.filter(({ args }) => args.includes('POST'))).toEqual([]);
  forge.on('POST repos/o/shop/pulls/7/comments/2/replies', { json: {} });
  await button(thread, 'Post the answer').click();
  await expect(answer).toBeHidden();
  expect(forge.calls.find(({ args }) => args.includes('POST'))?.input).toBe(
    '{"body":"Because one is too few."}',
  );

  await button(thread, 'Send to pi').click();
  await expect(chips(page)).toHaveText([/hubot on a\.txt:1, pull request #7/]);
  panel.model.queue([says('Two it is.')]);
  await button(chat(page), 'Send').click();
  await expect(prompts(page).last()).toContainText('hubot on a.txt:1');
  await expect(answers(page).last()).toContainText('Two it is.');
});

test('nobody is asked while nobody looks, neither git nor the host', async ({ page, panel }) => {
  pushWork(panel);
  setCheck(head(panel), null);
  await page.clock.install();
  const asked: string[] = [];
  const running = new Set<Request>();
  page.on('request', (request) => {
    const [, route] = /\/(git(?:\/.*)?)$/.exec(new URL(request.url()).pathname) ?? [];
    if (route === undefined) return;
    asked.push(route);
    // It waits for news, which never come.
    if (route !== 'git/watch') running.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => running.delete(request));
  /** Once this is answered, the page knows of the requests and answers before it. */
  const answered = (): Promise<string> => page.evaluate(() => fetch('/').then((answer) => answer.text()));
  /** Lets the time of the page pass. Returns what was asked for meanwhile. */
  const pass = async (minutes: number): Promise<string[]> => {
    await expect.poll(() => running.size).toBe(0);
    await answered();
    asked.length = 0;
    await page.clock.runFor(minutes * 60_000);
    await answered();
    return [...asked];
  };
  /** A request during another one follows it, once the time of the page has passed. */
  const settle = async (...stays: string[]): Promise<void> => {
    while ((await pass(1)).some((route) => !stays.includes(route)));
  };
  await open(page, panel);
  await show(page);
  await expect(pulls(page).getByRole('group', { name: 'Checks of work' })).toContainText('1 running');
  await settle('git/checks', 'git/watch');
  const shown = (await pass(2)).filter((route) => route !== 'git/watch');
  expect(new Set(shown)).toEqual(new Set(['git/checks']));
  expect(shown.length, 'at most every 20 s').toBeLessThanOrEqual(6);

  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Files' }).click();
  await expect(pulls(page)).toBeHidden();
  await settle();
  expect(await pass(30)).toEqual([]);

  await show(page);
  await expect(pulls(page).getByRole('group', { name: 'Checks of work' })).toContainText('1 running');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await settle();
  const calls = forge.calls.length;
  expect(await pass(30)).toEqual([]);
  expect(forge.calls).toHaveLength(calls);
});

test('a missing login is said with what to do, and the page of the host stays within reach', async ({
  page,
  panel,
}) => {
  pushWork(panel);
  forge.on('GET repos/o/shop/pulls?state=open&per_page=100', { fails: 4, stderr: 'gh auth login' });
  await open(page, panel);
  await show(page);
  await expect(pulls(page).getByRole('alert')).toContainText('gh auth login --hostname github.com');
  await expect(button(pulls(page), 'Open a shell')).toBeVisible();
  await expect(pulls(page).getByRole('link', { name: /new pull request on GitHub/ })).toHaveAttribute(
    'href',
    'https://github.com/o/shop/compare/work?expand=1',
  );
});

test('an agent in a worktree fixes a failing check; it is reviewed, merged, pushed and opened without leaving the page', async ({
  page,
  panel,
}) => {
  pushWork(panel);
  setCheck(head(panel), 'failure');
  await open(page, panel);
  await show(page);
  const checks = pulls(page).getByRole('group', { name: 'Checks of work' });
  await expect(checks).toContainText('1 failed');
  await button(checks, 'Fix in a worktree…').click();
  const form = agents(page).getByRole('form', { name: 'New agent' });
  await expect(form.getByRole('textbox', { name: 'First message' })).toHaveValue(/expected two, found one/);
  await expect(form.getByRole('combobox', { name: 'From' })).toHaveValue('work');
  panel.model.queue([
    calls('write', { path: 'a.txt', content: 'two\n' }),
    calls('bash', { command: 'git commit -qam "Say two"' }),
    says('The check passes now.'),
  ]);
  await button(form, 'Start').click();
  await expect(answers(page).last()).toContainText('The check passes now.', { timeout: 60_000 });
  await expectIdle(page);

  // The user reviews what the agent did.
  await button(page.getByRole('region', { name: 'Chat' }), 'Review').click();
  await expect(review(page).getByRole('group', { name: 'a.txt, change 1 of 1' })).toContainText('two');
  await button(review(page), 'Close review').click();

  // Its branch is merged into the one that was checked.
  const row = agents(page)
    .getByRole('list', { name: 'All agents' })
    .getByRole('listitem')
    .filter({ hasText: 'worktree' });
  await button(row, 'Actions').click();
  await page.getByRole('menuitem', { name: /Merge worktree/ }).click();
  const merge = page.getByRole('dialog', { name: 'Merge worktree' });
  await expect(merge.getByRole('region', { name: 'Files' })).toContainText('a.txt');
  await button(merge, 'Merge').click();
  await expect(merge).toBeHidden();
  expect(await panel.read('a.txt')).toBe('two\n');
  setCheck(head(panel), 'success');

  await page.keyboard.press('Control+1');
  await show(page);
  await expect(source(page)).toContainText('1 ahead of origin/work');
  await button(source(page), 'Push').click();
  await button(programs(page), 'Run them').click();
  await expect(source(page)).toContainText('up to date with origin/work');
  await expect(checks).toContainText('1 passed');

  await button(pulls(page), 'Create pull request').click();
  const dialog = page.getByRole('dialog', { name: 'Create pull request' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('Work');
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('- Sell more\n- Say two');
  const ime = await InputMethod.of(page);
  await ime.composeInEach('web/changes/pulls/NewPullRequestDialog.svelte', (name) =>
    dialog.getByRole('textbox', { name }),
  );
  await title.fill('Sell two');
  await dialog.getByRole('checkbox', { name: /As a draft/ }).check();
  forge.on('POST repos/o/shop/pulls', { json: pull(8, head(panel)) });
  forge.get({ 'repos/o/shop/pulls?state=open&per_page=100': [pull(8, head(panel))] });
  await button(dialog, 'Create pull request').click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Opened the pull request #8.')).toBeVisible();
  await expect(
    pulls(page).getByRole('list', { name: 'Open pull requests' }).getByRole('listitem'),
  ).toHaveText([/#8/]);
  const sent = JSON.parse(forge.calls.findLast(({ args }) => args.includes('POST'))!.input) as object;
  expect(sent).toEqual({
    title: 'Sell two',
    body: '- Sell more\n- Say two',
    base: 'main',
    head: 'work',
    draft: true,
  });
});

test('the checks are watched until they pass: pi fixes a failure, and its commit is pushed once the user says so', async ({
  page,
  panel,
}) => {
  pushWork(panel);
  setCheck(head(panel), 'success');
  await open(page, panel);
  await show(page);
  await expect(pulls(page).getByRole('group', { name: 'Checks of work' })).toContainText('1 passed');
  await button(pulls(page), 'Watch until green…').click();
  const dialog = page.getByRole('dialog', { name: 'Watch until green' });
  await dialog.getByRole('spinbutton', { name: 'Attempts' }).fill('1');
  await button(dialog, 'Start').click();
  await button(programs(page), 'Run them').click();
  const watch = pulls(page).getByRole('group', { name: 'Watch until green' });
  await expect(watch.getByRole('status')).toContainText('Waiting for the checks');
  await button(watch, 'Stop watching').click();
  await expect(button(watch, 'Watch until green…')).toBeVisible();
  await expect(composer(page)).toBeVisible();

  setCheck(head(panel), 'failure');
  await button(watch, 'Watch until green…').click();
  await dialog.getByRole('spinbutton', { name: 'Attempts' }).fill('1');
  await button(dialog, 'Start').click();
  panel.model.queue([
    calls('write', { path: 'a.txt', content: 'two\n' }),
    calls('bash', { command: 'git commit -qam "Say two"' }),
    says('Committed.'),
  ]);
  // The same failure has to be seen twice.
  await expect(prompts(page).last()).toContainText('attempt 1 of 1', { timeout: 60_000 });
  await expect(watch).toContainText('Push it?');
  setCheck(head(panel), 'success');
  await button(watch, 'Push the fix').click();
  await expect(watch).toContainText('The checks have passed.', { timeout: 60_000 });
  expect(
    execFileSync('git', ['rev-parse', 'work'], {
      cwd: `${panel.workspace}-origin.git`,
      encoding: 'utf8',
    }).trim(),
  ).toBe(head(panel));
});
