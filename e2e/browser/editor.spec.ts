// Files and editor: the files on disk, edits here and changes by the agent, none of which is ever lost.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { composer, editor, files, open } from './page.ts';
import { expect, test } from './panel.ts';
import { FILES, item, tab, text, openFile, type } from './editor-page.ts';

test.use({ panelOptions: { files: FILES } });

test('the keyboard navigates the tree, and Enter opens a file', async ({ page, panel }) => {
  await open(page, panel);
  const tree = files(page).getByRole('tree', { name: 'Workspace' });
  await expect(tree.getByRole('treeitem')).toHaveText([
    'build',
    'src',
    '.gitignore',
    'notes.txt',
    'README.md',
  ]);
  await item(page, 'build').focus();
  await page.keyboard.press('ArrowDown');
  await expect(item(page, 'src')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'src')).toHaveAttribute('aria-expanded', 'true');
  await expect(item(page, 'app.ts')).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'lib')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(item(page, 'src')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item(page, 'README.md')).toBeFocused();
  await page.keyboard.press('a');
  await expect(item(page, 'app.ts')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text(page)).toContainText('export function twice');
});

test('Ctrl+K in a file opens the palette, and a chord that is pressed at once still goes to the editor', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await text(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await page.keyboard.type('settings');
  await expect(palette.getByRole('combobox')).toHaveValue('settings');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(text(page)).toContainText(/^export\sfunction/);

  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.press('c');
  await page.keyboard.up('Control');
  await expect(text(page)).toContainText(/^\/\/\sexport\sfunction/);
  await expect(palette).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(text(page)).toContainText(/^export\sfunction/);
});

test('a file is edited and saved, and its tab shows whether it is unsaved', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'four');
  await expect(tab(page, 'notes.txt unsaved')).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(tab(page, 'notes.txt unsaved')).toBeHidden();
  await page.keyboard.type('FOUR');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(tab(page, 'notes.txt unsaved')).toBeHidden();
  expect(await panel.read('notes.txt')).toBe('one\ntwo\nthree\nFOUR');

  await test.step('from the composer as well, which says when there is nothing to save', async () => {
    await type(page, 'Control+End', '!');
    await composer(page).focus();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(tab(page, 'notes.txt unsaved')).toBeHidden();
    expect(await panel.read('notes.txt')).toBe('one\ntwo\nthree\nFOUR!');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText('There are no edits to save.')).toBeVisible();
    await panel.write('notes.txt', 'one\ntwo\nthree\nFOUR');
    await expect(text(page)).not.toContainText('FOUR!');
  });

  await test.step('two editors side by side share the text; a file opens in the one that was used last', async () => {
    const split = editor(page).getByRole('button', { name: 'Split editor' });
    const panes = editor(page).getByRole('tabpanel');
    await split.click();
    await expect(panes).toHaveCount(2);
    await expect(text(page)).toContainText('FOUR');
    await openFile(page, 'README.md');
    await expect(panes.nth(1)).toContainText('A project');
    await expect(panes.nth(0)).toContainText('FOUR');
    await panes.nth(0).locator('.view-lines').click();
    await expect(tab(page, 'notes.txt')).toHaveAttribute('aria-selected', 'true');
    await split.click();
    await expect(panes).toHaveCount(1);
    await expect(panes).toContainText('FOUR');
  });
});

test('R-45: BOM and line endings, even mixed ones, survive an edit byte for byte', async ({
  page,
  panel,
}) => {
  await panel.write('windows.txt', '\ufefffirst\r\nsecond\r\n');
  await panel.write('mixed.txt', 'a\r\nb\nc\r\n');
  await open(page, panel);
  for (const name of ['windows.txt', 'mixed.txt']) {
    await openFile(page, name);
    await type(page, 'Control+End', 'new');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(tab(page, `${name} unsaved`)).toBeHidden();
  }
  await expect.poll(() => panel.read('windows.txt')).toBe('\ufefffirst\r\nsecond\r\nnew');
  await expect.poll(() => panel.read('mixed.txt')).toBe('a\r\nb\nc\r\nnew');
});

test('closing a tab with unsaved edits asks first', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'unsaved');
  await editor(page).getByRole('button', { name: 'Close notes.txt' }).press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('unsaved edits');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(tab(page, /notes/)).toBeVisible();

  await tab(page, /notes/).press('Delete');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(tab(page, /notes/)).toBeHidden();
  expect(await panel.read('notes.txt')).toContain('unsaved');
});

test('the open files are the same after a reload', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await openFile(page, 'notes.txt');
  await page.reload();
  await expect(tab(page, /./)).toHaveText(['app.ts', 'notes.txt']);
  await expect(tab(page, 'notes.txt')).toHaveAttribute('aria-selected', 'true');
  await expect(text(page)).toContainText('three');
});

test('the open files of one folder are not opened in the folder of the next agent', async ({
  page,
  panel,
}) => {
  const workspace = path.join(panel.folders.root, 'api');
  await mkdir(workspace, { recursive: true });
  await writeFile(path.join(workspace, 'notes.txt'), 'of the other folder\n');
  await panel.post('agents', { workspace });
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('banner')).toContainText('api');
  await expect(item(page, 'notes.txt')).toBeVisible();
  await expect(editor(page)).toBeHidden();
  await openFile(page, 'notes.txt');
  await expect(text(page)).toContainText('of the other folder');

  await page.keyboard.press('Control+1');
  await expect(text(page)).toContainText('three');
  await expect(tab(page, /./)).toHaveText(['notes.txt']);
});

// Playwright reads no clipboard in Firefox, where its Shift+F10 opens no menu either.
const MENU = 'the menu of a file copies its path, opens it, and adds it to the chat, by the keyboard too';
test(MENU, { tag: '@chromium' }, async ({ page, panel, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, panel);
  const menu = page.getByRole('menu', { name: 'File' });
  await item(page, 'notes.txt').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Copy path' }).click();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(path.join(panel.workspace, 'notes.txt'));

  await item(page, 'notes.txt').focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem', { name: 'Open', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(item(page, 'notes.txt')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue(/@notes\.txt/);
});
