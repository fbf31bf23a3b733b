// The same prompt for several models: started from the composer, compared file by file, and one of them kept.
import { execFileSync } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { commitAll, HAS_GIT, NO_GIT, git } from './git.ts';
import { agents, button, converse, expectIdle, expectLive, open, send } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { tabTo } from './tab-to.ts';

test.skip(!HAS_GIT, NO_GIT);

test.setTimeout(180_000);

test.use({ panelOptions: { files: { 'a.txt': 'one\ntwo\nthree\n' } } });

/** In each worktree it leaves another text, which names the worktree. */
const PROMPT = `Name the folder. [[script]] ${JSON.stringify([
  calls('bash', { command: 'basename "$PWD" > made.txt; sed -i "s/two/$(basename "$PWD")/" a.txt' }),
  says('Done.'),
])}`;

const form = (page: Page): Locator => agents(page).getByRole('form', { name: 'Compare models' });
const comparison = (page: Page): Locator => page.getByRole('dialog', { name: 'Compare models' });
const rows = (page: Page): Locator =>
  agents(page).getByRole('list', { name: 'All agents' }).getByRole('listitem');
const placeOf = (panel: RunningPanel, model: string): string => `${panel.workspace}-compare-1-${model}`;

/** Starts a comparison of both models, and waits until they have finished. */
async function compare(page: Page, panel: RunningPanel): Promise<void> {
  await startComparison(page, panel, PROMPT);
  for (const model of ['demo-tour', 'demo-plain'])
    await expect(button(comparison(page), `Keep ${model}`)).toBeEnabled({ timeout: 60_000 });
}

async function startComparison(page: Page, panel: RunningPanel, prompt: string): Promise<void> {
  commitAll(panel);
  await open(page, panel);
  // An agent without a conversation does not come back after a restart of the panel.
  await converse(page, panel, ['Hello', 'Hi.']);
  await send(page, '/compare');
  await expect(form(page).getByRole('textbox', { name: 'Prompt for all models' })).toBeFocused();
  await form(page).getByRole('textbox', { name: 'Prompt for all models' }).fill(prompt);
  await expect(form(page).getByRole('checkbox', { name: /Demo tour/ })).toBeChecked();
  await expect(button(form(page), 'Start')).toBeDisabled();
  await form(page)
    .getByRole('checkbox', { name: /Demo plain/ })
    .check();
  await button(form(page), 'Start').click();
}

test('two models work side by side; one is kept, and the worktree of the other ends without a loss', async ({
  page,
  panel,
}) => {
  await compare(page, panel);
  const file = comparison(page).getByRole('region', { name: 'a.txt' });
  await expect(file.getByRole('group', { name: 'demo-tour', exact: true })).toContainText(
    /\+1[^]*two[^]*project-compare-1-demo-tour/,
  );
  await expect(file.getByRole('group', { name: 'demo-plain', exact: true })).toContainText(
    'project-compare-1-demo-plain',
  );
  await expect(comparison(page).getByRole('region', { name: 'made.txt' })).toBeVisible();
  await expect(comparison(page).getByRole('group', { name: 'Answer from demo-plain' })).toHaveText('Done.');

  // The comparison is there after a reload and after a restart of the panel, also if the page had asked for it in vain.
  const card = agents(page).getByRole('region', { name: /^Comparison: Name the folder/ });
  await page.reload();
  await expect(card).toBeVisible();
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/comparisons'));
  await page.route(/\/api\/comparisons$/, (route) => route.abort());
  await page.reload();
  await asked;
  await expectIdle(page);
  await panel.kill();
  await page.unroute(/\/api\/comparisons$/);
  await panel.start();
  await expectLive(page);
  // No page has shown their results yet.
  await expect(rows(page).filter({ hasText: 'finished' })).toHaveCount(2, { timeout: 60_000 });
  await expect(rows(page).filter({ hasText: 'idle' })).toHaveCount(1);
  await button(card, 'Compare').click();
  await expect(file).toContainText('project-compare-1-demo-tour');

  await button(comparison(page), 'Keep demo-plain').click();
  const merge = page.getByRole('dialog', { name: 'Merge worktree' });
  await merge.getByRole('radio', { name: 'Merge the commits' }).check();
  await expect(merge.getByRole('region', { name: 'Not committed' })).toContainText('made.txt');
  await merge.getByRole('textbox', { name: 'Commit message' }).fill('The better one');
  await button(merge, 'Commit 2 files').click();
  await button(merge, 'Merge').click();
  await expect(merge).toBeHidden();
  expect(await panel.read('made.txt')).toBe('project-compare-1-demo-plain\n');

  // The kept worktree is clean, so it is checked already; the user has to check the other one.
  const end = page.getByRole('dialog', { name: 'Remove worktrees' });
  const kept = end.getByRole('checkbox', { name: /Remove compare-1-demo-plain/ });
  const other = end.getByRole('checkbox', { name: /Remove compare-1-demo-tour/ });
  await expect(kept).toBeChecked();
  await expect(other).not.toBeChecked();
  await expect(end.getByRole('region', { name: 'compare-1-demo-tour' })).toContainText('made.txt');
  // If files appear that the user has not seen, that worktree is not removed, and the user looks again.
  await other.check();
  await writeFile(path.join(placeOf(panel, 'demo-tour'), 'late.txt'), 'late\n');
  await button(end, 'Remove 2 worktrees').click();
  await expect(end.getByRole('alert')).toContainText('was changed since you looked at it', {
    timeout: 30_000,
  });
  await expect(end.getByRole('region', { name: 'compare-1-demo-tour' })).toContainText('late.txt');
  await other.check();
  await button(end, 'Remove 1 worktree').click();
  await expect(end).toBeHidden({ timeout: 30_000 });
  await expect(comparison(page)).toBeHidden();
  await expect(card).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  for (const model of ['demo-tour', 'demo-plain'])
    await expect(access(placeOf(panel, model))).rejects.toThrow();
  expect(git(panel, 'branch', '--format=%(refname:short)')).toBe('main\n');
  const refs = git(panel, 'for-each-ref', '--format=%(refname)', 'refs/pi-panel').trim().split('\n');
  expect(refs).toHaveLength(1);
  expect(git(panel, 'show', `${refs[0]}:made.txt`)).toBe('project-compare-1-demo-tour\n');
  expect(git(panel, 'show', `${refs[0]}:late.txt`)).toBe('late\n');
});

