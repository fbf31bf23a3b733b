// Changes that are not lines of a text, changes that are not recorded, and recorded changes that are forgotten.
import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import { button, conversation, expectIdle, notifications, open, review, send, settings } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const changes = (page: Page): Locator => page.getByRole('region', { name: 'Changes' });
const change = (page: Page, file: string): Locator =>
  review(page).getByRole('group', { name: `${file}, change 1 of 1`, exact: true });

let turns = 0;

async function run(page: Page, panel: RunningPanel, command: string): Promise<void> {
  const answer = `answer ${++turns}`;
  panel.model.queue([calls('bash', { command }), says(answer)]);
  await send(page, 'go on');
  await expect(conversation(page)).toContainText(answer);
  await expectIdle(page);
}

async function openChanges(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
  await expect(changes(page)).toBeVisible();
}

test.describe('changes without lines', () => {
  test.use({ panelOptions: { files: { 'data.bin': 'a\0b', 'run.sh': '#!/bin/sh\n' } } });

  test('a binary file, new permissions, a link and an empty file are kept, undone and committed like any other', async ({
    page,
    panel,
  }) => {
    test.skip(!HAS_GIT, NO_GIT);
    commitAll(panel);
    await open(page, panel);
    await run(
      page,
      panel,
      'printf "c\\000d" > data.bin; printf "x\\000" > new.bin; chmod 755 run.sh; ln -s README.md link; : > empty',
    );
    await openChanges(page);
    await expect(changes(page).getByRole('listitem')).toHaveText([
      /M\s*data\.bin\s*binary/,
      /A\s*empty/,
      /A\s*link/,
      /A\s*new\.bin\s*binary/,
      /X\s*run\.sh\s*permissions changed/,
    ]);
    await button(changes(page), 'Review changes').click();
    const progress = review(page).getByRole('status', { name: 'Review progress' });
    await expect(progress).toHaveText('5 of 5 left');
    await expect(change(page, 'data.bin')).toContainText('Not a text file.');
    await expect(change(page, 'empty')).toContainText('The file is empty.');
    await expect(change(page, 'link')).toContainText('README.md');
    await expect(change(page, 'run.sh')).toContainText('Only its permissions changed.');

    await page.keyboard.press('j');
    await expect(change(page, 'data.bin')).toBeFocused();
    await page.keyboard.press('y');
    await expect(progress).toHaveText('4 of 5 left');
    await button(change(page, 'link'), 'Undo').click();
    await expect(change(page, 'link')).toHaveCount(0);
    await expect(lstat(path.join(panel.workspace, 'link'))).rejects.toThrow('ENOENT');
    await button(change(page, 'new.bin'), 'Undo').click();
    await button(page.getByRole('dialog', { name: 'Undo changes' }), 'Undo 1 file').click();
    await expect(progress).toHaveText('2 of 3 left');
    await expect(panel.read('new.bin')).rejects.toThrow('ENOENT');
    await button(change(page, 'run.sh'), 'Keep').click();
    await button(change(page, 'empty'), 'Keep').click();
    await expect(progress).toHaveText('0 of 3 left');

    // Changes that were kept in the session count as kept against the last commit, too.
    await button(review(page), 'Commit…').click();
    const dialog = page.getByRole('dialog', { name: 'Commit changes' });
    await expect(dialog.getByText('3 of 3 changes')).toBeVisible();
    await button(dialog, 'Commit 3 files').click();
    await expect(dialog).toBeHidden();
    expect(git(panel, 'show', '--format=', '--summary')).toMatch(/mode change 100644 => 100755 run\.sh/);
    expect(git(panel, 'status', '--porcelain')).toBe('');
    expect((await stat(path.join(panel.workspace, 'run.sh'))).mode & 0o111).toBe(0o111);
  });
});

test('recorded changes are forgotten after a question, which says that nothing can be undone then', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openChanges(page);
  await run(page, panel, 'echo new > README.md');
  const forget = async (): Promise<void> => {
    await page.keyboard.press('Control+,');
    await settings(page).getByRole('tab', { name: 'Panel' }).click();
    await expect(settings(page)).toContainText(/\d+ B of 512 MB used for undo/);
    await button(settings(page), 'Forget…').click();
  };
  await forget();
  const question = page.getByRole('alertdialog', {
    name: /Remove \d+ B of recorded .* no longer be undone or redone/,
  });
  await button(question, 'Cancel').click();
  await page.keyboard.press('Escape');
  await expect(button(changes(page), 'Undo turn')).toBeVisible();
  await forget();
  await button(question, 'Forget').click();
  await expect(page.getByText('The recorded changes of this folder were removed.')).toBeVisible();
  await expect(button(settings(page), 'Forget…')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(button(changes(page), 'Undo turn')).toHaveCount(0);
  await expect(changes(page).getByRole('listitem')).toHaveCount(0);
  await expect(changes(page)).toContainText('The earlier recordings of this folder were removed.');
  expect(await panel.read('README.md')).toBe('new\n');
  await page.keyboard.press('Alt+r');
  await expect(review(page)).toContainText('What the agent changes from now on is recorded.');
  await button(review(page), 'Close review').click();

  // The next turn is recorded again.
  await run(page, panel, 'echo newer > README.md');
  await expect(changes(page).getByRole('listitem')).toHaveText([/README\.md/]);

  // The notice of an undo has no Redo after what was recorded is forgotten.
  await button(changes(page), 'Undo turn').click();
  await button(page.getByRole('dialog', { name: 'Undo changes' }), 'Undo 1 file').click();
  const bell = notifications(page).getByRole('button', { name: /^(?:Show n|N)otifications/ });
  const undone = notifications(page).getByRole('listitem').filter({ hasText: '1 file undone.' });
  await bell.click();
  await expect(button(undone, 'Redo')).toBeVisible();
  await page.keyboard.press('Escape');
  await forget();
  await button(question, 'Forget').click();
  await expect(button(settings(page), 'Forget…')).toBeDisabled();
  await page.keyboard.press('Escape');
  await bell.click();
  await expect(undone).toBeVisible();
  await expect(button(undone, 'Redo')).toHaveCount(0);
});

test.describe('without the companion', () => {
  test.use({ panelOptions: { args: ['--no-companion'] } });

  test('V9: the page says that changes are not recorded, and why (opencode#2642)', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await openChanges(page);
    await run(page, panel, 'echo new > README.md');
    await expect(changes(page)).toContainText('Not recorded.');
    await expect(changes(page)).toContainText('--no-companion');
    await expect(button(changes(page), 'Undo turn')).toHaveCount(0);
  });
});
