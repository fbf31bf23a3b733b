// The user's changes to files in a shell, beside a real pi: listed as the user's own, reviewed and undone.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { button, expectIdle, open, region, send } from './page.ts';
import { expect, test } from './panel.ts';

test.skip(process.platform === 'win32', 'the programs are those of a Unix');
test.use({ panelOptions: { files: { 'a.txt': 'one\n', 'b.txt': 'one\n' } } });

const changes = region('Changes');
const shell = region('Shell');
const inShells = (page: Page): Locator =>
  changes(page).getByRole('list', { name: /^You, in the shell.*: 1 file$/ });

async function openShell(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+`');
  await expect(shell(page).getByRole('tab')).toHaveCount(1);
  await shell(page).getByRole('tabpanel').click();
}

test('what is done in a shell is listed as the user’s own, and neither undo takes back what the other did', async ({
  page,
  panel,
}) => {
  const read = (name: string): Promise<string> => readFile(path.join(panel.workspace, name), 'utf8');
  await open(page, panel);
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
  panel.model.queue([calls('bash', { command: 'echo agent >> a.txt; echo agent >> b.txt' }), says('Done.')]);
  await send(page, 'Append lines');
  await expect(page.getByText('Done.')).toBeVisible();
  await expectIdle(page);
  await openShell(page);
  await page.keyboard.type('echo mine >> a.txt\n');
  await expect(inShells(page).getByRole('listitem')).toContainText('a.txt');
  expect(await read('a.txt')).toBe('one\nagent\nmine\n');
  // The agent's row is another one, without a doubt.
  const agents = changes(page).getByRole('list', { name: 'Append lines: 2 files' });
  await expect(agents).not.toContainText('possibly');

  await inShells(page).getByRole('button').click();
  const review = region('Review')(page);
  await expect(review.getByRole('group', { name: 'a.txt, change 1 of 1' })).toContainText('mine');
  await expect(review).toContainText('1 change in 1 file');

  const undo = button(changes(page), 'Undo turn');
  await undo.last().click();
  const dialog = page.getByRole('dialog', { name: 'Undo changes' });
  await button(dialog, 'Undo 2 files').click();
  await expect(dialog).toBeHidden();
  expect(await read('a.txt')).toBe('one\nmine\n');
  expect(await read('b.txt')).toBe('one\n');
  await expect(undo).toHaveCount(1);
  await undo.click();
  await expect(dialog).toContainText('You, in the shell');
  await button(dialog, 'Undo 1 file').click();
  await expect(dialog).toBeHidden();
  expect(await read('a.txt')).toBe('one\n');
});

test('a shell that left its folder is recorded where it was opened, and not elsewhere', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
  await openShell(page);
  await page.keyboard.type(
    'mkdir ../elsewhere && cd ../elsewhere && echo out > out.txt && echo mine >> "$OLDPWD/a.txt"; pwd\n',
  );
  await expect(shell(page).getByRole('tabpanel')).toContainText('/elsewhere');
  await expect(inShells(page).getByRole('listitem')).toHaveText(/a\.txt/);
  await button(changes(page), 'Undo turn').click();
  const dialog = page.getByRole('dialog', { name: 'Undo changes' });
  await button(dialog, 'Undo 1 file').click();
  await expect(dialog).toBeHidden();
  const outside = path.join(panel.workspace, '..', 'elsewhere', 'out.txt');
  expect(await readFile(path.join(panel.workspace, 'a.txt'), 'utf8')).toBe('one\n');
  expect(await readFile(outside, 'utf8')).toBe('out\n');
});
