// The terminal: it shows what programs write, and does not move the user's scroll position.
import { says } from '../panel/scripted.ts';
import { expectIdle, send, tabPanel, terminal } from './page.ts';
import { expect, test } from './panel.ts';
import { tabs, follow, open, run, until, wheel, LONG } from './terminal-page.ts';

test('output keeps its colors and carriage returns, and its tab shows the state of the run', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const script = `printf '\\033[31mred\\033[0m plain\\n'
for i in 10 50 100; do printf '\\r%3d%% done' $i; done; echo; ${until('go')}; exit 3`;
  await run(panel, page, { 'colors.sh': script });
  await expect(tabPanel(page)).toContainText('100% done');
  await expect(tabPanel(page)).not.toContainText('50% done');
  const [red, plain] = await Promise.all(
    ['red', 'plain'].map((text) =>
      tabPanel(page)
        .getByText(text, { exact: false })
        .last()
        .evaluate((element) => getComputedStyle(element).color),
    ),
  );
  expect(red).not.toBe(plain);
  await expect(tabs(page)).toHaveAccessibleName(/sh colors\.sh.*running/);
  await panel.write('go', '');
  await expect(tabs(page)).toHaveAccessibleName(/exit 3/);
});

test('it follows the output until the user scrolls, counts new lines, and follows again on demand', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await run(panel, page, { 'long.sh': LONG });
  await expect(tabPanel(page)).toContainText('end of rows');
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'true');

  await wheel(page, -1);
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'false');
  await panel.write('go', '');
  await expectIdle(page);
  await expect(terminal(page).getByRole('button', { name: '1 new line' })).toBeVisible();
  await expect(tabPanel(page)).not.toContainText('after the end');

  await follow(page).click();
  await expect(tabPanel(page)).toContainText('after the end');
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(terminal(page).getByRole('button', { name: /new line/ })).toBeHidden();
});

test('a new run is shown while following, and does not replace a run that the user chose', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await run(panel, page, {
    'first.sh': `echo this is the first; ${until('go1')}`,
    'second.sh': `echo this is the second; ${until('go2')}`,
    'third.sh': 'echo this is the third',
  });
  await expect(tabPanel(page)).toContainText('this is the first');
  await panel.write('go1', '');
  await expect(tabPanel(page)).toContainText('this is the second');

  await tabs(page).filter({ hasText: 'first.sh' }).click();
  await expect(tabPanel(page)).toContainText('this is the first');
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'false');
  await panel.write('go2', '');
  await expect(tabs(page)).toHaveCount(3);
  await expectIdle(page);
  await expect(tabs(page).filter({ hasText: 'first.sh' })).toHaveAttribute('aria-selected', 'true');

  await follow(page).click();
  await expect(tabPanel(page)).toContainText('this is the third');
  await page.keyboard.press('Shift+Tab');
  await tabs(page).last().press('ArrowLeft');
  await expect(tabPanel(page)).toContainText('this is the second');
});

test('after a reload during a run its output is complete and continues', async ({ page, panel }) => {
  await open(page, panel);
  await run(panel, page, { 'long.sh': LONG });
  await expect(tabPanel(page)).toContainText('end of rows');
  await page.reload();
  await expect(tabPanel(page)).toContainText('end of rows');
  await panel.write('go', '');
  await expect(tabPanel(page)).toContainText('after the end');
});

test('a colored test run and a progress bar look as in a terminal, at the same time, in separate tabs', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await panel.write('sum.test.mjs', "import { test } from 'node:test';\ntest('one and one', () => {});\n");
  await panel.write(
    'bar.sh',
    `for i in 1 2 3; do printf '\\r%d of 3 \\033[K' $i; done; ${until('go')}; printf '\\rall of it\\033[K\\n'`,
  );
  const tests = `FORCE_COLOR=1 "${process.execPath}" --test --test-reporter=spec sum.test.mjs; ${until('go')}`;
  panel.model.queue([
    { steps: ['sh bar.sh', tests].map((command) => ({ tool: 'bash', args: { command } })) },
    says('Done.'),
  ]);
  await send(page, 'run both');
  await expect(tabs(page)).toHaveCount(2);
  for (const tab of await tabs(page).all()) await expect(tab).toHaveAccessibleName(/running/);
  await tabs(page).filter({ hasText: 'sum.test.mjs' }).click();
  await expect(tabPanel(page)).toContainText('pass 1');
  await expect(tabPanel(page).locator('.xterm-rows span', { hasText: '✔' }).first()).toHaveClass(
    /xterm-fg-2/,
  );
  await tabs(page).filter({ hasText: 'bar.sh' }).click();
  await expect(tabPanel(page)).toContainText('3 of 3');
  await expect(tabPanel(page)).not.toContainText('2 of 3');
  await panel.write('go', '');
  await expect(tabPanel(page)).toContainText('all of it');
  await expect(tabPanel(page)).not.toContainText('3 of 3');
});

