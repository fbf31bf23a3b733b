// A panel that a real JupyterHub starts for its user: login, launch, live output, a cut connection and a reload in the
// middle of an answer. The panel ends when nobody uses it, but not while its agent works.
import { rm } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import { startModel, type DemoModel } from '../../server/demo/model.ts';
import { Door } from '../panel/door.ts';
import { makeFolders } from '../panel/folders.ts';
import { startHub, whyNoHub, type Hub } from '../panel/jupyterhub.ts';
import { gate } from '../panel/scripted.ts';
import { answers, button, expectIdle, expectLive, send, terminal } from './page.ts';
import { expect } from './panel.ts';

const missing = await whyNoHub();
const IDLE_S = 8;

const test = base.extend<{ door: Door; model: DemoModel; hub: Hub }>({
  // eslint-disable-next-line no-empty-pattern
  door: async ({}, use) => {
    const door = new Door();
    await door.open();
    await use(door);
    await door.close();
  },
  // eslint-disable-next-line no-empty-pattern
  model: async ({}, use) => {
    const model = await startModel({ pace: 1 });
    await use(model);
    await model.close();
  },
  hub: async ({ door, model }, use, info) => {
    const folders = await makeFolders({ files: { 'README.md': '# A project\n' }, settings: {} });
    const hub = await startHub({
      folders,
      address: `127.0.0.1:${door.port}`,
      options: `--idle-exit ${IDLE_S}`,
      modelUrl: model.url,
    });
    door.target = hub.port;
    await use(hub);
    if (info.status !== info.expectedStatus) await info.attach('hub output', { body: hub.output() });
    await hub.close();
    await rm(folders.root, { recursive: true, force: true, maxRetries: 3 });
  },
});

test.skip(missing !== false, missing || '');
test.setTimeout(180_000);

test('a user logs in, works, loses the connection and reloads; the panel ends only when its agent is idle', async ({
  page,
  door,
  hub,
  model,
}) => {
  await page.goto(`http://127.0.0.1:${door.port}/`);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password').fill('any');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectLive(page);
  expect(page.url()).toContain('/user/ada/');

  const held = gate();
  model.queue([
    { steps: [{ text: 'One half, ' }, { until: held.until }, { text: 'and the other.' }] },
    { steps: [{ tool: 'bash', args: { command: 'for n in 1 2 3; do echo line $n; sleep 1; done' } }] },
    { steps: [{ text: 'All three.' }] },
  ]);
  await send(page, 'Go.');
  await expect(answers(page).last()).toContainText('One half,');
  door.cut();
  await page.reload();
  await expectLive(page);
  // Nobody has done anything for longer than the panel waits, but the agent is at work.
  await page.waitForTimeout((IDLE_S + 2) * 1000);
  held.open();
  await expect(answers(page).last()).toContainText('One half, and the other.');
  await expectIdle(page);

  await button(page, 'Terminal').click();
  await send(page, 'Run it.');
  await expect(terminal(page)).toContainText('line 1');
  await expect(answers(page).last()).toContainText('All three.');
  await expect.poll(hub.output, { timeout: 60_000 }).toContain('nobody has used it');
  expect(hub.output()).not.toContain('--activity-url:');
});
