// The frame around the regions: the state of the agent, and the layout.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { EARLY_COMPACTION, gate, says } from '../panel/scripted.ts';
import {
  agentStatus,
  button,
  chat,
  composer,
  converse,
  entries,
  expectIdle,
  notifications,
  open,
  sessionName,
  showTab,
  terminal,
} from './page.ts';
import { expect, test } from './panel.ts';

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

test('the header shows workspace, session, model, thinking level, context and cost', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await expect(page.getByRole('banner')).toContainText('project');
  await expect(page.getByRole('button', { name: /^Model: \w/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Thinking: \w/ })).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Context' })).toBeVisible();
  await expect(page.getByText(/^Cost \$0\.00$/)).toBeVisible();
});

test('the session name is edited in place, and Escape restores it', async ({ page, panel }) => {
  await open(page, panel);
  const name = sessionName(page);
  await name.fill('Payment retries');
  await name.press('Enter');
  await expect(page).toHaveTitle('Payment retries');
  await name.fill('Something else');
  await name.press('Escape');
  await expect(name).toHaveValue('Payment retries');
  const state = await panel.command({ type: 'get_state' });
  expect(state).toMatchObject({ sessionName: 'Payment retries' });
});

test('the thinking level is chosen from those of the model', async ({ page, panel }) => {
  await open(page, panel);
  const levels = await panel.command<{ levels: string[] }>({ type: 'get_available_thinking_levels' });
  await page.getByRole('button', { name: /^Thinking:/ }).click();
  const list = page.getByRole('listbox', { name: 'Thinking' });
  await expect(list.getByRole('option')).toHaveText(levels.levels);
  await list.getByRole('option', { name: 'high' }).click();
  await page.getByRole('button', { name: 'Thinking: high' }).click();
  await expect(list.locator('.active')).toHaveText('high');
  await page.keyboard.press('ArrowUp');
  await expect(list.locator('.active')).not.toHaveText('high');
  await expect(list.getByRole('option', { selected: true })).toHaveText('high');
});

test('models are found by typing, by keyboard alone', async ({ page, panel }) => {
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+Shift+M');
  const list = page.getByRole('listbox', { name: 'Model' });
  const { models } = await panel.command<{ models: unknown[] }>({ type: 'get_available_models' });
  await expect(list.getByRole('option')).toHaveCount(models.length);
  await page.keyboard.type('zzzz');
  await expect(list.getByRole('option')).toHaveCount(0);
  for (let n = 0; n < 4; n++) await page.keyboard.press('Backspace');
  await expect(list.getByRole('option')).toHaveCount(models.length);
  // Some of its letters in order are enough; Enter chooses it.
  await page.keyboard.type('pln');
  await expect(list.getByRole('option')).toHaveText([/Demo plain/]);
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(page.getByRole('button', { name: 'Model: Demo plain' })).toBeVisible();
  expect(await panel.command({ type: 'get_state' })).toMatchObject({ model: { id: 'demo-plain' } });
});

test('a new session during a run needs a confirmation, and Cancel lets the run continue', async ({
  page,
  panel,
}) => {
  const hold = gate();
  panel.model.queue([{ steps: [{ text: 'First half. ' }, { until: hold.until }, { text: 'Second half.' }] }]);
  await open(page, panel);
  await panel.command({ type: 'prompt', message: 'go' });
  await expect(agentStatus(page)).toHaveText('running');
  await expect(page).toHaveTitle(/^● running/);
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(agentStatus(page)).toHaveText('running');
  hold.open();
  await expectIdle(page);
});

test('three notices of a flood are shown and the rest counted; the list has all of them', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await panel.command({ type: 'prompt', message: '/flood' });
  const notices = notifications(page);
  await expect(notices.getByText('notice number 499')).toBeVisible();
  await expect(notices.getByRole('button', { name: 'Dismiss', exact: true })).toHaveCount(3);
  await notices.getByRole('button', { name: /^\d+ more$/ }).click();
  await expect(notices.getByRole('listitem')).toHaveCount(100);
  await expect(notices.getByRole('button', { name: 'Dismiss', exact: true })).toHaveCount(0);
});

