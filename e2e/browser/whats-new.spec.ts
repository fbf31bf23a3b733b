// The changelog on the page: from the palette, and once after an update. A pi that is newer than the panel.
import { fileURLToPath } from 'node:url';
import { says } from '../panel/scripted.ts';
import { button, entries, expectIdle, notifications, open, palette, send } from './page.ts';
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

test('/changelog shows what is new in pi', async ({ page, panel }) => {
  await open(page, panel);
  await send(page, '/changelog');
  await expect(palette(page).getByLabel('What’s new in pi')).toContainText(/\d+\.\d+\.\d+/);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
});

test.describe('a pi that is newer than the tested one', () => {
  const script = fileURLToPath(new URL('../panel/newer-pi.mjs', import.meta.url));
  test.use({ panelOptions: { args: ['--agent', `"${process.execPath}" "${script}"`] } });

  test('works, and a notice says once that it is newer', async ({ page, panel }) => {
    panel.model.queue([says('Hello.')]);
    await open(page, panel);
    const notice = notifications(page).getByText('pi 99.0.0 is newer than');
    await expect(notice).toBeVisible();
    await send(page, 'Hi');
    await expect(entries(page, 'Assistant').last()).toContainText('Hello.');
    await page.reload();
    await expectIdle(page);
    await expect(entries(page, 'Assistant').last()).toContainText('Hello.');
    await expect(notice).toBeHidden();
  });
});
