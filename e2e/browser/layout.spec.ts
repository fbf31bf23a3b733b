// The layout: nothing moves unless the user moves it, and every width has room for every region.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls } from '../panel/scripted.ts';
import {
  agentStatus,
  button,
  chat,
  composer,
  entries,
  expectIdle,
  open,
  openTerminal,
  send,
  statusBar,
  terminal,
} from './page.ts';
import { expect, test } from './panel.ts';

/**
 * Collects the layout shifts that no input of the user explains, from the first paint on. Returns a function that sums
 * them up.
 */
async function collectShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const collected = { sum: 0 };
    Object.assign(window, { collected });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) collected.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { collected: { sum: number } }).collected.sum);
}

const PARAGRAPH = 'The seconds are inserted as a bare number, so that a time looks wrong. '.repeat(6);

test('while an answer streams and a command runs the chat stays where it is, and nothing shifts', async ({
  page,
  panel,
}) => {
  const shifts = await collectShifts(page);
  await open(page, panel);
  // Movement caused by the user's own first message does not count.
  panel.model.queue([{ steps: [{ text: 'Hello.' }] }]);
  await send(page, 'hello');
  await expect(entries(page, /^Assistant/)).toContainText('Hello.');
  await expectIdle(page);
  const [before, box] = [await shifts(), await chat(page).boundingBox()];

  panel.model.queue([
    {
      steps: [
        { text: `${`${PARAGRAPH}\n\n`.repeat(8)}`, chunk: 60, every: 12 },
        { tool: 'bash', args: { command: 'sh work.sh' } },
      ],
    },
    { steps: [{ text: `${`${PARAGRAPH}\n\n`.repeat(4)}The end.`, chunk: 60, every: 12 }] },
  ]);
  await panel.write(
    'work.sh',
    'for i in 1 2 3 4; do echo "line $i"; sleep 0.1; done; while [ ! -e go ]; do sleep 0.02; done',
  );
  await send(page, 'work');
  await expect(entries(page, /^Tool bash/)).toContainText('line 4');
  await expect(terminal(page)).toBeHidden();
  expect(await chat(page).boundingBox()).toEqual(box);
  await panel.write('go', '');
  await expect(page.getByText('The end.')).toBeVisible();
  await expectIdle(page);
  expect(await chat(page).boundingBox()).toEqual(box);
  expect((await shifts()) - before).toBeLessThan(0.01);
});

test('each workspace remembers whether its terminal is open, and it opens by itself if the user wants that', async ({
  page,
  panel,
}) => {
  const other = path.join(panel.folders.root, 'elsewhere');
  await mkdir(other);
  await open(page, panel);
  await openTerminal(page);
  await page.reload();
  await expect(terminal(page)).toBeVisible();

  expect((await panel.post('agents', { workspace: other })).status).toBe(201);
  await page.reload();
  await page.getByRole('button', { name: /^Agent:/ }).click();
  await page.getByRole('option', { name: /elsewhere/ }).click();
  await expect(terminal(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('open the terminal');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/opens automatically/)).toBeVisible();
  await expect(terminal(page)).toBeHidden();
  panel.model.queue([calls('bash', { command: 'echo here it is' })]);
  await send(page, 'run');
  await expect(terminal(page)).toContainText('here it is');
});

