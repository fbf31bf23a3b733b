// Hooks of git that take minutes, with a real git: their output is shown while they run, on every page and after a reload,
// they can be stopped, and how they ended is not lost. The hooks wait for a file, so that the tests need not wait for them.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import { button, open } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { addRemote, gitIn, programs, show, source } from './source-page.ts';

test.skip(!HAS_GIT, NO_GIT);
test.slow(HAS_GIT, 'each test starts hundreds of gits');
test.use({ panelOptions: { files: { 'a.txt': 'one\n' } } });

/** Makes a hook that prints, waits until it is let go, prints again, and ends with this status. */
function makeHook(panel: RunningPanel, name: string, status = 0): { letGo: () => void } {
  const go = `${panel.workspace}-go`;
  rmSync(go, { force: true });
  const hook = path.join(panel.workspace, '.git/hooks', name);
  mkdirSync(path.dirname(hook), { recursive: true });
  const lines = ['#!/bin/sh', 'echo "checking 1 of 2"', `while ! test -e '${go}'; do sleep 0.1; done`];
  writeFileSync(hook, [...lines, 'echo "checking 2 of 2"', `exit ${status}`, ''].join('\n'), { mode: 0o755 });
  return { letGo: () => writeFileSync(go, '') };
}

const log = (page: Page) => source(page).getByRole('log', { name: 'Output from git' });

async function openCommit(page: Page) {
  await button(source(page), 'Commit').click();
  return page.getByRole('dialog', { name: 'Commit changes' });
}

test('a hook that runs for minutes is shown on another page and after a reload, and the commit is made', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  await panel.write('a.txt', 'two\n');
  const hook = makeHook(panel, 'pre-commit');
  await show(page, panel);
  const other = await page.context().newPage();
  await show(other, panel);
  const commit = await openCommit(page);
  await button(commit, 'Commit 1 file').click();
  await button(programs(page), 'Run them').click();
  await expect(commit.getByRole('log')).toContainText('checking 1 of 2');

  await expect(log(other)).toContainText('checking 1 of 2');
  await expect(button(source(other), 'Commit')).toBeDisabled();
  await page.reload();
  await expect(log(page)).toContainText('checking 1 of 2');
  await expect(button(source(page), 'Push')).toBeDisabled();
  hook.letGo();
  for (const one of [page, other]) {
    await expect(source(one)).toContainText('Nothing differs from the last commit.');
    await expect(log(one)).toBeHidden();
    await expect(source(one).getByRole('alert')).toBeHidden();
  }
  expect(git(panel, 'log', '-1', '--format=%s')).toBe('update a.txt\n');
});

test('a commit that a hook refuses after a reload is reported with its message', async ({ page, panel }) => {
  commitAll(panel);
  await panel.write('a.txt', 'two\n');
  const hook = makeHook(panel, 'pre-commit', 1);
  await show(page, panel);
  const commit = await openCommit(page);
  await commit.getByRole('textbox', { name: 'Commit message' }).fill('a: says two, after much thought');
  await button(commit, 'Commit 1 file').click();
  await button(programs(page), 'Run them').click();
  await expect(commit.getByRole('log')).toContainText('checking 1 of 2');
  await page.reload();
  await expect(log(page)).toContainText('checking 1 of 2');
  hook.letGo();
  const problem = source(page).getByRole('alert');
  await expect(problem).toContainText('checking 2 of 2');
  await expect(problem).toContainText('a: says two, after much thought');
  await button(problem, 'Dismiss').click();
  await expect(problem).toBeHidden();
  expect(git(panel, 'log', '-1', '--format=%s')).toBe('first\n');
});

test('with the keyboard alone, a commit that a hook refuses can be tried again', async ({ page, panel }) => {
  commitAll(panel);
  await panel.write('a.txt', 'two\n');
  makeHook(panel, 'pre-commit', 1).letGo();
  await show(page, panel);
  const commit = await openCommit(page);
  await button(commit, 'Commit 1 file').press('Enter');
  await button(programs(page), 'Run them').press('Enter');
  await expect(commit.getByRole('log')).toContainText('checking 2 of 2');
  await expect(button(commit, 'Commit 1 file')).toBeFocused();
});

test('a push whose hook runs for minutes is stopped on another page, with the hook', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  const { bare } = addRemote(panel);
  git(panel, 'fetch', '-q');
  git(panel, 'branch', '-q', '-u', 'origin/main');
  git(panel, 'commit', '-q', '--allow-empty', '-m', 'ours');
  makeHook(panel, 'pre-push');
  await show(page, panel);
  const other = await page.context().newPage();
  await open(other, panel);
  await button(source(page), 'Push').click();
  await button(programs(page), 'Run them').click();
  await expect(log(page)).toContainText('checking 1 of 2');
  await other.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Source control' }).click();
  await expect(log(other)).toContainText('checking 1 of 2');
  await button(source(other), 'Stop git').click();
  await expect(source(page).getByRole('alert')).toContainText('was stopped');
  await expect(log(other)).toBeHidden();
  await expect(source(other)).toContainText('1 ahead of origin/main');
  expect(gitIn(bare, 'log', '-1', '--format=%s', 'main')).toBe('first\n');
  expect(existsSync(path.join(panel.workspace, '.git/index.lock'))).toBe(false);
});
