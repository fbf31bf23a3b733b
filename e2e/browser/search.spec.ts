// Search in the files of the workspace: what is found, and where it leads.
import { editor, open, search } from './page.ts';
import { expect, test } from './panel.ts';

test.use({
  panelOptions: {
    files: {
      'src/app.ts': `${'// nothing\n'.repeat(49)}export const needle = 1;\n`,
      'notes.md': 'The Needle is in the haystack.\n',
      '.gitignore': 'build\n',
      'build/out.js': 'needle\n',
    },
  },
});

test('text is found in all files, by the keyboard alone, and a hit opens its line', async ({
  page,
  panel,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+Shift+f');
  const field = search(page).getByRole('searchbox', { name: 'Search files' });
  await expect(field).toBeFocused();
  await field.fill('needle');
  await expect(search(page).getByRole('listitem')).toHaveCount(2);
  await expect(search(page).getByRole('status')).toHaveText('2 lines in 2 files');
  await search(page).getByRole('button', { name: 'Match case' }).click();
  await expect(search(page).getByRole('listitem')).toHaveCount(1);
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(editor(page).getByRole('tab', { name: 'app.ts' })).toHaveAttribute('aria-selected', 'true');
  await expect(editor(page).locator('.line-numbers.active-line-number')).toHaveText('50');
  await expect(editor(page).locator('.view-overlays .selected-text')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('needle');

  await search(page).getByRole('button', { name: 'Regular expression' }).click();
  await field.fill('nee(dle');
  await expect(search(page).getByRole('alert')).toContainText('not a regular expression');
  await field.fill('need.e');
  await expect(search(page).getByRole('listitem')).toHaveCount(1);
  await search(page).getByRole('button', { name: 'Match case' }).click();
  await search(page).getByRole('searchbox', { name: 'Files to search' }).fill('*.{ts,js}');
  await expect(search(page).getByRole('listitem')).toHaveCount(1);
  await search(page).getByRole('button', { name: 'Whole word' }).click();
  await field.fill('need.');
  await expect(search(page).getByRole('status')).toHaveText('Nothing found.');

  await search(page).getByRole('button', { name: 'In conversations' }).click();
  await expect(search(page).getByRole('searchbox', { name: 'Search everything' })).toHaveValue('need.');
});
