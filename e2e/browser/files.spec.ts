// The tree of files: creating, renaming, moving, deleting and undoing it, the filter, and huge folders.
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { button, composer, editor, files, open } from './page.ts';
import { expect, test } from './panel.ts';

const item = (page: Page, name: string): Locator => files(page).getByRole('treeitem', { name, exact: true });
const tab = (page: Page, name: string | RegExp): Locator =>
  editor(page).getByRole('tablist', { name: 'Open files' }).getByRole('tab', { name });

test.use({
  panelOptions: { files: { 'src/app.ts': 'app\n', 'src/lib/deep.ts': 'deep\n', 'notes.txt': 'notes\n' } },
});

test('a click only looks at a file: the next one replaces it, and the keys go on in the tree', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const tabs = editor(page).getByRole('tablist', { name: 'Open files' }).getByRole('tab');
  await item(page, 'README.md').click();
  await expect(tab(page, 'README.md')).toHaveAttribute('title', /^README\.md · Preview/);
  await item(page, 'notes.txt').click();
  await expect(tabs).toHaveText(['notes.txt']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(tabs).toHaveText(['README.md']);
  await page.keyboard.press('F2');
  await expect(files(page).getByRole('textbox', { name: 'New name of README.md' })).toBeFocused();
  await page.keyboard.press('Escape');

  // Enter opens the file for work: its tab stays, and the focus moves to the text.
  await page.keyboard.press('Enter');
  await expect(tab(page, 'README.md')).not.toHaveAttribute('title', /Preview/);
  await expect(editor(page).getByRole('textbox', { name: 'README.md' })).toBeFocused();
  await page.keyboard.type('edited ');
  await expect(tab(page, /README\.md/)).toHaveText(/unsaved/);
  await item(page, 'notes.txt').click();
  await expect(tabs).toHaveText([/README\.md/, 'notes.txt']);
  await page.reload();
  await expect(tab(page, 'notes.txt')).toHaveAttribute('title', /Preview/);
  await tab(page, 'notes.txt').press('Enter');
  await expect(tab(page, 'notes.txt')).not.toHaveAttribute('title', /Preview/);
});

async function choose(page: Page, row: Locator, name: string): Promise<void> {
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name, exact: true }).click();
}

// Playwright's Shift+F10 opens no menu in Firefox.
const EDITS =
  'files and folders are created, renamed, moved, deleted and brought back, by keyboard and by pointer';
test(EDITS, { tag: '@chromium' }, async ({ page, panel }) => {
  await open(page, panel);

  await button(files(page), 'New folder').click();
  await expect(files(page).getByRole('textbox', { name: 'Name of the new folder' })).toBeFocused();
  await page.keyboard.type('docs');
  await page.keyboard.press('Enter');
  await expect(item(page, 'docs')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'New file', exact: true }).press('Enter');
  await expect(files(page).getByRole('textbox', { name: 'Name of the new file' })).toBeFocused();
  await page.keyboard.type('guide.md');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'guide.md')).toHaveAttribute('aria-selected', 'true');
  expect(await panel.read('docs/guide.md')).toBe('');

  // A name that is used is refused in its field; another one is accepted.
  await item(page, 'notes.txt').focus();
  await page.keyboard.press('F2');
  const name = files(page).getByRole('textbox', { name: 'New name of notes.txt' });
  await name.fill('README.md');
  await name.press('Enter');
  await expect(files(page).getByRole('alert')).toContainText('"README.md" already exists.');
  await name.fill('todo.txt');
  await name.press('Enter');
  await expect(item(page, 'todo.txt')).toBeFocused();
  await expect(item(page, 'notes.txt')).toBeHidden();
  expect(await panel.read('todo.txt')).toBe('notes\n');

  await item(page, 'todo.txt').dragTo(item(page, 'docs'));
  // The two folders are read again one after the other.
  await expect(item(page, 'todo.txt').and(page.locator('[aria-level="2"]'))).toBeVisible();
  await expect(item(page, 'todo.txt')).toHaveCount(1);
  expect(await panel.read('docs/todo.txt')).toBe('notes\n');

  await choose(page, item(page, 'todo.txt'), 'Move…');
  const to = page.getByRole('dialog', { name: 'Move todo.txt' }).getByRole('combobox');
  await to.fill('later/todo.txt');
  await to.press('Enter');
  await expect.poll(() => panel.read('later/todo.txt').catch(() => '')).toBe('notes\n');
  await expect(item(page, 'todo.txt')).toBeVisible();

  // Undo by the notice, and by its key.
  // The tree may still go to the moved file, which closes a menu.
  await expect(async () => {
    await item(page, 'docs').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click({ timeout: 2000 });
  }).toPass();
  await expect(item(page, 'docs')).toBeHidden();
  await expect(tab(page, 'guide.md')).toBeHidden();
  await button(page, 'Undo').last().click();
  await expect(item(page, 'docs')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(item(page, 'docs')).toBeHidden();
  await files(page).getByRole('treeitem').first().focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(item(page, 'docs')).toBeVisible();
  await access(path.join(panel.workspace, 'docs/guide.md'));
});

