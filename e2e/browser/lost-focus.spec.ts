// The focus never falls into nothing: not when a dialog closes, and not when the element that has it disappears.
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { storeSession } from '../panel/session-files.ts';
import {
  button,
  conversation,
  expectIdle,
  files,
  notifications,
  open,
  review,
  send,
  sessions,
} from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const changes = (page: Page): Locator => page.getByRole('region', { name: 'Changes' });
const plan = (page: Page): Locator => page.getByRole('dialog', { name: 'Undo changes' });

async function writeFiles(page: Page, panel: RunningPanel, names: readonly string[]): Promise<void> {
  const writes = names.map((name) => calls('write', { path: name, content: `${name}\n` }));
  panel.model.queue([...writes, says('It is done.')]);
  await send(page, 'go on');
  await expect(page.getByText('It is done.')).toBeVisible();
  await expectIdle(page);
}

test('a review can be finished with the keyboard alone, even when a dialog or a notice takes away what had the focus', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await writeFiles(page, panel, ['a.txt', 'b.txt', 'c.txt']);
  await page.keyboard.press('ControlOrMeta+Shift+g');
  const undoTurn = button(changes(page), 'Undo turn');
  await undoTurn.focus();
  await page.keyboard.press('Enter');
  await button(plan(page), 'Cancel').press('Enter');
  await expect(undoTurn).toBeFocused();

  await button(changes(page), 'Review changes').press('Enter');
  const change = (path: string): Locator =>
    review(page).getByRole('group', { name: `${path}, change 1 of 1` });
  await change('a.txt').focus();
  await page.keyboard.press('U');
  await button(plan(page), 'Undo 1 file').press('Enter');
  await expect(change('a.txt')).toHaveCount(0);
  await expect(plan(page)).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(change('b.txt')).toBeFocused();

  await button(notifications(page), 'Redo').press('Enter');
  await expect(change('a.txt')).toBeFocused();
  await page.keyboard.press('y');
  await expect(change('b.txt')).toBeFocused();

  // A click on a line number selects the line, and the keys act on it.
  await page.getByRole('textbox', { name: 'Message', exact: true }).focus();
  await change('c.txt').getByTitle('Select lines').first().click();
  await expect(change('c.txt')).toBeFocused();
});

test('after an undo from the chat, the focus is on the button that redoes it', async ({ page, panel }) => {
  await open(page, panel);
  await writeFiles(page, panel, ['a.txt']);
  await button(conversation(page), 'Undo').press('Enter');
  await button(plan(page), 'Undo 1 file').press('Enter');
  await expect(plan(page)).toHaveCount(0);
  await expect(button(conversation(page), 'Redo')).toBeFocused();
});

test('after a file or a session is deleted, the focus is on its neighbor', async ({ page, panel }) => {
  for (const name of ['one.txt', 'two.txt']) await panel.write(name, name);
  for (const id of ['first', 'second'])
    await storeSession(panel.folders.agentDir, { id, cwd: panel.workspace, texts: [id, 'Yes.'] });
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+Shift+e');
  await files(page).getByRole('treeitem', { name: 'one.txt' }).focus();
  await page.keyboard.press('Delete');
  await expect(files(page).getByRole('treeitem', { name: 'one.txt' })).toHaveCount(0);
  await expect(files(page).locator('[role="treeitem"]:focus')).toHaveText(/two\.txt|README\.md/);

  await page.keyboard.press('Alt+s');
  const rows = sessions(page).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await button(rows.first(), 'Actions').press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(rows.first().getByRole('button').first()).toBeFocused();
});
