// Changes and undos while the agent runs, with real pi and real files.
import type { Locator, Page } from '@playwright/test';
import { calls, gate, says } from '../panel/scripted.ts';
import { agentStatus, button, entries, expectIdle, notifications, open, review, send } from './page.ts';
import { expect, test } from './panel.ts';

const TEXT = 'one\ntwo\nthree\n';

test.use({ panelOptions: { files: { 'a.txt': TEXT, 'b.txt': TEXT } } });

const changes = (page: Page): Locator => page.getByRole('region', { name: 'Changes' });
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Undo changes' });
const queuedIn = (where: Locator): Locator => where.getByRole('status', { name: 'Undos in the queue' });
const WAITS = 'Undo of 1 file waits for the end of the turn';

async function openChanges(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
  await expect(changes(page)).toBeVisible();
}

test('V10: an undo that waits for the agent is in sight on every page, can be canceled, and says what became of it (stvena#10)', async ({
  page,
  panel,
  context,
}) => {
  const undoTurn = async (): Promise<void> => {
    await button(changes(page), 'Undo turn').click();
    await button(dialog(page), 'Undo 1 file').click();
    await expect(queuedIn(changes(page))).toContainText(WAITS);
  };
  await open(page, panel);
  await openChanges(page);
  const command = 'mv a.txt c.txt';
  panel.model.queue([calls('bash', { command }), says('Moved.')]);
  await send(page, 'Move it');
  await expect(page.getByText('Moved.')).toBeVisible();
  await expectIdle(page);

  const held = gate();
  panel.model.queue([{ steps: [{ until: held.until }, { text: 'Nothing to do.' }] }]);
  await send(page, 'And now?');
  await expect(agentStatus(page)).toHaveText('running');
  await undoTurn();

  // Another page has it, also in the review, where the list is not in sight. So has this one after a reload.
  const other = await context.newPage();
  await other.goto(panel.url.href);
  await openChanges(other);
  await expect(queuedIn(changes(other))).toContainText(WAITS);
  await page.reload();
  await openChanges(page);
  await expect(queuedIn(changes(page))).toContainText(WAITS);
  await button(changes(page), 'Review changes').click();
  await expect(queuedIn(review(page))).toHaveCount(0);
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Files' }).click();
  await expect(queuedIn(review(page))).toContainText(WAITS);
  await button(queuedIn(review(page)), 'Cancel').click();
  await expect(queuedIn(review(page))).not.toContainText('waits');
  await expect(queuedIn(changes(other))).not.toContainText('waits');

  // In the review, the key that redoes an undo cancels one that waits.
  await button(changes(other), 'Undo turn').click();
  await button(dialog(other), 'Undo 1 file').click();
  await expect(queuedIn(review(page))).toContainText(WAITS);
  // The pointer keeps a notice in sight, unless the notice has become wrong.
  const announced = other.getByText('1 file will be undone before the agent’s next answer.');
  await announced.hover();
  await button(review(page), 'Close review').focus();
  await page.keyboard.press('r');
  await expect(announced).toBeHidden();
  await expect(queuedIn(review(page))).not.toContainText('waits');
  await expect(queuedIn(changes(other))).not.toContainText('waits');
  await button(review(page), 'Close review').click();
  await openChanges(page);

  await undoTurn();
  expect(await panel.read('c.txt')).toBe(TEXT);
  held.open();
  await expect(queuedIn(changes(page))).toContainText('1 file undone.');
  await expect(queuedIn(changes(other))).toContainText('1 file undone.');
  expect(await panel.read('a.txt')).toBe(TEXT);
  await expect(entries(page, 'Undo: You undid changes in a.txt')).toBeVisible();
  await button(queuedIn(changes(page)), 'Redo').click();
  await expect.poll(() => panel.read('c.txt').catch(() => '')).toBe(TEXT);
  // The redo takes the place of the outcome.
  await expect(queuedIn(changes(page))).toBeEmpty();
  await expect(queuedIn(changes(other))).toBeEmpty();
});

