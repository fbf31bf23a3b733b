// The address book of other panels: each opens in its own tab, and this page never keeps another one's token.
import { makeFolders } from '../panel/folders.ts';
import { button, open } from './page.ts';
import { expect, RunningPanel, test } from './panel.ts';

test('S-15: a pasted link opens another panel in a new tab, and only its address stays here', async ({
  page,
  context,
  panel,
}) => {
  const other = new RunningPanel(await makeFolders({ workspaceName: 'elsewhere' }), panel.model, {});
  await other.start();
  try {
    await open(page, panel);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('agents');
    await page
      .getByRole('option', { name: /Agents/ })
      .first()
      .click();
    const agents = page.getByRole('region', { name: 'Agents', exact: true });
    await agents.getByRole('button', { name: 'Other panels' }).click();
    await agents.getByRole('textbox', { name: 'Link or address of another panel' }).fill(other.url.href);
    const opening = context.waitForEvent('page');
    await agents.getByRole('button', { name: 'Add and open' }).click();
    const tab = await opening;
    await expect(tab.getByRole('status', { name: 'Connection' })).toHaveText(/live/);
    expect(await tab.evaluate(() => window.opener === null)).toBe(true);
    await tab.close();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(other.token);
    await page.reload();
    const link = agents.getByRole('link', { name: other.url.host });
    await expect(link).toHaveAttribute('href', `${other.origin}/`);
    // Its own page knows its token from the first time.
    const again = context.waitForEvent('page');
    await link.click();
    await expect((await again).getByRole('status', { name: 'Connection' })).toHaveText(/live/);
    await agents.getByRole('button', { name: `Remove ${other.url.host} from the list` }).click();
    await expect(link).toHaveCount(0);
  } finally {
    await other.close();
  }
});
