// Radius, the service of pi's developers: the sign-in, its MCP server in one step, and a session that is shared there.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolders } from '../panel/folders.ts';
import { Radius } from '../panel/radius.ts';
import { startModel } from '../../server/demo/model.ts';
import { button, converse, open, palette, send, settings } from './page.ts';
import { expect, RunningPanel, test as base } from './panel.ts';
import { isPiSince } from './running-panel.ts';

const test = base.extend<{ radius: Radius; signedOut: RunningPanel }>({
  // Playwright requires a destructuring pattern even without fixtures.
  // eslint-disable-next-line no-empty-pattern
  radius: async ({}, use) => {
    const radius = await Radius.start();
    await use(radius);
    await radius.close();
  },
  signedOut: async ({ context, radius }, use) => {
    const model = await startModel({ pace: 1, tour: false });
    const folders = await makeFolders({ files: { 'README.md': '# A project\n' } });
    const extension = path.join(folders.root, 'radius.ts');
    await writeFile(extension, radius.extension);
    const panel = new RunningPanel(folders, model, { piArgs: ['-e', extension] });
    await panel.start();
    await use(panel);
    await Promise.all(context.pages().map((page) => page.close()));
    await panel.close();
    await model.close();
  },
});

test('a sign-in by a code serves the MCP server too, and sessions are shared there', async ({
  page,
  radius,
  signedOut: panel,
}) => {
  test.skip(!isPiSince('1.3.0'), 'this pi has no Radius with a server and a setting where it shares');
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+,');
  await settings(page).getByRole('tab', { name: 'Providers', exact: true }).click();
  const row = settings(page).getByRole('listitem', { name: /^Radius,/ });
  await button(row, 'Sign in').click();
  await row.getByRole('button', { name: 'Sign in with Radius' }).click();
  await row.getByRole('button', { name: /^Sign in with device code/ }).click();
  await expect(row).toContainText(Radius.deviceCode);
  await expect(row.getByRole('link', { name: 'Open the page of the provider' })).toHaveAttribute(
    'href',
    `${radius.url}/device`,
  );
  radius.approveDevice();
  await expect(settings(page).getByRole('listitem', { name: 'Radius, Signed in' })).toBeVisible({
    timeout: 30_000,
  });
  expect(await readFile(path.join(panel.folders.agentDir, 'auth.json'), 'utf8')).toContain(
    Radius.accessToken,
  );
  expect(await page.content()).not.toContain(Radius.accessToken);

  const offer = row.getByRole('button', { name: 'Use this sign-in for the MCP server of Radius too' });
  await offer.click();
  await expect(offer).toBeHidden();
  const mcp = JSON.parse(await readFile(path.join(panel.folders.agentDir, 'mcp.json'), 'utf8')) as object;
  expect(mcp).toEqual({
    mcpServers: { radius: { url: 'https://radius.pi.dev/mcp', auth: { provider: 'radius' } } },
  });
  await page.keyboard.press('Escape');

  await converse(page, panel, ['for the team', 'Fine.']);
  await send(page, '/share');
  await expect(palette(page)).toContainText('The members of your Radius organization can read it.');
  expect(radius.taken).toEqual([]);
  await palette(page).getByRole('option', { name: 'Share it' }).click();
  await expect(palette(page)).toContainText('https://radius.pi.dev/a/1');
  const [shared] = radius.taken;
  expect(shared?.authorization).toBe(`Bearer ${Radius.accessToken}`);
  expect(shared?.body).toContain('for the team');
});