test('every width has every region: side by side, with icons for the side bar, or one at a time', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const panels = page.getByRole('group', { name: 'Panels' });
  const tabs = page.getByRole('tablist', { name: 'Regions' });
  const sideways = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const widthOf = (element: Locator) => expect.poll(async () => (await element.boundingBox())?.width);

  await page.setViewportSize({ width: 1440, height: 900 });
  await widthOf(panels).toBe(240);
  await page.setViewportSize({ width: 1024, height: 768 });
  await widthOf(panels).toBeLessThan(48);
  await expect(tabs).toBeHidden();
  // As 1440 x 900 looks at 200 %: the height is scarce, so the tabs are beside the region.
  await page.setViewportSize({ width: 720, height: 450 });
  await expect(tabs).toBeVisible();
  expect((await tabs.boundingBox())!.x).toBe(0);
  await widthOf(chat(page)).toBeGreaterThan(640);
  await tabs.getByRole('tab', { name: 'Files' }).click();
  await expect(page.getByRole('tree', { name: 'Workspace' })).toBeVisible();
  await expect(composer(page)).toBeHidden();
  await tabs.getByRole('tab', { name: 'Files' }).press('ArrowUp');
  await expect(tabs.getByRole('tab', { name: 'Agents' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(composer(page)).toBeVisible();
  expect(await sideways()).toBe(0);

  await page.setViewportSize({ width: 375, height: 740 });
  await widthOf(chat(page)).toBe(375);
  await expect(tabs).toBeVisible();
  // A keyboard leaves this much.
  await composer(page).focus();
  await page.setViewportSize({ width: 375, height: 400 });
  await expect(tabs).toBeHidden();
  await expect(agentStatus(page)).toBeHidden();
  await expect(composer(page)).toBeInViewport();
  expect(await sideways()).toBe(0);
});

test('the terminal opens below the chat, which keeps its width with and without an editor', async ({
  page,
  panel,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await panel.write('a.txt', 'a\n');
  await open(page, panel);
  const boxOf = async (of: Locator) => (await of.boundingBox())!;
  const alone = await boxOf(chat(page));
  await openTerminal(page);
  const below = await boxOf(terminal(page));
  const above = await boxOf(chat(page));
  expect([above.x, above.width]).toEqual([alone.x, alone.width]);
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
  await expect(composer(page)).toBeInViewport();

  await page.getByRole('treeitem', { name: 'a.txt' }).dblclick();
  await expect(page.getByRole('separator', { name: 'Width of the chat' })).toBeVisible();
  expect((await boxOf(chat(page))).width).toBe(600);
  expect((await boxOf(terminal(page))).width).toBe(below.width);
});

test('every divider is dragged, and a double click restores its first place', async ({ page, panel }) => {
  await panel.write('a.txt', 'a\n');
  await open(page, panel);
  await page.getByRole('treeitem', { name: 'a.txt' }).dblclick();
  await openTerminal(page);
  for (const [name, dx, dy] of [
    ['Width of the side bar', 40, 0],
    ['Width of the chat', -40, 0],
    ['Height of the terminal', 0, -40],
  ] as const) {
    const divider = page.getByRole('separator', { name });
    const value = async (): Promise<number> => Number(await divider.getAttribute('aria-valuenow'));
    const [first, box] = [await value(), (await divider.boundingBox())!];
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy, { steps: 4 });
    await page.mouse.up();
    expect(await value()).toBe(first + 40);
    await divider.dblclick();
    expect(await value()).toBe(first);
  }
});

test.describe('with many statuses of extensions', () => {
  const STATUSES = `export default function (pi) {
  pi.on('session_start', (event, ctx) => {
    for (let n = 1; n <= 8; n++) ctx.ui.setStatus('status' + n, 'the status with the number ' + n);
  });
}
`;
  test.use({ panelOptions: { piArgs: ['-e', './statuses.ts'], files: { 'statuses.ts': STATUSES } } });

  test('every status can be reached, also where the line has no room for one', async ({ page, panel }) => {
    await open(page, panel);
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 740 });
      await button(statusBar(page), '8 statuses of extensions').click();
      const list = page.getByRole('dialog', { name: 'Statuses of extensions' });
      for (let n = 1; n <= 8; n++)
        await expect(list.getByText(`the status with the number ${n}`)).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();
    }
  });
});

test('the page itself has nothing to scroll, not even a pixel, at any width', async ({ page, panel }) => {
  await open(page, panel);
  for (const width of [375, 720, 1024, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    const excess = () =>
      statusBar(page).evaluate((bar) => bar.parentElement!.scrollHeight - bar.parentElement!.clientHeight);
    await expect.poll(excess, `${width} px`).toBe(0);
  }
});
