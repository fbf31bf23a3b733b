// The editor of the page, its tree and its tabs.
import type { Locator, Page } from '@playwright/test';
import { editor, files } from './page.ts';
import { expect } from './panel.ts';

export const item = (page: Page, name: string): Locator =>
  files(page).getByRole('treeitem', { name, exact: true });

export const tab = (page: Page, name: string | RegExp): Locator =>
  editor(page).getByRole('tablist', { name: 'Open files' }).getByRole('tab', { name });

export const text = (page: Page): Locator => editor(page).locator('.monaco-editor .view-lines').last();

export const CODE = `export function twice(value: number): number {
  return value + value;
}
${Array.from({ length: 100 }, (_, n) => `export const value${n} = ${n};\n`).join('')}`;

export const FILES = {
  'src/app.ts': CODE,
  'src/lib/deep.ts': 'export const deep = true;\n',
  'notes.txt': 'one\ntwo\nthree\n',
  '.gitignore': 'build\n',
  'build/out.js': 'out\n',
};

/** Opens a file for work from the tree, folder by folder, until it can be edited. */
export async function openFile(page: Page, ...names: string[]): Promise<void> {
  for (const name of names.slice(0, -1)) await item(page, name).click();
  await item(page, names.at(-1)!).press('Enter');
  await expect(tab(page, names.at(-1)!)).toHaveAttribute('aria-selected', 'true');
  await expect(text(page)).toBeVisible();
}

export async function type(page: Page, where: 'Control+Home' | 'Control+End', words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press(where);
  await page.keyboard.type(words);
}

/** Picks an entry of Monaco's menu at a word. The menu ignores a click in its first 100 ms, and stays open. */
export async function pickInMenu(word: Locator, name: string): Promise<void> {
  await word.click({ button: 'right' });
  const entry = word.page().getByRole('menuitem', { name });
  await expect(entry).toBeVisible();
  await expect(async () => {
    if (await entry.isVisible()) await entry.click({ timeout: 1000 });
    await expect(entry).toBeHidden({ timeout: 500 });
  }).toPass();
}