test('while the models work, their first file is open although reading takes long, and the next file opens when the first is gone', async ({
  page,
  panel,
}) => {
  // Longer than the time after which they are read again.
  await page.route(/\/api\/comparisons\/[^/]*\/file\?/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await route.continue();
  });
  const script = [
    calls('bash', { command: 'echo > 1.txt; until [ -e ../seen ]; do sleep 0.1; done; rm 1.txt' }),
    calls('bash', { command: 'sed -i "s/two/$(basename "$PWD")/" a.txt' }),
    { steps: [{ text: 'Working' }, { hang: true }] },
  ];
  await startComparison(page, panel, `Go on. [[script]] ${JSON.stringify(script)}`);
  const [passing, file] = ['1.txt', 'a.txt'].map((name) =>
    comparison(page).getByRole('region', { name }),
  ) as [Locator, Locator];
  await expect(passing.getByRole('button')).toHaveAttribute('aria-expanded', 'true', { timeout: 60_000 });
  await writeFile(path.join(panel.workspace, '../seen'), '');
  await expect(passing).toBeHidden();
  for (const model of ['demo-tour', 'demo-plain'])
    await expect(file.getByRole('group', { name: model, exact: true })).toContainText(
      `project-compare-1-${model}`,
      { timeout: 60_000 },
    );
  await expect(comparison(page).getByText('working').first()).toBeVisible();
});

