// The runs of a session: their list, copying and clearing their output, tabs of their own, and many of them.
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { entries, expectIdle, send, tabPanel, terminal } from './page.ts';
import { expect, test } from './panel.ts';
import { tabs, open, run, until } from './terminal-page.ts';

test('all runs of the session are listed, running ones first, and lead to their output and card', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await panel.write('notes.md', 'a line of notes');
  await panel.write('failing.sh', 'for i in $(seq 1 60); do echo "failed line $i"; done; exit 4');
  await panel.write('slow.sh', `echo still at it; ${until('go')}`);
  panel.model.queue([
    calls('bash', { command: 'sh failing.sh' }),
    {
      steps: [
        { text: `${'Words that fill the page.\n\n'.repeat(60)}` },
        { tool: 'read', args: { path: 'notes.md' } },
      ],
    },
    calls('bash', { command: 'sh slow.sh' }),
    says('Done.'),
  ]);
  await send(page, 'work');
  await expect(tabPanel(page)).toContainText('still at it');

  await terminal(page).getByRole('button', { name: 'All runs' }).click();
  const list = page.getByRole('dialog', { name: 'All runs' });
  const rows = list.getByRole('list', { name: 'Runs of this session' }).getByRole('button');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toHaveAccessibleName(/sh slow\.sh running \d+ s \d+ B/);
  await expect(rows.last()).toHaveAccessibleName(/sh failing\.sh exit 4 .* B/);
  await list.getByRole('checkbox', { name: 'Commands only' }).uncheck();
  await expect(rows).toHaveCount(3);
  await list.getByRole('searchbox', { name: 'Filter runs' }).fill('NOTES');
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(tabPanel(page)).toContainText('a line of notes');

  await terminal(page).getByRole('button', { name: 'All runs' }).click();
  await rows.last().click();
  await expect(tabPanel(page)).toContainText('failed line 60');
  const card = entries(page, 'Tool bash: sh failing.sh');
  await expect(card).not.toBeInViewport();
  await terminal(page).getByRole('button', { name: 'Show in chat' }).click();
  await expect(card).toBeInViewport();
  await expect(card.getByRole('button').first()).toBeFocused();
  await panel.write('go', '');
  await expectIdle(page);
  await expect(card).toBeInViewport();
});

test('no tab of a run is cut off so far that it cannot be read', async ({ page, panel }) => {
  await open(page, panel);
  const commands = ['one two three four five', 'two', 'three four', 'five six seven', 'eight'];
  panel.model.queue([...commands.map((words) => calls('bash', { command: `echo ${words}` })), says('Done.')]);
  await send(page, 'work');
  await expectIdle(page);
  await expect(tabs(page)).toHaveCount(5);
  const row = terminal(page).getByRole('tablist', { name: 'Runs' });
  // The start of the row is then inside each of the tabs at least once.
  for (let width = 1300; width > 1000; width -= 20) {
    await page.setViewportSize({ width, height: 700 });
    await expect(tabs(page).last()).toBeInViewport({ ratio: 1 });
    const rests = await row.evaluate((element) => {
      const { left } = element.getBoundingClientRect();
      return [...element.children].map((tab) => Math.round(tab.getBoundingClientRect().right - left));
    });
    expect(rests.filter((rest) => rest > 0 && rest < 40)).toEqual([]);
  }
});

