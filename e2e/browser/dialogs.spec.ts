// Dialogs, opened by a real extension in the real pi and answered on the page.
import type { Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import {
  agentStatus,
  answers,
  button,
  composer,
  conversation,
  notifications,
  open,
  send,
  sessionName,
} from './page.ts';
import { expect, test } from './panel.ts';
import { ASKER, expectAnswer, ask } from './dialogs-page.ts';

test.use({ panelOptions: { piArgs: ['-e', './asker.ts'], files: { 'asker.ts': ASKER } } });

test('a click on an option answers a select', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'way');
  const dialog = page.getByRole('dialog', { name: 'Which way?' });
  await expect(dialog).toContainText('Asked by /way of asker.ts, just now');
  await dialog.getByRole('listbox').getByRole('option', { name: 'Right', exact: true }).click();
  await expectAnswer(page, '"Right"');
  await expect(dialog).toHaveCount(0);
  expect(await notifications(page).innerText()).not.toContain('another tab');
  await asked;
});

test('a question is shown together with the line of its command, so that it does not move away from the pointer', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  // The clock stands still, so that only the question can bring the line.
  await page.clock.setFixedTime(Date.now());
  const asked = ask(panel, 'way');
  const dialog = page.getByRole('dialog', { name: 'Which way?' });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('status', { name: 'Running command' })).toContainText('/way');
  await dialog.getByRole('option', { name: 'Left' }).click();
  await asked;
});

test('arrows and Enter answer a select, and Enter alone answers nothing', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'way');
  const options = page.getByRole('dialog', { name: 'Which way?' }).getByRole('listbox');
  await options.focus();
  await page.keyboard.press('Enter');
  await expect(options.getByRole('option', { selected: true })).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(options.getByRole('option', { name: 'Right' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expectAnswer(page, '"Right"');
  await asked;
});

test('typing filters a long list', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'many');
  const dialog = page.getByRole('dialog', { name: 'Which file?' });
  await dialog.getByRole('searchbox').fill('-29');
  await expect(dialog.getByRole('option')).toHaveText(['file-29.ts']);
  await page.keyboard.press('Enter');
  await expectAnswer(page, '"file-29.ts"');
  await asked;
});

test('S-47: a confirm shows its whole message as code, with invisible characters escaped, and No is an answer', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const asked = ask(panel, 'sure');
  const dialog = page.getByRole('dialog', { name: 'Delete it?' });
  await expect(dialog).toContainText('rm photo\\u202egpj.exe\\u200b\\u0007');
  await expect(dialog).toContainText('line 59');
  const font = (text: string): Promise<string> =>
    dialog.getByText(text).evaluate((element) => getComputedStyle(element).fontFamily);
  expect(await font('rm photo')).toMatch(/mono/i);
  expect(await font('Delete it?')).not.toMatch(/mono/i);
  await button(dialog, 'No').click();
  await expectAnswer(page, 'false');
  await asked;
});

test('as many commands as the user likes may wait: the page still answers, and can be loaded again', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const running = page.getByRole('status', { name: 'Running command' });
  for (let n = 1; n <= 8; n++) {
    await send(page, '/name');
    await expect(running).toHaveCount(n);
  }
  await page.reload();
  const asked = page.getByRole('dialog', { name: 'Branch name' });
  for (let left = 8; left > 0; left--) {
    await expect(running).toHaveCount(left);
    await asked.first().getByRole('textbox').press('Escape');
  }
  await expect(running).toHaveCount(0);
});

test('Escape cancels the focused dialog', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'name');
  await page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox').press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(notifications(page)).toContainText('answer:');
  expect(await notifications(page).innerText()).not.toContain('"');
  await asked;
});

