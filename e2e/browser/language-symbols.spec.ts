// Symbols of the workspace and of a file, marks of errors in the tree, format on save, uses and callers, with a real server.
import type { Locator, Page } from '@playwright/test';
import { item, openFile, pickInMenu, tab, text } from './editor-page.ts';
import { button, editor, open, palette, settings } from './page.ts';
import { expect, test } from './panel.ts';
import { APP, BROKEN, install, TRUSTED } from './script-project.ts';

test.use({ panelOptions: TRUSTED });
// A real server may take most of a minute to read its libraries.
test.describe.configure({ timeout: 120_000 });

const field = (page: Page): Locator => palette(page).getByRole('combobox');

test('a symbol is found by a part of its name, with a key and behind a # among the files, once a server runs', async ({
  page,
  panel,
}) => {
  await install(panel);
  await panel.write('src/app.ts', BROKEN);
  await open(page, panel);
  await page.keyboard.press('Alt+o');
  await field(page).fill('are');
  await expect(palette(page)).toContainText('No running language server knows symbols.');
  await page.keyboard.press('Escape');
  await openFile(page, 'src', 'app.ts');
  await expect(button(editor(page), '1 problem')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Alt+o');
  await field(page).fill('are');
  const found = palette(page).getByRole('option', { name: /^area.*src\/shapes\.ts:1/ });
  await expect(found).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+p');
  await field(page).fill('#are');
  await expect(found).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tab(page, 'shapes.ts')).toHaveAttribute('aria-selected', 'true');
});

test('a file with an error is marked in the tree, and its folder while it is closed', async ({
  page,
  panel,
}) => {
  await install(panel);
  await panel.write('src/app.ts', BROKEN);
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  const file = item(page, 'app.ts');
  await expect(file).toHaveAttribute('title', /1 error/, { timeout: 60_000 });
  await item(page, 'src').click();
  await expect(item(page, 'src')).toHaveAttribute('title', /contains files with errors/);
  await item(page, 'src').click();
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Delete');
  await expect(file).not.toHaveAttribute('title', /error/);
});

test('a save formats the file once the user wants that', async ({ page, panel }) => {
  await install(panel);
  await panel.write('src/app.ts', BROKEN);
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await expect(button(editor(page), '1 problem')).toBeVisible({ timeout: 60_000 });
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('const   odd={a:1}');
  await page.keyboard.press('Control+s');
  await expect.poll(() => panel.read('src/app.ts')).toBe(`${BROKEN}const   odd={a:1}`);
  await page.keyboard.press('Control+,');
  await settings(page).getByRole('tab', { name: 'Panel' }).click();
  await button(settings(page).getByRole('group', { name: 'Format on save' }), 'On').click();
  await page.keyboard.press('Escape');
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(';');
  await page.keyboard.press('Control+s');
  await expect.poll(() => panel.read('src/app.ts')).toBe(`${BROKEN}const odd = { a: 1 };`);
});

test('the menu of the editor lists who calls a function', async ({ page, panel }) => {
  await install(panel);
  const caller = 'export function plot(): number {\n  return area(1, 2);\n}\n';
  await panel.write('src/app.ts', `${APP}${caller}export const wrong: string = garden;\n`);
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await expect(button(editor(page), '1 problem')).toBeVisible({ timeout: 60_000 });
  const list = page.locator('.peekview-widget');
  const call = text(page).locator('.view-line', { hasText: 'return' }).getByText('area', { exact: true });
  await call.click();
  await pickInMenu(call, 'Show Callers');
  await expect(list).toContainText('References (3)');
});

test('the uses of a name are listed from all files, and the menu formats the file', async ({
  page,
  panel,
}) => {
  await install(panel);
  await panel.write('src/app.ts', `${BROKEN}const   odd={a:1}\n`);
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await expect(button(editor(page), '1 problem')).toBeVisible({ timeout: 60_000 });
  const word = text(page).getByText('area', { exact: true }).first();
  await word.click();
  await page.keyboard.press('Shift+F12');
  const list = page.locator('.peekview-widget');
  await expect(list).toContainText('References (4)');
  await expect(list).toContainText('shapes.ts');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await pickInMenu(word, 'Format Document');
  await expect(text(page)).toContainText('const odd = { a: 1 }');
});

test('the bar above the text names the symbols around the cursor and leads to them, and their heads stay in sight', async ({
  page,
  panel,
}) => {
  await install(panel);
  const lines = '    this.area();\n'.repeat(80);
  const code = `export class Garden {\n  area(): number {\n    return 3;\n  }\n  plant(): void {\n${lines}  }\n}\n`;
  await panel.write('src/garden.ts', code);
  await open(page, panel);
  await openFile(page, 'src', 'garden.ts');
  const bar = editor(page).getByRole('navigation', { name: 'Path of the file' });
  await text(page).click();
  await page.keyboard.press('Control+End');
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowUp');
  await expect(bar.getByRole('button')).toHaveText(['src', 'Garden', 'plant'], { timeout: 60_000 });
  const heads = editor(page).locator('.sticky-widget');
  await expect(heads).toContainText('export class Garden');
  await expect(heads).toContainText('plant(): void');
  await bar.getByRole('button', { name: 'Garden' }).click();
  await expect(bar.getByRole('button')).toHaveText(['src', 'Garden']);
  await expect(heads).not.toContainText('plant(): void');
  await expect(editor(page).getByText('return 3;')).toBeVisible();
});
