// All that a run printed: downloaded in full, loaded on demand, found by a search.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { agentStatus, composer, tabPanel, terminal } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { tabs, follow, open, run } from './terminal-page.ts';

/** Downloads the full output. */
async function fullOutput(page: Page): Promise<Buffer> {
  const link = terminal(page).getByRole('link', { name: 'Full output' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFile(await download.path());
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The output of this script, to compare with. */
const printedBy = (panel: RunningPanel, name: string): Buffer =>
  execFileSync('sh', [name], { cwd: panel.workspace, maxBuffer: 100_000_000 });

test('S-18, S-40: two million lines can be downloaded in full, and earlier output loads on demand', async ({
  page,
  panel,
}) => {
  // Drawing two million lines takes long on a busy machine.
  test.setTimeout(180_000);
  await open(page, panel);
  await run(panel, page, { 'big.sh': 'seq 1 2000000' });
  await expect(tabPanel(page)).toContainText('2000000', { timeout: 90_000 });
  await expect(tabs(page)).toHaveAccessibleName(/done/);
  const link = terminal(page).getByRole('link', { name: 'Full output' });
  expect(await link.evaluate((a) => (a as HTMLAnchorElement).href)).not.toContain(panel.token);
  expect(sha256(await fullOutput(page))).toBe(sha256(printedBy(panel, 'big.sh')));

  await page.reload();
  await expect(tabPanel(page)).toContainText('2000000', { timeout: 30_000 });
  const earlier = terminal(page).getByRole('button', { name: 'Show earlier output' });
  await expect(earlier).toBeHidden();
  await terminal(page).getByRole('textbox', { name: 'Terminal output' }).focus();
  await page.keyboard.press('Home');
  await expect(earlier).toBeVisible();
  const rows = tabPanel(page).locator('.xterm-rows');
  const first = Number(/\d{7}/.exec(await rows.innerText())![0]);
  await earlier.click();
  // No line is missing between the two parts.
  await expect(rows).toContainText(String(first - 1), { timeout: 30_000 });
  await expect(terminal(page).getByText('An earlier part, up to')).toBeVisible();
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'false');
  await follow(page).click();
  await expect(rows).toContainText('2000000', { timeout: 30_000 });
  await expect(follow(page)).toHaveAttribute('aria-pressed', 'true');
});

// `YES_MEGABYTES=50` is the same at full length.
const YES_MEGABYTES = Number(process.env.YES_MEGABYTES ?? 5);

test('five megabytes of one letter leave the page usable, and odd output arrives byte for byte', async ({
  page,
  panel,
}) => {
  test.setTimeout(180_000);
  await open(page, panel);
  const odd = `printf 'nul \\000 here\\n'; printf 'half \\303'; sleep 0.3; printf '\\251 one\\n'
head -c 5000000 /dev/zero | tr '\\000' x; printf '\\nbehind the long line\\n'; seq 1 20000; printf 'wide 日本語 end'`;
  await run(panel, page, { 'yes.sh': `yes | head -c ${YES_MEGABYTES}000000`, 'odd.sh': odd });
  await expect(tabs(page).first()).toBeVisible();
  await composer(page).fill('typed meanwhile');
  await expect(composer(page)).toHaveValue('typed meanwhile');
  await expect(agentStatus(page)).toHaveText(/idle/, { timeout: 90_000 });
  await expect(tabPanel(page)).toContainText('wide 日本語 end', { timeout: 30_000 });
  expect(sha256(await fullOutput(page))).toBe(sha256(printedBy(panel, 'odd.sh')));
  await tabs(page).filter({ hasText: 'yes.sh' }).click();
  await expect(tabPanel(page)).toContainText('yyyyy');
  expect(sha256(await fullOutput(page))).toBe(sha256(printedBy(panel, 'yes.sh')));
  expect(await page.locator('.xterm-rows > div').count()).toBeLessThan(100);
});

test('matches of a search are counted and marked', async ({ page, panel }) => {
  await open(page, panel);
  await run(panel, page, { 'rows.sh': 'for i in $(seq 1 30); do echo "row $i"; done' });
  await expect(tabPanel(page)).toContainText('row 30');
  const find = terminal(page).getByRole('searchbox', { name: 'Find in output' });
  await find.fill('row 2');
  await expect(terminal(page).getByText('11 of 11')).toBeVisible();
  await find.press('Enter');
  await expect(terminal(page).getByText('10 of 11')).toBeVisible();
  await find.fill('nowhere');
  await expect(terminal(page).getByText('0 of 0')).toBeVisible();
});

/** Each of these would leave nearly nothing on the screen of a terminal, and the last line that the reader needs. */
const CLEARING: Record<string, [script: string, line: string]> = {
  'clear.sh': [
    `seq 1 200 | sed 's/^/build log /'; echo "error: the line that matters"; printf '\\033[H\\033[2J\\033[3J'; echo done`,
    'the line that matters',
  ],
  'reset.sh': [
    `for i in 1 2 3 4 5 6; do echo "first pass, line $i"; done; printf '\\033c'; echo "second pass"`,
    'first pass, line 3',
  ],
  'region.sh': [`printf '\\033[2;5r'; seq -f 'row %g' 1 100`, 'row 50'],
  'osc.sh': [
    `echo before; printf '\\033]0;building'; seq 1 40 | sed 's/^/row /'; echo "error: 2 tests failed"`,
    'error: 2 tests failed',
  ],
};

test('output that clears the screen or breaks its rules hides no line: the search shows what it counts, and a copy has it', async ({
  page,
  panel,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, panel);
  for (const [name, [script, line]] of Object.entries(CLEARING)) {
    await run(panel, page, { [name]: script });
    const tab = tabs(page).filter({ hasText: name });
    await expect(tab).toHaveAccessibleName(/done/);
    await tab.click();
    const find = terminal(page).getByRole('searchbox', { name: 'Find in output' });
    await find.fill(line);
    await expect(terminal(page).getByRole('status').filter({ hasText: '1 of 1' })).toBeVisible();
    await expect(tabPanel(page).locator('.xterm-rows')).toContainText(line);
    await find.fill('');
    await terminal(page).getByRole('button', { name: /^Copy/ }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()), { message: name })
      .toContain(line);
  }
});

test('Ctrl+F in the output goes to its search, which also finds the lines out of sight', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await run(panel, page, { 'rows.sh': 'for i in $(seq 1 300); do echo "row $i"; done' });
  await expect(tabPanel(page)).toContainText('row 300');
  await tabPanel(page).locator('.xterm-screen').click();
  await page.keyboard.press('ControlOrMeta+f');
  await expect(terminal(page).getByRole('searchbox', { name: 'Find in output' })).toBeFocused();
  await page.keyboard.type('row 11');
  await page.keyboard.press('Enter');
  await expect(terminal(page).getByText('11 of 11')).toBeVisible();
  await expect(tabPanel(page)).toContainText('row 119');
});

