// Questions of extensions: asked by a real extension in the real pi, answered on the page.
import type { Locator, Page } from '@playwright/test';
import { command } from './commands.ts';
import { composer, expect, open, test, type RunningPanel } from './panel.ts';

/** Each command asks one question and says by a notice what it was answered. */
const ASKER = `export default function (pi) {
  const said = (ctx, value) => ctx.ui.notify('answer: ' + JSON.stringify(value));
  const ask = (name, question) =>
    pi.registerCommand(name, { description: name, handler: async (args, ctx) => said(ctx, await question(ctx.ui)) });
  ask('way', (ui) => ui.select('Which way?', ['Left', 'Right', 'Straight on']));
  ask('many', (ui) => ui.select('Which file?', Array.from({ length: 30 }, (_, i) => 'file-' + i + '.ts')));
  ask('sure', (ui) => ui.confirm('Delete it?', 'rm photo\\u202egpj.exe'));
  ask('name', (ui) => ui.input('Branch name', 'feature/...'));
  ask('text', (ui) => ui.editor('Commit message', 'fix: it'));
  ask('soon', (ui) => ui.confirm('Quick, yes?', '', { timeout: 2500 }));
}
`;

test.use({ panelOptions: { piArgs: ['-e', './asker.ts'], files: { 'asker.ts': ASKER } } });

test('a click on an option answers a select', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'way');
  const dialog = page.getByRole('dialog', { name: 'Which way?' });
  await dialog.getByRole('listbox').getByRole('option', { name: 'Right', exact: true }).click();
  await expectAnswer(page, '"Right"');
  await expect(dialog).toHaveCount(0);
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

test('S-47: a confirm shows what would be unseen, and No is an answer of its own', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const asked = ask(panel, 'sure');
  const dialog = page.getByRole('dialog', { name: 'Delete it?' });
  await expect(dialog).toContainText('rm photo\\u202egpj.exe');
  await dialog.getByRole('button', { name: 'No', exact: true }).click();
  await expectAnswer(page, 'false');
  await asked;
});

test('Escape cancels the question that has the focus', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'name');
  await page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox').press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(notifications(page)).toContainText('answer:');
  await expect(notifications(page)).not.toContainText('"');
  await asked;
});

test('a typed text is submitted, by the button or by Ctrl+Enter in an editor', async ({ page, panel }) => {
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

test('several questions stand in the order they came, and each is answered for itself', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const first = ask(panel, 'way');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  const second = ask(panel, 'sure');
  await expect(page.getByRole('dialog')).toHaveCount(2);
  await expect(page.getByRole('dialog').nth(0)).toHaveAccessibleName('Which way?');
  await expect(page.getByRole('dialog').nth(1)).toHaveAccessibleName('Delete it?');
  await expect(page).toHaveTitle(/waiting for you/);
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expectAnswer(page, 'true');
  await expect(page.getByRole('dialog', { name: 'Which way?' })).toBeVisible();
  await page.getByRole('option', { name: 'Left' }).click();
  await expect(page).not.toHaveTitle(/waiting for you/);
  await Promise.all([first, second]);
});

test('a question with a timeout counts down, and goes when pi has gone on', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'soon');
  const dialog = page.getByRole('dialog', { name: 'Quick, yes?' });
  await expect(dialog.getByRole('timer', { name: 'Time left' })).toHaveText(/^[123] s$/);
  await expect(dialog).toHaveCount(0);
  await expectAnswer(page, 'false');
  await asked;
});

test('a question and what was typed into it outlive a reload of the page', async ({ page, panel }) => {
  await open(page, panel);
  const asked = ask(panel, 'name');
  await page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox').fill('fix/half');
  await page.reload();
  const input = page.getByRole('dialog', { name: 'Branch name' }).getByRole('textbox');
  await expect(input).toHaveValue('fix/half');
  await input.press('Enter');
  await expectAnswer(page, '"fix/half"');
  await asked;
});

test('a question that was answered in another tab goes from this one', async ({ page, panel, context }) => {
  await open(page, panel);
  const other = await context.newPage();
  await open(other, panel);
  const asked = ask(panel, 'sure');
  await expect(page.getByRole('dialog', { name: 'Delete it?' })).toBeVisible();
  await other.getByRole('dialog', { name: 'Delete it?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await asked;
});

test('one key leads from the composer to the question and back, and an answer leads back too', async ({
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

test('a question takes the focus from nobody who types', async ({ page, panel }) => {
  await open(page, panel);
  const name = page.getByRole('textbox', { name: 'Session name' });
  await name.focus();
  await page.keyboard.type('My ');
  const asked = ask(panel, 'way');
  await expect(page.getByRole('dialog', { name: 'Which way?' })).toBeVisible();
  await page.keyboard.type('work');
  await expect(name).toHaveValue('My work');
  await page.getByRole('option', { name: 'Left' }).click();
  await asked;
});

const notifications = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });

async function expectAnswer(page: Page, value: string): Promise<void> {
  await expect(notifications(page).getByText(`answer: ${value}`)).toBeVisible();
}

const ask = (panel: RunningPanel, name: string): Promise<unknown> =>
  command(panel, { type: 'prompt', message: `/${name}` });