test('a dialog that was answered takes no second answer until its end arrives', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'name');
  const dialog = page.getByRole('dialog', { name: 'Branch name' });
  let answers = 0;
  // The panel takes the answer, but its event is still on its way.
  await page.route('**/dialogs/*', (route) => {
    answers += 1;
    return route.fulfill({ status: 204 });
  });
  await dialog.getByRole('textbox').press('Escape');
  await expect(dialog).toHaveAttribute('aria-busy', 'false');
  await expect.poll(() => answers).toBe(1);
  await dialog.getByRole('textbox').press('Escape');
  await button(dialog, 'Submit').click();
  expect(answers).toBe(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/dialogs/*');
  const [{ id } = { id: '' }] = (await panel.snapshot()).dialogs;
  await panel.post(`agents/${await panel.firstAgent()}/dialogs/${id}`, { cancelled: true });
  await expect(dialog).toHaveCount(0);
  await asked;
});

test('text is submitted by the button, or by Ctrl+Enter in an editor', async ({ page, panel }) => {
  await open(page, panel);
  const first = ask(panel, 'name');
  const input = page.getByRole('dialog', { name: 'Branch name' });
  await expect(input.getByRole('textbox')).toHaveAttribute('placeholder', 'feature/...');
  await input.getByRole('textbox').fill('fix/loop');
  await input.getByRole('button', { name: 'Submit' }).click();
  await expectAnswer(page, '"fix/loop"');
  await first;
  const second = ask(panel, 'text');
  const editor = page.getByRole('dialog', { name: 'Commit message' }).getByRole('textbox');
  await expect(editor).toHaveValue('fix: it');
  await editor.press('End');
  await editor.pressSequentially('\nfor good');
  await editor.press('ControlOrMeta+Enter');
  await expectAnswer(page, '"fix: it\\nfor good"');
  await second;
});

test('several dialogs appear in order below the conversation, and are answered separately', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const greeting = page.getByRole('heading', { name: /^What should pi do/ });
  await expect(greeting).toBeVisible();
  const first = ask(panel, 'way');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(greeting).toHaveCount(0);
  await expect(button(page, 'Open another folder')).toHaveCount(0);
  const second = ask(panel, 'sure');
  await expect(page.getByRole('dialog')).toHaveCount(2);
  await expect(page.getByRole('dialog').nth(0)).toHaveAccessibleName('Which way?');
  await expect(page.getByRole('dialog').nth(1)).toHaveAccessibleName('Delete it?');
  await expect(page).toHaveTitle(/waiting for you/);
  await expect.poll(() => badge(page)).toBe('waiting');
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // The page changes its layout a moment after the window has changed its size.
    await expect(async () => {
      const conversationEnd = await conversation(page).boundingBox();
      const question = await page.getByRole('dialog').first().boundingBox();
      // Two lines and their margins.
      expect(conversationEnd!.height).toBeGreaterThan(48);
      expect(question!.y).toBeGreaterThanOrEqual(conversationEnd!.y + conversationEnd!.height);
    }).toPass();
  }
  await button(page, 'Yes').click();
  await expectAnswer(page, 'true');
  await expect(page.getByRole('dialog', { name: 'Which way?' })).toBeVisible();
  await page.getByRole('option', { name: 'Left' }).click();
  await expect(page).not.toHaveTitle(/waiting for you/);
  await expect.poll(() => badge(page)).toBe('none');
  await Promise.all([first, second]);
});

test('a double click answers one dialog, not the next one that appears in its place', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const asked = ask(panel, 'twice');
  const option = (question: string, name: string) =>
    page.getByRole('dialog', { name: question }).getByRole('option', { name });
  // Waits until the dialog can be clicked.
  await option('One?', 'mine').click({ trial: true });
  const box = (await option('One?', 'mine').boundingBox())!;
  const place = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.click(...place);
  await expect(option('Two?', 'mine')).toBeVisible();
  await page.mouse.click(...place);
  await option('Two?', 'yours').click();
  await expectAnswer(page, '["mine","yours"]');
  await asked;
});

test('a long text opens in Monaco, which keeps what was typed while it was loading', async ({
  page,
  panel,
}) => {
  const { promise: isWanted, resolve: give } = Promise.withResolvers<void>();
  await page.route(/\/assets\/long-answer-editor-/, async (route) => {
    await isWanted;
    await route.continue();
  });
  await open(page, panel);
  const asked = ask(panel, 'long');
  const dialog = page.getByRole('dialog', { name: 'Release notes' });
  const field = dialog.getByRole('textbox');
  await field.press('ControlOrMeta+Home');
  await field.pressSequentially('typed early ');
  give();
  await expect(dialog.locator('.monaco-editor')).toBeVisible();
  await expect(dialog.locator('.view-line').first()).toContainText(/typed.early/);
  await page.keyboard.type('and late ');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(
    notifications(page).getByText('answer: "typed early and late line 0\\nline 1\\n'),
  ).toBeVisible();
  await asked;
});

test('text that an extension puts into the composer can be removed', async ({ page, panel }) => {
  await open(page, panel);
  await composer(page).fill('half a thought');
  await panel.command({ type: 'prompt', message: '/puts' });
  await expect(composer(page)).toHaveValue('half a thought\n\nfrom an extension');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(composer(page)).toHaveValue('half a thought');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
});

test('one key moves the focus between the composer and the dialog, and an answer returns it', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const first = ask(panel, 'name');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await composer(page).fill('half a thought');
  await page.keyboard.press('ControlOrMeta+I');
  const input = page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox');
  await expect(input).toBeFocused();
  await page.keyboard.press('ControlOrMeta+I');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+I');
  await page.keyboard.type('fix');
  await page.keyboard.press('Enter');
  await expectAnswer(page, '"fix"');
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('half a thought');
  await first;
});

test('in an empty composer the arrow keys lead to the question, and keys meant for the composer do not answer it', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const sure = ask(panel, 'sure');
  const confirm = page.getByRole('dialog', { name: 'Delete it?' });
  await expect(confirm).toBeVisible();
  await composer(page).fill('half');
  await composer(page).press('ArrowUp');
  await expect(composer(page)).toBeFocused();
  await expect(confirm.locator('kbd')).not.toContainText('↓');
  await composer(page).fill('');
  await expect(confirm.locator('kbd')).toContainText('↓');
  // In an empty composer, this would send the last message again.
  await composer(page).press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(button(confirm, 'Yes')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectAnswer(page, 'true');
  await sure;
  const way = ask(panel, 'way');
  const select = page.getByRole('dialog', { name: 'Which way?' });
  const hint = select.getByText('Select with the arrow keys and Enter');
  await expect(select).toBeVisible();
  await composer(page).focus();
  await expect(hint).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(hint).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectAnswer(page, '"Left"');
  await way;
});

test('while a run waits for an answer, Escape in the composer leads to the question and does not stop the run', async ({
  page,
  panel,
}) => {
  panel.model.queue([calls('gate', {}), says('Through.')]);
  await open(page, panel);
  await send(page, 'go');
  const dialog = page.getByRole('dialog', { name: 'Through?' });
  await expect(dialog).toBeVisible();
  await composer(page).focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeFocused();
  await expect(agentStatus(page)).toHaveText(/running/);
  await page.keyboard.press('Escape');
  await expect(answers(page).last()).toContainText('Through.');
});

test('a dialog does not take the focus while the user types', async ({ page, panel }) => {
  await open(page, panel);
  const name = sessionName(page);
  await name.focus();
  await page.keyboard.type('My ');
  const asked = ask(panel, 'way');
  await expect(page.getByRole('dialog', { name: 'Which way?' })).toBeVisible();
  await page.keyboard.type('work');
  await expect(name).toHaveValue('My work');
  await page.getByRole('option', { name: 'Left' }).click();
  await asked;
});

/** The badge on the page's icon, by its color. */
async function badge(page: Page): Promise<'waiting' | 'none' | 'other'> {
  const icon = decodeURIComponent((await page.locator('link[rel=icon]').getAttribute('href')) ?? '');
  if (!icon.includes('<circle')) return 'none';
  return icon.includes('#f0a92e') ? 'waiting' : 'other';
}