// Playwright makes no double click in Firefox 140.
const DIVIDER = 'a divider moves with the arrow keys, and its position is remembered';
test(DIVIDER, { tag: '@chromium' }, async ({ page, panel }) => {
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

test('the page shows one of several agents, and another when it is chosen', async ({ page, panel }) => {
  const response = await panel.post('agents');
  expect(response.status).toBe(201);
  const second = (await response.json()) as { id: string };
  await open(page, panel);
  await sessionName(page).fill('The first');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('The first');
  await page.getByRole('button', { name: /^Agent:/ }).click();
  const options = page.getByRole('listbox', { name: 'Agent' }).getByRole('option');
  await expect(options).toHaveCount(2);
  // The list has its own stream, which may be later than the title.
  await expect(options.filter({ hasText: 'The first' })).toHaveCount(1);
  await options.filter({ hasNotText: 'The first' }).click();
  await expect(page).toHaveTitle('project');
  await page.reload();
  await expect(page).toHaveTitle('project');
  const deleted = await panel.fetch(`agents/${second.id}`, { method: 'DELETE' });
  expect(deleted.status).toBe(204);
});

test('the theme can be switched and is remembered', async ({ page, panel }) => {
  await open(page, panel);
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  // On a wide page, it is a setting, which the palette finds. A phone has a button for it.
  await expect(page.getByRole('button', { name: /^Theme/ })).toHaveCount(0);
  await page.setViewportSize({ width: 375, height: 740 });
  const theme = (name: string): Locator => page.getByRole('button', { name: `Theme: ${name}` });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await theme('system').click();
  const light = await background();
  await theme('light').click();
  await expect(theme('dark')).toBeVisible();
  expect(await background()).not.toBe(light);
  const dark = await background();
  await page.setViewportSize({ width: 1280, height: 740 });
  await page.reload();
  await expect(composer(page)).toBeVisible();
  expect(await background()).toBe(dark);
});

test('a phone shows one region at a time, and nothing is wider than the screen', async ({ page, panel }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await open(page, panel);
  await expect(chat(page)).toBeVisible();
  for (const name of ['Files', 'Terminal', 'Sessions', 'Chat']) {
    await showTab(page, name);
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  }
});

test('on a phone all tabs fit, "More" has the rest, and the tab of what is shown is selected', async ({
  page,
  panel,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await open(page, panel);
  const tabs = page.getByRole('tablist', { name: 'Regions' }).getByRole('tab');
  const more = page.getByRole('button', { name: 'More', exact: true });
  await expect(tabs).toHaveCount(4);
  await more.click();
  await page.getByRole('tab', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Search', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Event log' })).toBeHidden();
  await expect(tabs.and(page.getByRole('tab', { selected: true }))).toHaveText('Search');
  for (const target of [...(await tabs.all()), more]) {
    const { x, width, height } = (await target.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    expect(x + width).toBeLessThanOrEqual(375);
  }
  await page.getByRole('tab', { name: 'Chat', exact: true }).click();
  await expect(tabs).toHaveCount(4);
  await more.click();
  await page.getByRole('button', { name: 'Usage', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Usage' })).toBeVisible();
});

test('on a phone an empty composer is one line until the user goes to it', async ({ page, panel }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await open(page, panel);
  const model = page.getByRole('button', { name: /^Model/ });
  const height = async (): Promise<number> =>
    (await page.getByRole('region', { name: 'Composer' }).boundingBox())!.height;
  await composer(page).click();
  await expect.poll(height).toBeGreaterThan(70);
  await model.click();
  await expect(page.getByRole('listbox', { name: 'Model' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).last().click();
  await expect.poll(height).toBeLessThan(70);
  // The keyboard and assistive technology find the controls nevertheless, and going to one shows them all.
  await model.focus();
  await expect.poll(height).toBeGreaterThan(70);
});

test('pi can be restarted without an extension that keeps it from starting', async ({ page, panel }) => {
  await panel.kill();
  await mkdir(path.join(panel.folders.agentDir, 'extensions'));
  await writeFile(
    path.join(panel.folders.agentDir, 'extensions', 'broken.ts'),
    'export default function ( {',
  );
  await panel.start();
  await page.goto(panel.url.href);
  await expect(page.getByRole('alert')).toContainText('broken.ts');
  await expect(page).toHaveTitle(/^! agent gone/);
  await page.getByRole('button', { name: 'Restart without extensions' }).click();
  await expectIdle(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a page without a token says so, and how to get the link', async ({ page, panel }) => {
  await page.goto(panel.origin);
  await expect(page.getByRole('heading')).toHaveText('This page needs its link');
  await expect(page.getByText('npm start')).toBeVisible();
});

test('S-22: a page with an invalid token says so', async ({ page, panel }) => {
  await page.goto(`${panel.origin}/#t=${'x'.repeat(43)}`);
  await expect(page.getByRole('heading')).toHaveText('This link is no longer valid');
});

test('after a restart, a page whose session was never written opens without an error in the console', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('ERR_')) complaints.push(message.text());
  });
  // A page that was open all the time asks once for the agent that is gone, which the browser logs.
  await page.goto('about:blank');
  await panel.kill();
  await panel.start();
  await page.goto(panel.url.href);
  await expectIdle(page);
  expect(complaints).toEqual([]);
});

test('S-46: the page does not violate its own policy', async ({ page, panel }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await open(page, panel);
  await button(page, 'Sessions').click();
  for (const isShown of [true, false]) {
    await button(page, 'Terminal').click();
    await expect(terminal(page)).toBeVisible({ visible: isShown });
  }
  expect(complaints).toEqual([]);
  // Without an icon from the start, a browser with tabs logs that /favicon.ico is missing. A headless one never asks.
  expect(await (await page.request.get(panel.origin)).text()).toContain('<link rel="icon"');
});

test.describe('with a conversation that is worth compacting', () => {
  test.use({ panelOptions: { settings: { compaction: EARLY_COMPACTION } } });

  test('Compact asks what the summary should keep, and Cancel leaves everything as it is', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await converse(page, panel, ['one', 'An answer. '.repeat(60)]);
    await converse(page, panel, ['two', 'Another answer. '.repeat(60)]);
    const { requests } = panel.model;
    panel.model.queue([says('What was said.'), says('What was said.')]);
    const details = page.getByRole('dialog', { name: 'Context and cost' });
    const wish = details.getByRole('textbox', { name: /^Compact/ });
    await button(page, 'Context and cost').click();
    await wish.fill('the names of files');
    await button(details, 'Cancel').click();
    await expect(details).toBeHidden();
    await button(page, 'Context and cost').click();
    await wish.fill('the names of files');
    expect(panel.model.requests).toHaveLength(requests.length);
    await button(details, 'Compact').click();
    await expect(entries(page, 'Summary')).toHaveCount(1);
    expect(JSON.stringify(panel.model.requests.slice(requests.length))).toContain('the names of files');
    panel.model.unqueue();
  });
});