test('a search finds text far above the part that the screen holds, goes there, and counts new output as it arrives', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await run(panel, page, {
    'rows.sh':
      'for i in $(seq 1 40000); do echo "row $i of the build"; done; until [ -e go ]; do sleep 0.1; done; echo the needle 40001',
  });
  await expect(tabPanel(page)).toContainText('row 40000');
  const find = terminal(page).getByRole('searchbox', { name: 'Find in output' });
  const status = terminal(page).locator('.find').getByRole('status');
  await find.fill('row 7 of');
  await expect(status).toHaveText('1 found');
  await find.press('Enter');
  await expect(status).toHaveText('1 of 1');
  await expect(tabPanel(page)).toContainText('row 7 of the build');
  await expect(tabPanel(page)).toContainText('row 8 of the build');
  await expect(tabPanel(page)).toContainText('An earlier part');

  await find.fill('ROW 2000[01] of');
  await terminal(page).getByRole('button', { name: 'Regular expression' }).click();
  await expect(status).toHaveText('2 found');
  await find.press('Enter');
  await expect(status).toHaveText('2 of 2');
  await expect(tabPanel(page)).toContainText('row 20001 of the build');
  await find.press('Enter');
  await expect(status).toHaveText('1 of 2');
  await find.press('Enter');
  await expect(status).toHaveText('2 of 2');
  await terminal(page).getByRole('button', { name: 'Match case' }).click();
  await expect(status).toHaveText('0 of 0');

  await find.fill('needle');
  await expect(status).toHaveText('0 of 0');
  await panel.write('go', '');
  await expect(status).toHaveText('1 found');
  await find.press('Enter');
  await expect(tabPanel(page)).toContainText('the needle 40001');
});
