// The changelog on the page: from the palette, and once after an update.
import { button, expectIdle, notifications, open, palette } from './page.ts';
import { expect, test } from './panel.ts';

test('after an update a notice leads to what is new, once; a new browser does not get it', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const version = () => page.evaluate(() => localStorage.getItem('pi-panel.version'));
  await expect.poll(version).toMatch(/^\d+\.\d+\.\d+$/);
  const now = await version();
  const notice = notifications(page).getByText('The panel was updated');
  await expect(notice).toBeHidden();

  await page.evaluate(() => localStorage.setItem('pi-panel.version', '0.0.1'));
  await page.reload();
  await expect(notice).toContainText(now!);
  await button(notifications(page), 'What’s new').click();
  await expect(palette(page)).toContainText(`${now}`);
  await page.keyboard.press('Escape');

  await page.reload();
  await expect.poll(version).toBe(now);
  // A key that is pressed before the page has its agent has no effect.
  await expectIdle(page);
  await page.keyboard.press('Control+Shift+P');
  await page.keyboard.type('what’s new');
  await page.getByRole('option', { name: 'What’s new in the panel' }).click();
  await expect(palette(page).getByLabel('What’s new')).toContainText('Changes of every turn');
  await expect(notice).toBeHidden();
});
