// Source control with a real git and bare remotes: staging, committing, branches, push and pull, and what git asks.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { InputMethod } from './compositions.ts';
import { gate, says } from '../panel/scripted.ts';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import { button, prompts } from './page.ts';
import { expect, test } from './panel.ts';
import { addRemote, gitIn, group, programs, show, source } from './source-page.ts';

test.skip(!HAS_GIT, NO_GIT);
test.slow(HAS_GIT, 'each test starts hundreds of gits');
test.use({ panelOptions: { files: { 'a.txt': 'one\n', 'b.txt': 'two\n' } } });

test('a branch is pushed for the first time, and what the remote has in the meantime is joined or overwritten', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  const { bare, pushFromElsewhere } = addRemote(panel);
  await show(page, panel);
  await expect(source(page)).toContainText('No upstream branch');
  await button(source(page), 'Push').click();
  // The remote is a folder, whose hooks would run.
  await expect(programs(page)).toContainText('remote.origin.url=');
  await button(programs(page), 'Run them').click();
  await expect(source(page)).toContainText('up to date with origin/main');

  git(panel, 'commit', '-q', '--allow-empty', '-m', 'ours');
  pushFromElsewhere('c.txt');
  await expect(source(page)).toContainText('1 ahead of origin/main');
  await button(source(page), 'Push').click();
  const problem = source(page).getByRole('alert');
  await expect(problem).toContainText('[rejected]');
  await button(problem, 'Overwrite…').click();
  const overwrite = page.getByRole('dialog', { name: 'Overwrite the branch on the remote' });
  await expect(overwrite.getByRole('listitem')).toHaveText([/c\.txt of a colleague Colleague/]);
  await button(overwrite, 'Cancel').click();
  await expect(source(page)).toContainText('1 ahead, 1 behind of origin/main');
  await button(source(page), 'Pull').click();
  await expect(problem).toContainText('divergent branches');
  await button(problem, 'Rebase').click();
  await expect(source(page)).toContainText('1 ahead of origin/main');
  await button(source(page), 'Push').click();
  await expect(source(page)).toContainText('up to date with origin/main');
  expect(gitIn(bare, 'log', '--format=%s', 'main')).toBe('ours\nc.txt of a colleague\nfirst\n');

  git(panel, 'commit', '-q', '--amend', '--allow-empty', '-m', 'ours, better');
  await expect(source(page)).toContainText('1 ahead, 1 behind of origin/main');
  await button(source(page), 'Push').click();
  await button(problem, 'Overwrite…').click();
  await button(overwrite, 'Overwrite 1 commit').click();
  await expect(overwrite).toBeHidden();
  await expect(source(page)).toContainText('up to date with origin/main');
  expect(gitIn(bare, 'log', '-1', '--format=%s', 'main')).toBe('ours, better\n');
});

