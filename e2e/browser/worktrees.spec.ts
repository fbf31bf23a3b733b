// Agents in git worktrees: made with a set-up that can be watched, merged back with a plan, and ended without a loss.
import { access, chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { InputMethod } from './compositions.ts';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import { says } from '../panel/scripted.ts';
import { agents, answers, button, composer, expectIdle, open, prompts, region } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

test.skip(!HAS_GIT, NO_GIT);

const shell = region('Shell');
const form = (page: Page): Locator => agents(page).getByRole('form', { name: 'New agent' });
const rows = (page: Page): Locator =>
  agents(page).getByRole('list', { name: 'All agents' }).getByRole('listitem');

function gitIn(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** Fills in the form; returns the folder of the worktree. */
async function begin(page: Page, panel: RunningPanel, { setup = '', message = '' }): Promise<string> {
  await page.keyboard.press('Alt+N');
  await form(page)
    .getByRole('checkbox', { name: /git worktree/ })
    .check();
  const branch = form(page).getByRole('textbox', { name: 'New branch' });
  await expect(branch).toHaveValue('agent-1');
  const place = `${panel.workspace}-agent-1`;
  await expect(form(page).getByRole('textbox', { name: 'Worktree folder' })).toHaveValue(place);
  await form(page).getByRole('textbox', { name: 'Setup command' }).fill(setup);
  await form(page).getByRole('textbox', { name: 'First message' }).fill(message);
  await button(form(page), 'Start').click();
  return place;
}

test.use({
  panelOptions: {
    files: { '.worktreeinclude': '.env\n', '.gitignore': '.env\n', '.env': 'KEY=1\n', 'a.txt': 'one\n' },
  },
});

test('a set-up runs in a shell, where it can be answered; the agent starts once it succeeds, in the branch', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  await open(page, panel);
  panel.model.queue([says('Hi from the worktree.')]);
  const place = await begin(page, panel, {
    setup:
      'cat .env; test -e ready || { echo not ready; exit 3; }; printf "name? "; read -r name; echo "$name" > named',
    message: 'Say hi',
  });
  const card = agents(page).getByRole('region', { name: 'Worktree agent-1' });
  await expect(card.getByRole('alert')).toContainText('failed with exit code 3, so no agent was started');
  const tab = shell(page).getByRole('tab', { name: /^agent-1: cat \.env/ });
  await expect(tab).toContainText('exit code 3');
  await expect(shell(page).getByRole('tabpanel')).toContainText('KEY=1');
  await expect(shell(page).getByRole('tabpanel')).toContainText('not ready');
  await expect(rows(page)).toHaveCount(1);

  await writeFile(path.join(place, 'ready'), '');
  await button(card, 'Try again').click();
  await expect(shell(page).getByRole('tabpanel')).toContainText('name?');
  await shell(page).getByRole('textbox', { name: 'Input of the shell' }).focus();
  await page.keyboard.type('a name\n');
  await expect(card).toBeHidden({ timeout: 30_000 });
  expect(await readFile(path.join(place, 'named'), 'utf8')).toBe('a name\n');
  // The page does not interrupt a user who types.
  await button(page, 'Open').click();
  await expectIdle(page);
  await expect(page.getByRole('banner')).toContainText('project-agent-1');
  await expect(rows(page)).toHaveCount(2);
  const row = rows(page).filter({ hasText: 'worktree' });
  await expect(row).toContainText('agent-1');
  expect(gitIn(place, 'branch', '--show-current').trim()).toBe('agent-1');
  await expect(prompts(page)).toContainText('Say hi');
  await expect(answers(page)).toContainText('Hi from the worktree.');
  await expect(shell(page).getByRole('tab')).toHaveCount(0);
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('banner')).not.toContainText('project-agent-1');
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('banner')).toContainText('project-agent-1');

  // The same names are refused before anything is made.
  await page.keyboard.press('Alt+N');
  await form(page)
    .getByRole('checkbox', { name: /git worktree/ })
    .check();
  const branch = form(page).getByRole('textbox', { name: 'New branch' });
  await expect(branch).toHaveValue('agent-2');
  await branch.fill('agent-1');
  await button(form(page), 'Start').click();
  await expect(form(page).getByRole('alert')).toContainText('The branch “agent-1” already exists');
});