test('one result is kept without a commit, beside uncommitted changes of the user, which stay as they were', async ({
  page,
  panel,
}) => {
  await compare(page, panel);
  // The same line was changed on both sides: nothing is written.
  await panel.write('a.txt', 'one\nTWO\nthree\n');
  await button(comparison(page), 'Keep demo-plain').click();
  const merge = page.getByRole('dialog', { name: 'Merge worktree' });
  await expect(merge.getByRole('radio', { name: 'Copy all changes, uncommitted' })).toBeChecked();
  await expect(merge.getByRole('region', { name: 'Conflicts' })).toContainText('in the same lines');
  await expect(button(merge, 'Copy changes')).toBeDisabled();
  const mine = 'one\ntwo\nthree\nmine\n';
  await panel.write('a.txt', mine);
  await button(merge, 'Check again').click();
  await expect(merge.getByRole('region', { name: 'Files' })).toContainText(
    /a\.txt.*merged with your changes/,
  );
  await expect(merge.getByRole('region', { name: 'Files' })).toContainText('made.txt');
  await button(merge, 'Copy changes').click();
  await expect(merge).toBeHidden();
  const end = page.getByRole('dialog', { name: 'Remove worktrees' });
  await expect(end.getByRole('region', { name: 'compare-1-demo-plain' })).toContainText(
    'Its files were copied.',
  );
  await expect(end.getByRole('checkbox', { name: /Remove compare-1-demo-plain/ })).toBeChecked();
  await button(end, 'Remove 1 worktree').click();
  await expect(end).toBeHidden({ timeout: 30_000 });
  // Nothing is said about the files of the worktree that is gone.
  const made = comparison(page).getByRole('region', { name: 'made.txt' });
  await expect(made.getByRole('group', { name: 'demo-tour', exact: true })).toContainText('+1');
  await expect(made.getByRole('group', { name: 'demo-plain', exact: true })).toHaveText('');
  await expect(
    page.getByText(/2 files of compare-1-demo-plain are in .*Your changes from before are kept/),
  ).toBeVisible();
  expect(git(panel, 'status', '--porcelain')).toBe(' M a.txt\n?? made.txt\n');
  expect(await panel.read('a.txt')).toBe('one\nproject-compare-1-demo-plain\nthree\nmine\n');
  const ref = git(panel, 'for-each-ref', '--format=%(refname)', 'refs/pi-panel/before').trim();
  expect(git(panel, 'show', `${ref}:a.txt`)).toBe(mine);
});

test('by the keyboard alone, two models are compared and one result is kept', async ({ page, panel }) => {
  commitAll(panel);
  await open(page, panel);
  await page.keyboard.type('/compare ');
  await page.keyboard.press('Enter');
  await expect(form(page).getByRole('textbox', { name: 'Prompt for all models' })).toBeFocused();
  await page.keyboard.insertText(PROMPT);
  const plain = form(page).getByRole('checkbox', { name: /Demo plain/ });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(plain).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Space');
  await tabTo(page, /^Start$/);
  await page.keyboard.press('Enter');
  for (const model of ['demo-tour', 'demo-plain'])
    await expect(button(comparison(page), `Keep ${model}`)).toBeEnabled({ timeout: 60_000 });
  await tabTo(page, /^Keep demo-plain$/);
  await page.keyboard.press('Enter');
  const merge = page.getByRole('dialog', { name: 'Merge worktree' });
  await expect(button(merge, 'Copy changes')).toBeEnabled();
  await tabTo(page, /^Copy changes$/);
  await page.keyboard.press('Enter');
  await expect(merge).toBeHidden();
  expect(await panel.read('made.txt')).toBe('project-compare-1-demo-plain\n');
  const end = page.getByRole('dialog', { name: 'Remove worktrees' });
  await expect(button(end, 'Remove 1 worktree')).toBeEnabled();
  await tabTo(page, /^Remove 1 worktree$/);
  await page.keyboard.press('Enter');
  await expect(end).toBeHidden({ timeout: 30_000 });
  await expect(access(placeOf(panel, 'demo-plain'))).rejects.toThrow();
});

test('when the user keeps none, the comparison is forgotten, but its worktrees and agents stay', async ({
  page,
  panel,
}) => {
  await compare(page, panel);
  // By the keyboard alone: a file is closed and opened.
  const file = comparison(page).getByRole('region', { name: 'a.txt' });
  const toggle = file.getByRole('button');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await button(comparison(page), 'Forget the comparison').click();
  await expect(comparison(page)).toBeHidden();
  await expect(rows(page)).toHaveCount(3);
  const made = await readFile(path.join(placeOf(panel, 'demo-plain'), 'made.txt'), 'utf8');
  expect(made).toBe('project-compare-1-demo-plain\n');
  expect(await panel.read('a.txt')).toBe('one\ntwo\nthree\n');
});

test('a folder without git is refused with the reason', async ({ page, panel }) => {
  await open(page, panel);
  await send(page, '/compare Do it');
  await expect(form(page).getByRole('textbox', { name: 'Prompt for all models' })).toHaveValue('Do it');
  await expect(form(page).getByRole('alert')).toContainText('is not in a git checkout');
  await expect(form(page)).toContainText('the folder must be in a git repository');
  await form(page)
    .getByRole('checkbox', { name: /Demo plain/ })
    .check();
  await expect(button(form(page), 'Start')).toBeDisabled();
  expect(() => execFileSync('git', ['-C', panel.workspace, 'status'], { stdio: 'pipe' })).toThrow();
});
