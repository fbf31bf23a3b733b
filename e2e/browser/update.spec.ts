// The panel is updated under an open page: after a restart it serves another build.
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { composer, expectDisconnected, expectLive, open } from './page.ts';
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
  await expect(update).toContainText('What you typed is kept');
  await expect(composer(page)).toHaveValue('a draft from before');
  await update.getByRole('button', { name: 'Reload' }).click();
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