test('the hunks whose undo waits are marked, and the waiting undos name their files', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openChanges(page);
  const edits = [{ oldText: 'two', newText: '2' }];
  panel.model.queue([
    calls('edit', { path: 'a.txt', edits }),
    calls('edit', { path: 'b.txt', edits }),
    says('Edited.'),
  ]);
  await send(page, 'Edit both');
  await expect(page.getByText('Edited.')).toBeVisible();
  await expectIdle(page);
  const held = gate();
  panel.model.queue([{ steps: [{ until: held.until }, { text: 'Nothing to do.' }] }]);
  await send(page, 'And now?');
  await expect(agentStatus(page)).toHaveText('running');

  await changes(page).getByRole('combobox', { name: 'Scope' }).selectOption('Session');
  await button(changes(page), 'Review changes').click();
  const hunk = (file: string): Locator =>
    review(page).getByRole('group', { name: `${file}, change 1 of 1`, exact: true });
  await hunk('a.txt').focus();
  await page.keyboard.press('u');
  await expect(hunk('a.txt')).toContainText('Undo waits');
  await expect(hunk('b.txt')).toBeFocused();
  await page.keyboard.press('u');
  await expect(hunk('b.txt')).toContainText('Undo waits');
  await expect(queuedIn(changes(page))).toContainText(/lines? \d.* of a\.txt/);
  await expect(queuedIn(changes(page))).toContainText(/lines? \d.* of b\.txt/);
  await button(queuedIn(changes(page)), 'Cancel')
    .first()
    .click();
  await expect(hunk('a.txt')).not.toContainText('Undo waits');
  held.open();
  await expect.poll(() => panel.read('b.txt')).toBe(TEXT);
  expect(await panel.read('a.txt')).toBe(TEXT.replace('two', '2'));

  // The notice names the lines. The pointer keeps it in sight, unless it has become wrong.
  const notice = notifications(page).getByText(/^Undone: line \d+ of b\.txt\.$/);
  await expect(notice).toBeVisible();
  await notice.hover();
  await hunk('a.txt').focus();
  await page.keyboard.press('r');
  await expect.poll(() => panel.read('b.txt')).toBe(TEXT.replace('two', '2'));
  await expect(notice).toBeHidden();
});

test('while the running turn has not changed anything, its scope says so, and leads to the last turn', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openChanges(page);
  const edits = [{ oldText: 'two', newText: '2' }];
  panel.model.queue([calls('edit', { path: 'a.txt', edits }), says('Edited.')]);
  await send(page, 'Edit it');
  await expect(page.getByText('Edited.')).toBeVisible();
  await expectIdle(page);
  await changes(page).getByRole('combobox', { name: 'Scope' }).selectOption('This turn');
  await expect(changes(page).getByRole('listitem')).toHaveText([/a\.txt/]);
  await button(changes(page), 'Review changes').click();
  await expect(review(page).getByRole('article')).toHaveAccessibleName('a.txt');

  const held = gate();
  panel.model.queue([
    { steps: [{ until: held.until }, { tool: 'edit', args: { path: 'b.txt', edits } }] },
    says('Edited again.'),
  ]);
  await send(page, 'And the other');
  const nothingYet = "The running turn hasn't changed any files yet.";
  await expect(changes(page)).toContainText(nothingYet);
  await expect(changes(page).getByRole('listitem')).toHaveCount(0);
  await button(changes(page), 'Show the last turn').click();
  await expect(changes(page).getByRole('listitem')).toHaveText([/a\.txt/]);

  // The review follows the same scope.
  await expect(review(page)).toContainText(nothingYet);
  await button(review(page), 'Show the last turn').click();
  await expect(review(page).getByRole('article')).toHaveAccessibleName('a.txt');
  await button(review(page), 'Close review').click();
  held.open();
  await expect(page.getByText('Edited again.')).toBeVisible();
  await expect(changes(page).getByRole('listitem')).toHaveText([/b\.txt/]);
  await expect(changes(page)).not.toContainText(nothingYet);
});
