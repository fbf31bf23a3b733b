// Replace in the files of the workspace: what it shows before, what it changes, and how all of it is taken back.
import type { Locator, Page } from '@playwright/test';
import { open, search } from './page.ts';
import { expect, test } from './panel.ts';

const FILES = {
  'src/app.ts': 'export const area = 1;\nexport const Area = 2; // area AREA\r\n',
  'notes.md': 'The area.\n',
  '.gitignore': 'build\n',
  'build/out.js': 'area\n',
};

test.use({ panelOptions: { files: FILES } });

const field = (page: Page): Locator => search(page).getByRole('searchbox', { name: 'Search files' });
const replacement = (page: Page): Locator => search(page).getByRole('textbox', { name: 'Replace' });

async function openReplace(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+f');
  await field(page).fill('area');
  await search(page).getByRole('button', { name: 'Replace matches' }).click();
  await replacement(page).fill('surface');
  await expect(search(page).getByRole('status')).toHaveText('3 lines in 2 files');
}

test('a replacement is shown row by row, keeps the case and the line endings, leaves out what git ignores, and is one undo', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openReplace(page);
  const row = search(page).getByRole('listitem').filter({ hasText: /Area/ });
  await expect(row.getByRole('insertion')).toHaveText(['Surface', 'surface', 'SURFACE']);
  await expect(row.getByRole('deletion')).toHaveText(['Area', 'area', 'AREA']);
  await search(page).getByRole('button', { name: 'Replace in 2 files' }).click();
  await expect(page.getByText('Replaced in 2 files.').first()).toBeVisible();
  expect(await panel.read('src/app.ts')).toBe(
    'export const surface = 1;\nexport const Surface = 2; // surface SURFACE\r\n',
  );
  expect(await panel.read('notes.md')).toBe('The surface.\n');
  expect(await panel.read('build/out.js')).toBe('area\n');
  await expect(search(page).getByRole('status')).toHaveText('Nothing found.');
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.poll(() => panel.read('src/app.ts')).toBe(FILES['src/app.ts']);
  expect(await panel.read('notes.md')).toBe(FILES['notes.md']);
  await expect(search(page).getByRole('status')).toHaveText('3 lines in 2 files');
});

test('one row is replaced alone, and a file in which a line has changed since is left alone with the reason', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openReplace(page);
  await panel.write('notes.md', 'Another area.\n');
  await search(page).getByRole('button', { name: 'Replace in notes.md' }).click();
  await expect(page.getByText('notes.md: It has changed since.').first()).toBeVisible();
  expect(await panel.read('notes.md')).toBe('Another area.\n');
  await search(page).getByRole('button', { name: 'Replace in line 1' }).last().click();
  await expect(page.getByText('Replaced in 1 file.').first()).toBeVisible();
  const texts = await Promise.all(['src/app.ts', 'notes.md'].map((file) => panel.read(file)));
  expect(texts.join('').match(/surface/g)).toHaveLength(1);
});

test('an expression is replaced with its groups', async ({ page, panel }) => {
  await open(page, panel);
  await openReplace(page);
  await search(page).getByRole('button', { name: 'Regular expression' }).click();
  await field(page).fill('const (\\w+) = (\\d)');
  await replacement(page).fill('let $1 = $2$2');
  await expect(search(page).getByRole('insertion').first()).toHaveText('let area = 11');
  await search(page).getByRole('button', { name: 'Replace in 1 file' }).click();
  await expect
    .poll(() => panel.read('src/app.ts'))
    .toBe('export let area = 11;\nexport let Area = 22; // area AREA\r\n');
});
