// Files that the editor cannot show as text, and those that are too large for it.
import { appendFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ONE_PIXEL_PNG } from '../panel/scripted.ts';
import { editor, open } from './page.ts';
import { expect, test } from './panel.ts';
import { FILES, item, tab, text, openFile, type } from './editor-page.ts';

test.use({ panelOptions: { files: FILES } });

test('a file that cannot be shown gives the reason, and a file that is not UTF-8 is read-only', async ({
  page,
  panel,
}) => {
  const at = (name: string): string => path.join(panel.workspace, name);
  await writeFile(at('paper.bin'), Uint8Array.from([0x25, 0x50, 0, 0]));
  await writeFile(at('logo.png'), Buffer.from(ONE_PIXEL_PNG, 'base64'));
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>window.ran = 1</script></svg>';
  await writeFile(at('icon.svg'), svg);
  await writeFile(at('guide.md'), '# The guide\n\n![logo](logo.png)\n');
  await writeFile(at('huge.log'), 'x'.repeat(11 * 1024 * 1024));
  await writeFile(at('latin1.txt'), Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
  await symlink('/etc', at('outside'));
  await open(page, panel);
  await item(page, 'paper.bin').click();
  const card = editor(page).getByRole('group', { name: 'paper.bin' });
  await expect(card).toContainText('4 B');
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('paper.bin');

  // Images, and texts that have a preview.
  await item(page, 'logo.png').click();
  await expect(editor(page).getByRole('figure')).toContainText('1 × 1 px');
  await openFile(page, 'icon.svg');
  await editor(page).getByRole('button', { name: 'Open preview' }).click();
  await expect(editor(page).getByRole('figure')).toContainText('9 × 9 px');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await openFile(page, 'guide.md');
  await editor(page).getByRole('button', { name: 'Open preview' }).click();
  const preview = editor(page).getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('img', { name: 'logo' })).toBeVisible();
  await panel.write('guide.md', '# Another title\n');
  await expect(preview.getByRole('heading', { name: 'Another title' })).toBeVisible();

  await item(page, 'huge.log').click();
  await expect(editor(page).getByRole('textbox', { name: 'huge.log' })).toContainText('xxx');
  await expect(item(page, 'outside')).toBeDisabled();
  await openFile(page, 'latin1.txt');
  await expect(editor(page)).toContainText("isn't UTF-8");
  await expect(text(page)).toContainText('café');
  await type(page, 'Control+End', 'x');
  await expect(tab(page, 'latin1.txt unsaved')).toBeHidden();
});

test('a log of 2 GB is read at both ends before its lines are counted, is searched, followed, and outlives its file', async ({
  page,
  panel,
}) => {
  test.slow();
  const log = path.join(panel.workspace, 'app.log');
  const numbered = (from: number, length: number): string =>
    Array.from({ length }, (_, n) => `request ${from + n} handled\n`).join('');
  // More rows than a scrollbar has room for, then one enormous line.
  await writeFile(log, numbered(1, 600_000).replace('request 700 ', 'needle 700 '));
  await truncate(log, 2 * 1024 ** 3);
  await appendFile(log, `\n${numbered(900_001, 1000)}`);
  await open(page, panel);
  await item(page, 'app.log').click();
  const rows = editor(page).getByRole('textbox', { name: 'app.log' });
  const panelText = editor(page).getByRole('tabpanel');
  await expect(rows).toContainText('request 1 handled');

  await rows.press('End');
  await expect(rows).toContainText('request 901000 handled');
  await expect(panelText).toContainText('2.1 GB, counting lines');
  const lastRow = rows.locator('[data-row]').last();
  await expect(lastRow).toHaveText('request 901000 handled');
  await expect(editor(page).getByRole('button', { name: 'Follow end' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await appendFile(log, 'the log goes on\n');
  await expect(lastRow).toHaveText(/^(601002 )?the log goes on$/);
  await rows.press('PageUp');
  await expect(editor(page).getByRole('button', { name: 'Follow end' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(rows).toContainText('request 900960 handled');

  await rows.press('Control+f');
  const find = editor(page).getByRole('searchbox', { name: 'Find in file' });
  await expect(find).toBeFocused();
  await find.fill('NEEDLE');
  await expect(panelText).toContainText('1 of 1');
  await expect(rows.locator('.marked')).toHaveText('700 needle 700 handled');
  await find.press('Escape');
  await expect(rows).toBeFocused();
  await rows.press('Control+g');
  const line = editor(page).getByRole('textbox', { name: 'Go to line' });
  await expect(line).toBeFocused();
  await line.fill('600500');
  await line.press('Enter');
  await expect(rows.locator('.marked')).toHaveText('600500 request 900499 handled', { timeout: 60_000 });
  await expect(panelText).toContainText('2.1 GB, 601,002 lines, read-only', { timeout: 60_000 });
  await rows.press('End');
  await expect(lastRow).toHaveText('601002 the log goes on');

  await writeFile(`${log}.new`, 'x'.repeat(11 * 1024 ** 2));
  await rename(`${log}.new`, log);
  await expect(panelText).toContainText('app.log was replaced, shortened or rewritten on disk.');
  await expect(panelText).toContainText('11.5 MB, 1 line,');
  await expect(rows).toContainText('xxx');
  await rm(log);
  await expect(panelText).toContainText(
    'app.log was deleted on disk. The lines that were read are still here.',
  );
  await expect(rows).toContainText('xxx');
});