test('an agent that becomes ready while the user writes to another one is announced, and takes no draft', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  await open(page, panel);
  const place = await begin(page, panel, { setup: 'until test -e go; do sleep 0.1; done' });
  await composer(page).click();
  await page.keyboard.type('A sentence that ');
  await expect
    .poll(() =>
      access(place).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await writeFile(path.join(place, 'go'), '');
  const ready = page.getByText('agent-1 is ready');
  await expect(ready).toBeVisible({ timeout: 30_000 });
  await page.keyboard.type('goes on');
  await expect(composer(page)).toHaveValue('A sentence that goes on');
  await expect(page.getByRole('banner')).not.toContainText('project-agent-1');

  await button(page, 'Open').click();
  await expect(page.getByRole('banner')).toContainText('project-agent-1');
  await expectIdle(page);
  await expect(composer(page)).toHaveValue('');
  await rows(page).filter({ hasNotText: 'worktree' }).locator('[data-agent]').click();
  await expect(composer(page)).toHaveValue('A sentence that goes on');
});

test('work is merged back as planned, and a worktree with work left ends only by its name', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  await open(page, panel);
  const place = await begin(page, panel, { setup: '' });
  await expect(rows(page)).toHaveCount(2, { timeout: 30_000 });
  const row = rows(page).filter({ hasText: 'worktree' });
  await writeFile(path.join(place, 'a.txt'), 'two\n');
  await writeFile(path.join(place, 'b.txt'), 'new\n');
  gitIn(place, 'commit', '-qam', 'My work');

  // The same line on both sides: nothing is merged, and both sides can be read.
  await panel.write('a.txt', 'three\n');
  git(panel, 'commit', '-qam', 'Meanwhile');
  const dialog = page.getByRole('dialog', { name: 'Merge worktree' });
  await button(row, 'Actions').click();
  await page.getByRole('menuitem', { name: /Merge worktree/ }).click();
  await dialog.getByText('a.txt').first().click();
  await expect(dialog.getByRole('region', { name: 'Both sides of a.txt' })).toContainText(/three[^]*two/);
  await expect(button(dialog, 'Merge')).toBeHidden();
  const message = dialog.getByRole('textbox', { name: /Message to the agent/ });
  await expect(message).toHaveValue(/Merge main into this branch/);
  const ime = await InputMethod.of(page);
  await ime.composeIn('web/agents/worktrees/MergeWorktree.svelte', message);
  expect(await panel.read('a.txt')).toBe('three\n');

  // The conflict is resolved in the worktree. Uncommitted changes in the base then block the merge only if they are in
  // the same file.
  gitIn(place, 'merge', '-q', '-X', 'ours', 'main', '-m', 'Merge main');
  await panel.write('.gitignore', '.env\nx\n');
  await panel.write('a.txt', 'four\n');
  await button(dialog, 'Check again').click();
  await expect(dialog.getByRole('alert')).toContainText(
    'has uncommitted changes of files in this merge: a.txt.',
  );
  await expect(button(dialog, 'Merge')).toBeDisabled();
  git(panel, 'checkout', '-q', 'a.txt');
  await button(dialog, 'Check again').click();
  await expect(dialog.getByRole('region', { name: 'Files' })).toContainText('a.txt');
  await expect(dialog.getByRole('region', { name: 'Not committed' })).toContainText('b.txt');
  const commit = dialog.getByRole('textbox', { name: 'Commit message' });
  await ime.composeIn('web/agents/worktrees/CommitLeft.svelte', commit);
  await commit.fill('The new file');
  await button(dialog, 'Commit 1 file').click();
  await expect(dialog.getByRole('region', { name: 'Files' })).toContainText('b.txt');
  await button(dialog, 'Merge').click();
  await expect(dialog).toBeHidden();
  expect([await panel.read('a.txt'), await panel.read('b.txt')]).toEqual(['two\n', 'new\n']);

  // The outcome stays at the row.
  const outcome = row.getByRole('group', { name: 'Last merge' });
  await expect(outcome).toContainText('agent-1 was merged into main: 2 files');
  await page.reload();
  await expect(outcome).toContainText('agent-1 was merged into main: 2 files');

  await writeFile(path.join(place, 'notes.txt'), 'untracked\n');
  await button(outcome, 'End worktree…').click();
  const end = page.getByRole('dialog', { name: 'End worktree' });
  await expect(end.getByRole('region', { name: 'Untracked files' })).toContainText('notes.txt');
  const remove = button(end, 'Remove the worktree');
  await expect(remove).toBeDisabled();
  await ime.composeIn('web/agents/worktrees/EndWorktree.svelte', end.getByRole('textbox'));
  await end.getByRole('textbox').fill('agent-1');
  await remove.click();
  await expect(end).toBeHidden({ timeout: 30_000 });
  await expect(rows(page)).toHaveCount(1);
  await expect(access(place)).rejects.toThrow();
  const [kept = ''] = git(panel, 'for-each-ref', '--format=%(refname)', 'refs/pi-panel').split('\n');
  expect(git(panel, 'show', `${kept}:notes.txt`)).toBe('untracked\n');
  expect(git(panel, 'branch', '--list', 'agent-1')).toContain('agent-1');
  expect(await readFile(path.join(panel.workspace, '.env'), 'utf8')).toBe('KEY=1\n');
  await expect(composer(page)).toBeVisible();
});

test('what the hooks of git print is shown while a worktree is added, and while it is merged', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  await open(page, panel);
  const hooks = path.join(path.dirname(panel.workspace), 'hooks');
  await mkdir(hooks);
  for (const name of ['post-checkout', 'post-merge']) {
    const wait = `while ! test -e "${hooks}/go-${name}"; do sleep 0.1; done`;
    await writeFile(path.join(hooks, name), `#!/bin/sh\necho "${name} is at work"\n${wait}\n`);
    await chmod(path.join(hooks, name), 0o755);
  }
  git(panel, 'config', 'core.hooksPath', hooks);
  const place = await begin(page, panel, {});
  await button(page.getByRole('dialog', { name: 'Run the programs of this folder?' }), 'Run them').click();
  const card = agents(page).getByRole('region', { name: 'Worktree agent-1' });
  await expect(card.getByRole('log')).toContainText('post-checkout is at work');
  await writeFile(path.join(hooks, 'go-post-checkout'), '');
  await expect(rows(page)).toHaveCount(2, { timeout: 30_000 });

  await writeFile(path.join(place, 'a.txt'), 'two\n');
  gitIn(place, 'commit', '-qam', 'My work');
  await button(rows(page).filter({ hasText: 'worktree' }), 'Actions').click();
  await page.getByRole('menuitem', { name: /Merge worktree/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge worktree' });
  await button(dialog, 'Merge').click();
  await expect(dialog.getByRole('log')).toContainText('post-merge is at work');
  await writeFile(path.join(hooks, 'go-post-merge'), '');
  await expect(dialog).toBeHidden();
  expect(await panel.read('a.txt')).toBe('two\n');
});

test('a worktree with work in a repository inside ends by keeping its folder', async ({ page, panel }) => {
  commitAll(panel);
  await open(page, panel);
  const place = await begin(page, panel, { setup: '' });
  await expect(rows(page)).toHaveCount(2, { timeout: 30_000 });
  const row = rows(page).filter({ hasText: 'worktree' });
  gitIn(place, 'init', '-q', 'inner');
  await writeFile(path.join(place, 'inner/precious.txt'), 'precious\n');
  await button(row, 'Actions').click();
  await page.getByRole('menuitem', { name: 'End worktree…' }).click();
  const end = page.getByRole('dialog', { name: 'End worktree' });
  await expect(end.getByRole('alert')).toContainText('inner/ (1 file)');
  await expect(end.getByRole('region', { name: 'In the repository inner' })).toContainText('precious.txt');
  await expect(button(end, 'Remove the worktree')).toBeDisabled();
  // No commit keeps it, so it is not called kept.
  await expect(end.getByRole('region', { name: 'Untracked files' })).toHaveCount(0);
  await button(end, 'Keep the folder').click();
  await expect(end).toBeHidden({ timeout: 30_000 });
  await expect(rows(page)).toHaveCount(1);
  expect(await readFile(path.join(`${place}-kept`, 'inner/precious.txt'), 'utf8')).toBe('precious\n');
  await expect(access(place)).rejects.toThrow();
});

test('an agent whose worktree folder another program deleted says so before a message is sent, and is tidied up', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  await open(page, panel);
  panel.model.queue([says('Hi from the worktree.')]);
  const place = await begin(page, panel, { message: 'Say hi' });
  await expect(answers(page)).toContainText('Hi from the worktree.', { timeout: 30_000 });
  await expectIdle(page);
  await rm(place, { recursive: true });
  const alert = page.getByRole('alert').filter({ hasText: `The folder ${place} is gone` });
  await expect(alert).toBeVisible();
  await composer(page).fill('Go on');
  await composer(page).press('Enter');
  await expect(composer(page)).toHaveValue('Go on');
  await button(page, 'End the agent and its worktree').click();
  await expect(rows(page)).toHaveCount(1);
  expect(gitIn(panel.workspace, 'worktree', 'list', '--porcelain')).not.toContain(place);
  expect(gitIn(panel.workspace, 'branch', '--list', 'agent-1')).toContain('agent-1');
});