test('files are staged, discarded, brought back and committed, and a branch is made and deleted', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  await panel.write('a.txt', 'changed\n');
  await panel.write('b.txt', 'changed\n');
  await panel.write('new.txt', 'new\n');
  await show(page, panel);
  await expect(group(page, 'Not staged').getByRole('listitem')).toHaveText([/a\.txt/, /b\.txt/]);
  await button(source(page), 'Stage a.txt').click();
  await expect(group(page, 'Staged').getByRole('listitem')).toHaveText([/a\.txt/]);
  await button(source(page), 'Stage new.txt').click();
  await button(source(page), 'Unstage new.txt').click();
  await expect(group(page, 'Untracked files').getByRole('listitem')).toHaveText([/new\.txt/]);

  await button(source(page), 'Discard b.txt').click();
  const undo = page.getByRole('dialog', { name: 'Undo changes' });
  await expect(undo).toContainText("What isn't staged is discarded.");
  await button(undo, 'Undo 1 file').click();
  await expect(group(page, 'Not staged')).toBeHidden();
  expect(await panel.read('b.txt')).toBe('two\n');
  await button(page, 'Redo').first().click();
  await expect(group(page, 'Not staged').getByRole('listitem')).toHaveText([/b\.txt/]);

  await button(source(page), 'Commit').click();
  const commit = page.getByRole('dialog', { name: 'Commit changes' });
  await expect(commit.getByRole('radio', { name: /What is staged/ })).toBeChecked();
  await expect(commit.getByRole('textbox', { name: 'Commit message' })).toHaveValue('update a.txt');
  await commit.getByRole('checkbox', { name: 'Sign off' }).check();
  await button(commit, 'Commit 1 file').click();
  await expect(commit).toBeHidden();
  expect(git(panel, 'log', '-1', '--format=%B', '--stat')).toMatch(
    /^update a\.txt\n\nSigned-off-by: Example [^]* a\.txt \|[^]*1 file changed/,
  );

  const branch = source(page).getByRole('combobox', { name: 'Branch' });
  await branch.click();
  await button(page, 'New branch…').click();
  const dialog = page.getByRole('dialog', { name: 'New branch' });
  const ime = await InputMethod.of(page);
  await ime.composeIn(
    'web/changes/source/BranchDialog.svelte',
    dialog.getByRole('textbox', { name: 'Name' }),
  );
  await dialog.getByRole('textbox', { name: 'Name' }).fill('a..b');
  await button(dialog, 'Create').click();
  await expect(dialog.getByRole('alert')).toContainText('not a valid branch name');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('work');
  await button(dialog, 'Create').click();
  await expect(branch).toContainText('work');
  git(panel, 'commit', '-q', '--allow-empty', '-m', 'only here');
  await branch.click();
  await page.getByRole('option', { name: /^main/ }).click();
  await expect(branch).toContainText('main');
  await button(source(page), 'Branch actions').click();
  await page.getByRole('menuitem', { name: 'Delete a branch…' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete branch' });
  await button(deletion, 'Delete').click();
  await expect(deletion.getByRole('listitem')).toHaveText([/only here/]);
  await button(deletion, 'Delete and lose the commits').click();
  await expect(deletion).toBeHidden();
  expect(git(panel, 'branch', '--format=%(refname:short)')).toBe('main\n');
});

test('the passphrase of a key is asked for on the page, and a hook that waits is stopped', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  const key = `${panel.workspace}-key`;
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'let me in', '-f', key]);
  for (const [name, value] of [
    ['gpg.format', 'ssh'],
    ['user.signingKey', key],
    ['commit.gpgSign', 'true'],
  ] as const)
    git(panel, 'config', name, value);
  await panel.write('a.txt', 'changed\n');
  await show(page, panel);
  await button(source(page), 'Commit').click();
  const commit = page.getByRole('dialog', { name: 'Commit changes' });
  await button(commit, 'Commit 1 file').click();
  const question = commit.getByRole('form', { name: 'Question from git' });
  await expect(question).toContainText(/passphrase/);
  const ime = await InputMethod.of(page);
  await ime.composeIn('web/ui/progress/GitProgress.svelte', question.getByLabel('Answer to git'));
  await question.getByLabel('Answer to git').fill('let me in');
  await button(question, 'Answer').click();
  await expect(commit).toBeHidden();
  expect(git(panel, 'cat-file', 'commit', 'HEAD')).toContain('BEGIN SSH SIGNATURE');

  git(panel, 'config', 'commit.gpgSign', 'false');
  await panel.write('a.txt', 'changed again\n');
  const hook = path.join(panel.workspace, '.git/hooks/pre-commit');
  await panel.write('.git/hooks/pre-commit', '');
  writeFileSync(hook, '#!/bin/sh\necho checking\nwhile true; do sleep 1; done\n', { mode: 0o755 });
  execFileSync('chmod', ['+x', hook]);
  await button(source(page), 'Commit').click();
  await button(commit, 'Commit 1 file').click();
  await button(programs(page), 'Run them').click();
  await expect(commit.getByRole('log')).toContainText('checking');
  await button(commit, 'Stop git').click();
  await expect(commit.getByText('Not committed.')).toBeVisible();
});

test('a commit of the history opens in the review, what was put aside comes back, and a conflict is resolved', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  await panel.write('a.txt', 'two\n');
  git(panel, 'commit', '-qam', 'Second change\n\nwith a body');
  await show(page, panel);
  const history = page.getByRole('region', { name: 'History' });
  const commits = history.getByRole('list', { name: 'Commits' });
  await expect(commits.getByRole('listitem')).toHaveText([/Second change/, /first/]);
  await history.getByRole('searchbox', { name: 'Search commits' }).fill('second CHANGE');
  await expect(commits.getByRole('listitem')).toHaveText([/Second change/]);
  await commits.getByRole('button', { name: /Second change/ }).click();
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review).toContainText('with a body');
  const hunk = review.getByRole('group', { name: 'a.txt, change 1 of 1' });
  await expect(hunk).toContainText('two');
  await expect(button(hunk, 'Undo')).toHaveCount(0);
  // Nothing is left to decide in a commit.
  await expect(review.getByRole('button', { name: /^Keep/ })).toHaveCount(0);
  await button(review, 'Close review').click();
  const ime = await InputMethod.of(page);
  await ime.composeIn(
    'web/changes/source/History.svelte',
    history.getByRole('searchbox', { name: 'Search commits' }),
  );

  await panel.write('b.txt', 'put aside\n');
  await expect(group(page, 'Not staged').getByRole('listitem')).toHaveText([/b\.txt/]);
  await button(source(page), 'Branch actions').click();
  await page.getByRole('menuitem', { name: 'Stash all changes' }).click();
  await source(page).getByText('1 entry on the stash').click();
  expect(await panel.read('b.txt')).toBe('two\n');
  await button(source(page), 'Apply').click();
  await expect(group(page, 'Not staged').getByRole('listitem')).toHaveText([/b\.txt/]);
  await button(source(page), 'Drop').click();
  await button(page.getByRole('alertdialog'), 'Drop').click();
  await expect(source(page).getByText('1 entry on the stash')).toBeHidden();

  git(panel, 'commit', '-qam', 'third');
  git(panel, 'switch', '-qc', 'other', 'HEAD~1');
  await panel.write('b.txt', 'theirs\n');
  git(panel, 'commit', '-qam', 'of the other branch');
  expect(() => git(panel, 'merge', 'main')).toThrow();
  const unfinished = source(page).getByRole('group', { name: "A merge isn't finished." });
  await expect(group(page, 'Conflicts').getByRole('listitem')).toHaveText([/b\.txt/]);
  await button(unfinished, 'Continue').click();
  await expect(source(page).getByRole('alert')).toContainText('unmerged');
  await group(page, 'Conflicts')
    .getByRole('button', { name: /b\.txt/ })
    .first()
    .click();
  const conflict = page.getByRole('dialog', { name: 'Conflict in b.txt' });
  await expect(conflict.getByRole('region', { name: 'Both sides of b.txt' })).toContainText(
    /theirs[^]*put aside/,
  );
  await expect(button(conflict, 'Mark as resolved')).toBeDisabled();
  await button(conflict, 'Both').click();
  await button(conflict, 'Mark as resolved').click();
  await expect(conflict).toBeHidden();
  expect(await panel.read('b.txt')).toBe('theirs\nput aside\n');
  await button(unfinished, 'Continue').click();
  await expect(source(page)).toContainText('Nothing differs from the last commit.');
  await expect(unfinished).toBeHidden();
  expect(git(panel, 'log', '-1', '--format=%s')).toMatch(/^Merge branch 'main' into other/);
});