test('a file that opens late does not take the focus from a user who has moved on', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const late = Promise.withResolvers<void>();
  await page.route(/\/file\?path=/, async (route) => {
    if (route.request().method() === 'GET') await late.promise;
    await route.continue();
  });
  await item(page, 'notes.txt').press('Enter');
  await expect(tab(page, 'notes.txt')).toBeVisible();
  await composer(page).click();
  late.resolve();
  await expect(editor(page).locator('.monaco-editor')).toContainText('notes');
  await expect(composer(page)).toBeFocused();

  // With the focus where it was, the text takes it.
  await item(page, 'src').click();
  await item(page, 'app.ts').press('Enter');
  await expect(editor(page).getByRole('textbox', { name: 'src/app.ts' })).toBeFocused();
});

test('the filter finds files in closed folders, and a file that opens is revealed in the tree', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const filter = files(page).getByRole('searchbox', { name: 'Filter files' });
  await filter.fill('deep');
  await expect(files(page).getByRole('treeitem')).toHaveText(['src', 'lib', 'deep.ts']);
  await filter.press('ArrowDown');
  await expect(item(page, 'src')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'deep.ts')).toHaveAttribute('aria-selected', 'true');
  await filter.fill('');
  await expect(item(page, 'deep.ts')).toHaveAttribute('aria-current', 'true');
  await expect(item(page, 'deep.ts')).toHaveAttribute('aria-level', '3');
});

test('a file that opens while the tree is hidden is in sight once the tree is shown', async ({
  page,
  panel,
}) => {
  for (let n = 100; n < 200; n++) await panel.write(`file-${n}.txt`, '');
  await open(page, panel);
  await button(page, 'Search').click();
  await page.keyboard.press('ControlOrMeta+p');
  await page.keyboard.type('file-199');
  await expect(page.getByRole('option', { name: /file-199\.txt/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tab(page, 'file-199.txt')).toHaveAttribute('aria-selected', 'true');
  await button(page, 'Files').click();
  await expect(item(page, 'file-199.txt')).toBeInViewport();
});

test('a name that is being edited survives changes of others, and is given up when the file is removed', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await item(page, 'notes.txt').focus();
  await page.keyboard.press('F2');
  const name = files(page).getByRole('textbox', { name: 'New name of notes.txt' });
  await name.fill('half a na');
  await panel.write('another.txt', '');
  await expect(item(page, 'another.txt')).toBeVisible();
  await expect(name).toHaveValue('half a na');
  await expect(name).toBeFocused();
  await panel.remove('notes.txt');
  await expect(name).toBeHidden();
  await expect(page.getByText("notes.txt no longer exists, so it wasn't renamed.").first()).toBeVisible();
});

test('a folder of 5,000 files is listed whole, and only the rows in sight are in the page', async ({
  page,
  panel,
}) => {
  const folder = path.join(panel.workspace, 'many');
  await mkdir(folder);
  const names = [...Array.from({ length: 4999 }, (_, n) => `${n}.txt`), 'z.txt'];
  for (let at = 0; at < names.length; at += 500)
    await Promise.all(names.slice(at, at + 500).map((each) => writeFile(path.join(folder, each), '')));
  await open(page, panel);
  await item(page, 'many').click();
  await expect(item(page, '0.txt')).toHaveAttribute('aria-setsize', '5000');
  // One key: between several, a busy machine may take longer than the 600 ms in which they are one word.
  await item(page, 'many').press('z');
  await expect(item(page, 'z.txt')).toBeFocused();
  expect(await files(page).getByRole('treeitem').count()).toBeLessThan(150);
});

test('files that are dropped on a folder of the tree are uploaded there, and names that exist are asked about', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const drop = async (names: string[]): Promise<void> => {
    const dropped = await page.evaluateHandle((all) => {
      const data = new DataTransfer();
      for (const name of all) data.items.add(new File([`new ${name}`], name));
      return data;
    }, names);
    const target = item(page, 'src');
    await target.dispatchEvent('dragover', { dataTransfer: dropped });
    await target.dispatchEvent('drop', { dataTransfer: dropped });
  };
  await drop(['app.ts', 'other.ts']);
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('src/app.ts already exists.');
  await expect(item(page, 'other.ts')).toBeVisible();
  expect(await panel.read('src/app.ts')).toBe('app\n');
  await question.getByRole('button', { name: 'Keep both' }).click();
  await expect(item(page, 'app 2.ts')).toBeVisible();
  await drop(['app.ts']);
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect.poll(() => panel.read('src/app.ts')).toBe('new app.ts');
});