test('when a run ends the terminal stays with it, whether it was chosen or followed', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const commands = ['go-1', 'go-2', 'go-3'].map((go) => `echo waits for ${go}; ${until(go)}; echo has ${go}`);
  panel.model.queue([
    { steps: commands.map((command) => ({ tool: 'bash', args: { command } })) },
    says('Done.'),
  ]);
  await send(page, 'run three');
  await expect(tabs(page)).toHaveCount(3);
  await tabs(page).filter({ hasText: 'go-2' }).click();
  await expect(tabPanel(page)).toContainText('waits for go-2');
  // The newest run ends. The chosen one is now the newest that runs, but it stays chosen and is not followed.
  await panel.write('go-3', '');
  await expect(tabs(page).filter({ hasText: 'go-3' })).toHaveAccessibleName(/done/);
  await panel.write('go-2', '');
  await expect(tabs(page).filter({ hasText: 'go-2' })).toHaveAccessibleName(/done/);
  await expect(tabPanel(page)).toContainText('has go-2');
  const follow = terminal(page).getByRole('button', { name: 'Follow output' });
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await follow.click();
  await expect(tabPanel(page)).toContainText('waits for go-1');
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await panel.write('go-1', '');
  await expect(tabPanel(page)).toContainText('has go-1');
});

test('neither another run, nor the end of a run, nor a reload moves the scroll position, and two tabs show the same', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await run(panel, page, { 'first.sh': 'echo this is the first', 'long.sh': LONG });
  await expect(tabPanel(page)).toContainText('end of rows');
  await wheel(page, -6);
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'false');
  const shown = (where = page): Promise<string> => tabPanel(where).locator('.xterm-rows').innerText();
  await expect.poll(shown).not.toContain('end of rows');
  const place = await shown();

  await tabs(page).filter({ hasText: 'first.sh' }).click();
  await expect(tabPanel(page)).toContainText('this is the first');
  await tabs(page).filter({ hasText: 'long.sh' }).click();
  await expect.poll(shown).toBe(place);
  await panel.write('go', '');
  const newLine = terminal(page).getByRole('button', { name: '1 new line' });
  await expect(newLine).toBeVisible();
  await expectIdle(page);
  expect(await shown()).toBe(place);
  await page.reload();
  await expect.poll(shown).toBe(place);
  await expect(newLine).toBeVisible();

  const other = await page.context().newPage();
  await open(other, panel);
  await expect(tabPanel(other)).toContainText('after the end');
  await page.bringToFront();
  await follow(page).click();
  await expect(tabPanel(page)).toContainText('after the end');
  expect(await shown()).toBe(await shown(other));

  await tabs(page).filter({ hasText: 'first.sh' }).click();
  await expect(tabPanel(page)).toContainText('this is the first');
  await page.reload();
  await expect(tabPanel(page)).toContainText('this is the first');
});

test('keys scroll it and Tab leaves it', async ({ page, panel }) => {
  await open(page, panel);
  await run(panel, page, { 'long.sh': LONG });
  await expect(tabPanel(page)).toContainText('end of rows');
  await terminal(page).getByRole('textbox', { name: 'Terminal output' }).focus();
  await page.keyboard.press('Home');
  await expect(tabPanel(page)).toContainText('row 1row 2');
  await page.keyboard.press('End');
  await expect(tabPanel(page)).toContainText('end of rows');
  await page.keyboard.press('Tab');
  await expect(terminal(page).getByRole('link', { name: 'Full output' })).toBeFocused();
  await panel.write('go', '');
  await expectIdle(page);
});

test('a hidden terminal closes its stream, and continues from there when it is shown again', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const asked: string[] = [];
  const gone: string[] = [];
  const isStream = (url: string): boolean => url.includes('/output?');
  page.on('request', (request) => isStream(request.url()) && asked.push(request.url()));
  page.on('requestfailed', (request) => isStream(request.url()) && gone.push(request.url()));
  await run(panel, page, { 'long.sh': LONG });
  await expect(tabPanel(page)).toContainText('end of rows');

  await page.keyboard.press('ControlOrMeta+j');
  await expect(terminal(page)).toBeHidden();
  await expect.poll(() => gone.length).toBe(1);
  await panel.write('go', '');
  await expectIdle(page);
  expect(asked).toHaveLength(1);

  await page.keyboard.press('ControlOrMeta+j');
  await expect(tabPanel(page)).toContainText('after the end');
  const from = asked.map((url) => new URL(url).searchParams.get('from'));
  expect(from[0]).toBe('0');
  expect(Number(from[1])).toBeGreaterThan(1000);
});
