// The frame around the regions: what it says of the agent, and how it is arranged.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { command } from './commands.ts';
import { agentStatus, expect, gate, open, test } from './panel.ts';

const SPEAKER = `export default function (pi) {
  pi.registerCommand('flood', {
    description: 'floods',
    handler: async (args, ctx) => {
      for (let i = 0; i < 500; i++) ctx.ui.notify('notice number ' + i, 'warning');
    },
  });
}
`;

test.use({ panelOptions: { piArgs: ['-e', './speaker.ts'], files: { 'speaker.ts': SPEAKER } } });

test('the head names workspace, session, model, thinking, context and cost', async ({ page, panel }) => {
  await open(page, panel);
  await expect(page.getByRole('banner')).toContainText('project');
  await expect(page.getByRole('button', { name: /^Model: \w/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Thinking: \w/ })).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Context' })).toBeVisible();
  await expect(page.getByText(/^Cost \$0\.00$/)).toBeVisible();
});

test('a session is named where its name stands, and Escape keeps the old name', async ({ page, panel }) => {
  await open(page, panel);
  const name = page.getByRole('textbox', { name: 'Session name' });
  await name.fill('Payment retries');
  await name.press('Enter');
  await expect(page).toHaveTitle('Payment retries');
  await name.fill('Something else');
  await name.press('Escape');
  await expect(name).toHaveValue('Payment retries');
  const state = await command(panel, { type: 'get_state' });
  expect(state).toMatchObject({ sessionName: 'Payment retries' });
});

test('thinking is chosen from the levels that the model has', async ({ page, panel }) => {
  await open(page, panel);
  const levels = (await command(panel, { type: 'get_available_thinking_levels' })) as { levels: string[] };
  await page.getByRole('button', { name: /^Thinking:/ }).click();
  const list = page.getByRole('listbox', { name: 'Thinking' });
  await expect(list.getByRole('option')).toHaveText(levels.levels);
  await list.getByRole('option', { name: 'high' }).click();
  await expect(page.getByRole('button', { name: 'Thinking: high' })).toBeVisible();
});

test('models are found by typing, and the keyboard alone is enough', async ({ page, panel }) => {
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+Shift+M');
  const list = page.getByRole('listbox', { name: 'Model' });
  const { models } = (await command(panel, { type: 'get_available_models' })) as {
    models: { name: string }[];
  };
  await expect(list.getByRole('option')).toHaveCount(models.length);
  await page.keyboard.type('zzzz');
  await expect(list.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
});

test('a new session during a run is asked about first, and the run goes on when it is not wanted', async ({
  page,
  panel,
}) => {
  const hold = gate();
  panel.model.queue([{ steps: [{ text: 'First half. ' }, { until: hold.until }, { text: 'Second half.' }] }]);
  await open(page, panel);
  await command(panel, { type: 'prompt', message: 'go' });
  await expect(agentStatus(page)).toHaveText('running');
  await expect(page).toHaveTitle(/^● running/);
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(agentStatus(page)).toHaveText('running');
  hold.open();
  await expect(agentStatus(page)).toHaveText('idle');
});

test('a flood of notices shows three and counts the rest, which the list holds', async ({ page, panel }) => {
  await open(page, panel);
  await command(panel, { type: 'prompt', message: '/flood' });
  const notices = notifications(page);
  await expect(notices.getByText('notice number 499')).toBeVisible();
  await expect(notices.getByRole('button', { name: 'Dismiss', exact: true })).toHaveCount(3);
  await notices.getByRole('button', { name: /^\d+ more$/ }).click();
  await expect(notices.getByRole('listitem')).toHaveCount(100);
  await expect(notices.getByRole('button', { name: 'Dismiss', exact: true })).toHaveCount(0);
});

test('a divider moves by the arrow keys, and its place is remembered', async ({ page, panel }) => {
  await open(page, panel);
  const divider = page.getByRole('separator', { name: 'Width of the side bar' });
  await divider.focus();
  await divider.press('ArrowRight');
  await divider.press('ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuenow', '272');
  await page.reload();
  await expect(divider).toHaveAttribute('aria-valuenow', '272');
  await divider.dblclick();
  await expect(divider).toHaveAttribute('aria-valuenow', '240');
});

test('of several agents the page shows one, and another when it is picked', async ({ page, panel }) => {
  const answer = await panel.fetch('api/agents', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(201);
  const second = (await answer.json()) as { id: string };
  await open(page, panel);
  await page.getByRole('textbox', { name: 'Session name' }).fill('The first');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('The first');
  await page.getByRole('button', { name: /^Agent:/ }).click();
  const options = page.getByRole('listbox', { name: 'Agent' }).getByRole('option');
  await expect(options).toHaveCount(2);
  await options.filter({ hasNotText: 'The first' }).click();
  await expect(page).toHaveTitle('project');
  await page.reload();
  await expect(page).toHaveTitle('project');
  const deleted = await panel.fetch(`api/agents/${second.id}`, { method: 'DELETE' });
  expect(deleted.status).toBe(204);
});

test('the theme is switched by hand and stays', async ({ page, panel }) => {
  await open(page, panel);
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByRole('button', { name: 'Theme: system' }).click();
  const light = await background();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  expect(await background()).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  expect(await background()).toBe(dark);
});

test('on a phone one region is shown at a time, and nothing is wider than the screen', async ({
  page,
  panel,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await open(page, panel);
  await expect(page.getByRole('region', { name: 'Chat' })).toBeVisible();
  for (const name of ['Files', 'Terminal', 'Sessions', 'Chat']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  }
});

test('an extension that keeps pi from starting can be left out', async ({ page, panel }) => {
  await panel.stop();
  await mkdir(path.join(panel.agentDir, 'extensions'));
  await writeFile(path.join(panel.agentDir, 'extensions', 'broken.ts'), 'export default function ( {');
  await panel.start();
  await page.goto(panel.url);
  await expect(page.getByRole('alert')).toContainText('broken.ts');
  await expect(page).toHaveTitle(/^! agent gone/);
  await page.getByRole('button', { name: 'Restart without extensions' }).click();
  await expect(agentStatus(page)).toHaveText('idle');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a page without a token says so, and how to get the link', async ({ page, panel }) => {
  await page.goto(panel.origin);
  await expect(page.getByRole('heading')).toHaveText('This page needs its link');
  await expect(page.getByText('npm start')).toBeVisible();
});

test('S-22: a token that is refused says so', async ({ page, panel }) => {
  await page.goto(`${panel.origin}/#t=${'x'.repeat(43)}`);
  await expect(page.getByRole('heading')).toHaveText('This link is no longer valid');
});

test('S-46: nothing on the page breaks its own policy', async ({ page, panel }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await open(page, panel);
  await page.getByRole('button', { name: 'Sessions', exact: true }).click();
  const terminal = page.getByRole('region', { name: 'Terminal' });
  for (const isShown of [true, false]) {
    await page.getByRole('button', { name: 'Terminal', exact: true }).click();
    await expect(terminal).toBeVisible({ visible: isShown });
  }
  expect(complaints).toEqual([]);
});

const notifications = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });
