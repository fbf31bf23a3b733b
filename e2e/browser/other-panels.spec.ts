// The address book of other panels: each opens in its own tab, and this page never keeps another one's token.
import { freePort } from '../panel/free-port.ts';
import { makeFolders } from '../panel/folders.ts';
import type { PanelInfo } from '../../shared/wire.ts';
import { gate } from '../panel/scripted.ts';
import { button, open } from './page.ts';
import { expect, RunningPanel, test as base } from './panel.ts';

const test = base.extend<{ otherPort: number }>({
  // eslint-disable-next-line no-empty-pattern
  otherPort: async ({}, use) => use(await freePort()),
  panelOptions: async ({ otherPort }, use) => {
    await use({ args: ['--other-panel', `http://127.0.0.1:${otherPort}`] });
  },
});

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
    // The page of the other panel has stored its token at the first visit.
    const again = context.waitForEvent('page');
    await link.click();
    await expect((await again).getByRole('status', { name: 'Connection' })).toHaveText(/live/);
    await agents.getByRole('button', { name: `Remove ${other.url.host} from the list` }).click();
    await expect(link).toHaveCount(0);
  } finally {
    await other.close();
  }
});

base('the list of agents mentions no other panels until there are some', async ({ page, panel }) => {
  await open(page, panel);
  await button(page, 'Agents').click();
  const agents = page.getByRole('region', { name: 'Agents', exact: true });
  await expect(agents.getByRole('listitem')).toHaveCount(1);
  await expect(agents).not.toContainText('Other panels');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('Add another panel');
  await page.getByRole('option', { name: /^Add another panel/ }).click();
  await expect(agents.getByRole('textbox', { name: 'Link or address of another panel' })).toBeVisible();
});

test('panels that name each other list their agents by status links, which open nothing', async ({
  page,
  panel,
  otherPort,
}) => {
  const other = new RunningPanel(await makeFolders({ workspaceName: 'elsewhere' }), panel.model, {
    args: ['--port', String(otherPort), '--other-panel', panel.origin],
  });
  await other.start();
  const { others } = await other.getJson<PanelInfo>('panel');
  try {
    await open(page, panel);
    await button(page, 'Agents').click();
    const agents = page.getByRole('region', { name: 'Agents', exact: true });
    await agents.getByRole('button', { name: 'Other panels' }).click();
    await expect(agents.getByRole('button', { name: 'Copy status link' })).toBeVisible();
    const field = agents.getByRole('textbox', { name: 'Link or address of another panel' });
    await field.fill(`${other.origin}/#s=${others.statusToken}`);
    await agents.getByRole('button', { name: 'Add and open' }).click();
    expect(page.context().pages()).toHaveLength(1);
    const there = agents.getByRole('list', { name: `Agents of ${other.url.host}` });
    await expect(there.getByRole('listitem')).toHaveText(/elsewhere\s*idle/);
    const held = gate();
    panel.model.queue([{ steps: [{ text: 'Working. ' }, { until: held.until }] }]);
    await other.command({ type: 'prompt', message: 'Go on' }, await other.firstAgent());
    await expect(there.getByRole('listitem')).toHaveText(/elsewhere\s*working/);
    held.open();
    await other.close();
    await expect(agents).toContainText("This panel is unreachable, or wasn't started with --other-panel");
  } finally {
    await other.close();
  }
});
