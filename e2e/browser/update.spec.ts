// The panel is updated under an open page: after a restart it serves another build.
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { button, composer, expectDisconnected, expectLive, open, settings } from './page.ts';
import { expect, test as base } from './panel.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of the panel whose build can be replaced. */
const test = base.extend<{ root: string }>({
  // Playwright requires a destructuring pattern even without fixtures.
  // eslint-disable-next-line no-empty-pattern
  root: async ({}, use) => {
    const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-update-'));
    for (const part of ['package.json', 'server', 'shared', 'dist'])
      await cp(path.join(ROOT, part), path.join(root, part), { recursive: true });
    await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
    await use(root);
    await rm(root, { recursive: true });
  },
  panelOptions: async ({ root }, use) => use({ main: path.join(root, 'server', 'main.ts') }),
});

test('R-57: a page of an older build says so, and a reload brings the new one and keeps drafts', async ({
  page,
  panel,
  root,
}) => {
  await open(page, panel);
  await composer(page).fill('a draft from before');
  const update = page.getByRole('status', { name: 'Update' });
  const restart = async (): Promise<void> => {
    await panel.kill();
    await expectDisconnected(page);
    await panel.start();
    await expectLive(page);
  };
  await restart();
  await expect(composer(page)).toHaveValue('a draft from before');
  await expect(update).toHaveCount(0);

  await appendFile(path.join(root, 'dist', 'web', 'index.html'), '<!-- of another build -->\n');
  await restart();
  await expect(update).toContainText('A reload keeps what you typed, or asks first.');
  await expect(composer(page)).toHaveValue('a draft from before');
  // Nothing stores the form of a provider, which may have a key.
  await page.keyboard.press('ControlOrMeta+,');
  await settings(page).getByRole('tab', { name: 'Models' }).click();
  await button(settings(page), 'Add a provider').click();
  await settings(page).getByLabel('Name', { exact: true }).fill('my-server');
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
  await button(update, 'Reload').click();
  await expect(update).toContainText('A reload would lose what you typed here: Settings.');
  await button(update, 'Reload anyway').click();
  await expectLive(page);
  await expect(update).toHaveCount(0);
  await expect(composer(page)).toHaveValue('a draft from before');
});

test('R-57: the service worker becomes that of the running panel, without a manual reload and under an open page', async ({
  page,
  panel,
  root,
}) => {
  await open(page, panel);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const web = path.join(root, 'dist', 'web');
  const worker = path.join(web, 'service-worker.js');
  const text = await readFile(worker, 'utf8');
  await writeFile(worker, text.replaceAll('The panel does not answer', 'The panel of another build is away'));
  await appendFile(path.join(web, 'index.html'), '<!-- of another build -->\n');
  await panel.kill();
  await panel.start();
  await expect(page.getByRole('status', { name: 'Update' })).toBeVisible();
  const states = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!;
      return [
        installing?.state,
        waiting?.state,
        active?.state,
        active === navigator.serviceWorker.controller,
      ];
    });
  await expect.poll(states).toEqual([undefined, undefined, 'activated', true]);
  await panel.kill();
  await page.reload();
  await expect(page.getByRole('heading')).toHaveText('The panel of another build is away');
  await panel.start();
  await expectLive(page);
  await expect(page.getByRole('status', { name: 'Update' })).toHaveCount(0);
});

test('the menus of the composer, the notices and “More” are filled without a connection', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  // The page fetches the list of the pickers once it is at rest.
  const hasList = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /PickerList/.test(name)));
  await expect.poll(hasList).toBe(true);
  await panel.kill();
  await expectDisconnected(page);
  await page.getByRole('button', { name: 'Context and cost' }).click();
  const context = page.getByRole('dialog', { name: 'Context and cost' });
  await expect(context).toContainText('Compact');
  await expect(context.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: /^Thinking:/ }).click();
  await expect(page.getByRole('option', { name: 'medium' })).toBeVisible();
  await page.getByRole('button', { name: /^Model:/ }).click();
  await expect(page.getByRole('combobox', { name: 'Filter model' })).toBeVisible();
  await expect(page.getByRole('alert').getByText(/The models couldn't be listed/)).toBeVisible();
  await page.getByRole('button', { name: 'Show notifications' }).click();
  await expect(page.getByRole('button', { name: 'Notification settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  const notice = page.getByRole('alert').filter({ hasText: 'The panel is not responding' });
  await expect(notice).toBeVisible();
  expect((await notice.boundingBox())!.width).toBe(page.viewportSize()!.width);
  // An overlay whose code is lost says so, and can be closed.
  await page.keyboard.press('Control+K');
  const lost = page.getByRole('alert').filter({ hasText: "Command palette couldn't be loaded" });
  await expect(lost).toContainText("The panel can't be reached.");
  await lost.getByRole('button', { name: 'Close' }).click();
  await expect(lost).toHaveCount(0);
  await page.setViewportSize({ width: 375, height: 740 });
  await page.locator('[data-tab-bar]').getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('button', { name: 'Event log' })).toBeVisible();
});

test('a part of the page that an update has removed says so in its place, and offers a reload', async ({
  page,
  panel,
  root,
}) => {
  await open(page, panel);
  const assets = path.join(root, 'dist', 'web', 'assets');
  const parts = (await readdir(assets)).filter((name) => /^Sessions-.*\.js/.test(name));
  expect(parts).not.toHaveLength(0);
  for (const name of parts) await rm(path.join(assets, name));
  await page.getByRole('button', { name: 'Sessions' }).click();
  const lost = page.getByRole('alert');
  await expect(lost).toContainText("Sessions couldn't be loaded: The panel was updated");
  await expect(lost.getByRole('button', { name: 'Reload the page' })).toBeVisible();
});