test('output can be copied unchanged, shown without wrapping, and cleared from the view only', async ({
  page,
  panel,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, panel);
  const script = `printf '%0700d\\n' 7; echo one; ${until('go1')}; echo two; ${until('go2')}; echo three`;
  await run(panel, page, { 'wide.sh': script });
  await expect(tabPanel(page)).toContainText('one');
  const button = (name: string): Locator => terminal(page).getByRole('button', { name });
  const rowsWith = (text: string): Locator => tabPanel(page).locator('.xterm-rows > div', { hasText: text });
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

  await button('Copy output').click();
  await expect(button('Copied')).toBeVisible();
  expect(await copied()).toBe(`${'7'.padStart(700, '0')}\none\n`);

  await expect(rowsWith('0000')).not.toHaveCount(1);
  await button('Wrap lines').click();
  await expect(rowsWith('0000')).toHaveCount(1);
  const host = tabPanel(page).locator('.host');
  const width = await host.evaluate((element) => element.clientWidth);
  await host.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  expect(await host.evaluate((element) => element.scrollLeft), 'px to the end of the line').toBeGreaterThan(
    width,
  );
  await button('Wrap lines').click();
  await expect(rowsWith('0000')).not.toHaveCount(1);

  await button('Clear view').click();
  await expect(tabPanel(page)).not.toContainText('one');
  await panel.write('go1', '');
  await expect(tabPanel(page)).toContainText('two');
  await panel.write('go2', '');
  await expect(tabs(page)).toHaveAccessibleName(/done/);
  const link = terminal(page).getByRole('link', { name: 'Full output' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^0+7\none\ntwo\nthree\n$/);
});

test('a run opens in a new tab, live, with no token in its address', async ({ page, panel }) => {
  await open(page, panel);
  await run(panel, page, {
    'first.sh': 'echo of the first',
    'own.sh': `echo before; ${until('go')}; echo after`,
  });
  await expect(tabPanel(page)).toContainText('before');
  const link = terminal(page).getByRole('link', { name: 'Open in new tab' });
  const [own] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  expect(own.url()).not.toContain(panel.token);
  const output = own.getByRole('region', { name: 'Output' });
  await expect(own).toHaveTitle(/sh own\.sh/);
  await expect(output).toContainText('before');
  await expect(own.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
  await page.close();
  await panel.write('go', '');
  await expect(output).toContainText('after');
  await expect(output).not.toContainText('of the first');
  await expect(own.getByText(/^done\s· /)).toBeVisible();
  await own.reload();
  await expect(output).toContainText('after');
  // After the restart another agent has the same session.
  await panel.crashAndRestart();
  await expect(output).toContainText('after');
  await own.reload();
  await expect(output).toContainText('after');
  await expect(own).toHaveTitle(/sh own\.sh/);
  await own.goto(own.url().replace(/run=[^&]+/, 'run=none'));
  await expect(own.getByText('This run is no longer available')).toBeVisible();
});

test.describe('colors', () => {
  // The test runner sets it for its child processes.
  test.use({ panelOptions: { env: { FORCE_COLOR: '' } } });

  test('programs are asked for colors once the user wants them, and the session continues', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    const script = 'echo "colors: ${FORCE_COLOR:-none} ${CLICOLOR_FORCE:-none}"';
    await run(panel, page, { 'asked.sh': script });
    await expect(tabPanel(page)).toContainText('colors: none none');
    await expectIdle(page);

    const colors = terminal(page).getByRole('button', { name: 'ANSI colors' });
    await expect(colors).toHaveAttribute('aria-pressed', 'false');
    await colors.click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('the model sees the escape codes');
    await question.getByRole('button', { name: 'Restart pi' }).click();
    await expect(colors).toHaveAttribute('aria-pressed', 'true');
    await expectIdle(page);
    await expect(entries(page, 'You').first()).toContainText('run asked.sh');
    await run(panel, page, { 'asked.sh': script });
    await expect(tabPanel(page)).toContainText('colors: 1 1');
  });
});

test('S-55: after fifty runs of a megabyte, viewed one after another, the page is as small as after five', async ({
  page,
  panel,
}) => {
  test.setTimeout(180_000);
  await open(page, panel);
  // The page is closed while they run: only the viewing is measured.
  await page.goto('about:blank');
  await panel.write('much.sh', 'yes "line of run $1" | head -c 1000000; echo; echo "end of run $1"');
  const numbers = Array.from({ length: 50 }, (_, at) => at + 1);
  // Excluded from the context, which could not hold that much.
  for (const number of numbers)
    await panel.command({ type: 'bash', command: `sh much.sh ${number}`, excludeFromContext: true });
  await open(page, panel);
  await expect(tabs(page)).toHaveCount(50);

  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const look = async (number: number): Promise<void> => {
    await terminal(page)
      .getByRole('tab', { name: new RegExp(`much\\.sh ${number}\\b`) })
      .click();
    await expect(tabPanel(page)).toContainText(`end of run ${number} `);
  };
  const size = async (): Promise<{ nodes: number; heap: number }> => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string): number => metrics.find((metric) => metric.name === name)!.value;
    return { nodes: of('Nodes'), heap: of('JSHeapUsedSize') };
  };
  for (const number of numbers.slice(0, 5)) await look(number);
  const five = await size();
  for (const number of numbers.filter((each) => each > 5 && each % 6 === 0)) await look(number);
  const more = await size();

  await expect(terminal(page).locator('.xterm')).toHaveCount(1);
  expect(await tabPanel(page).locator('.xterm-rows > div').count()).toBeLessThan(100);
  // One scrollback takes 12 MB or more, so this fails if two of them are kept.
  expect(more.heap - five.heap, 'heap growth in bytes since the first five').toBeLessThan(10_000_000);
  expect(more.nodes / five.nodes, 'ratio of DOM nodes to those after five').toBeLessThan(1.25);
});