test('pi drafts the message of a commit beside the conversation, and a text that is typed meanwhile stays', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  await panel.write('a.txt', 'changed\n');
  await show(page, panel);
  await button(source(page), 'Commit').click();
  const commit = page.getByRole('dialog', { name: 'Commit changes' });
  const message = commit.getByRole('textbox', { name: 'Commit message' });
  panel.model.queue([says('a: says that it changed\n\nBecause it did.')]);
  await button(commit, 'Draft with pi').click();
  await expect(message).toHaveValue('a: says that it changed\n\nBecause it did.');
  await expect(commit.getByRole('status').filter({ hasText: 'Read it before you commit.' })).toBeVisible();
  const asked = JSON.stringify(panel.model.requests.at(-1));
  expect(asked).toContain('+changed');
  expect(asked).toContain('- first');

  const held = gate();
  panel.model.queue([{ steps: [{ until: held.until }, { text: 'too late' }] }]);
  await button(commit, 'Draft with pi').click();
  await message.fill('mine');
  held.open();
  await expect(button(commit, 'Draft with pi')).toBeEnabled();
  await expect(message).toHaveValue('mine');
  await button(commit, 'Commit 1 file').click();
  await expect(commit).toBeHidden();
  // The conversation knows nothing of it.
  await expect(prompts(page)).toHaveCount(0);
  expect(git(panel, 'log', '-1', '--format=%s')).toBe('mine\n');
});

test('the history shows all branches and one file, and a commit is picked and reverted from it', async ({
  page,
  panel,
}) => {
  commitAll(panel);
  git(panel, 'switch', '-qc', 'work');
  await panel.write('a.txt', 'worked\n');
  git(panel, 'commit', '-qam', 'On work');
  git(panel, 'switch', '-q', 'main');
  await panel.write('b.txt', 'main\n');
  git(panel, 'commit', '-qam', 'On main');
  await show(page, panel);
  const history = page.getByRole('region', { name: 'History' });
  const commits = history.getByRole('list', { name: 'Commits' }).getByRole('listitem');
  await expect(commits).toHaveText([/On main/, /first/]);
  await history.getByRole('checkbox', { name: 'All branches' }).check();
  await expect(commits).toHaveText([/On main/, /On work/, /first/]);
  await expect(commits.locator('svg')).toHaveCount(3);

  await commits.getByRole('button', { name: /On work/ }).click();
  const review = page.getByRole('region', { name: 'Review' });
  await button(review, 'Cherry-pick…').click();
  await button(page.getByRole('alertdialog'), 'Cherry-pick').click();
  await expect(page.getByText('Picked “On work”.')).toBeVisible();
  expect(await panel.read('a.txt')).toBe('worked\n');
  expect(git(panel, 'log', '-1', '--format=%s')).toBe('On work\n');
  await expect(commits).toHaveCount(4);
  await commits.first().getByRole('button').click();
  await button(review, 'Revert…').click();
  await button(page.getByRole('alertdialog'), 'Revert').click();
  await expect(page.getByText('Reverted “On work”.')).toBeVisible();
  expect(await panel.read('a.txt')).toBe('one\n');

  await button(review, 'Actions for a.txt').click();
  await page.getByRole('menuitem', { name: 'History of the file' }).click();
  await expect(history.getByRole('combobox', { name: 'Search by' })).toHaveValue('file');
  await history.getByRole('checkbox', { name: 'All branches' }).uncheck();
  await expect(commits).toHaveText([/Revert "On work"/, /On work/, /first/]);
});
