// The link outlives a restart of the panel, until the user ends it.
import { says } from '../panel/scripted.ts';
import { expect, test } from './panel.ts';
import { answers, composer, expectDisconnected, expectLive, open, palette, send } from './page.ts';

test.use({ panelOptions: { keepsToken: false } });

test('S-22: after a restart an open page keeps working with its old link, and all other links end on request', async ({
  page,
  context,
  browser,
  panel,
}) => {
  panel.model.queue([says('Before.'), says('After.')]);
  await open(page, panel);
  await send(page, 'one');
  await expect(answers(page)).toContainText('Before.');
  const { token } = panel;
  await panel.kill();
  await expectDisconnected(page);
  await panel.start();
  expect(panel.token).not.toBe(token);
  await expectLive(page);
  await send(page, 'two');
  await expect(answers(page).last()).toContainText('After.');

  const second = await context.newPage();
  await second.goto(panel.origin);
  await expectLive(second);
  const elsewhere = await browser.newContext();
  const phone = await elsewhere.newPage();
  await phone.goto(panel.url.href);
  await expectLive(phone);
  await page.keyboard.press('Control+K');
  await palette(page).getByRole('combobox').fill('revoke all other links');
  await page.keyboard.press('Enter');
  await palette(page).getByRole('option', { name: 'Revoke them' }).click();
  await expect(phone.getByText('pi-panel ready')).toBeVisible();
  await expect(page.getByText('All other links are revoked.')).toBeVisible();
  for (const tab of [page, second]) {
    await expectLive(tab);
    await tab.reload();
    await expectLive(tab);
    await expect(composer(tab)).toBeVisible();
  }
  await phone.reload();
  await expect(composer(phone)).toBeHidden();
  expect(panel.output).toContain('The new one: http');
  await elsewhere.close();
});
