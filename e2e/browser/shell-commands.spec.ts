// The commands of a shell as blocks: a real bash whose prompts and commands the panel marks.
import type { Locator, Page } from '@playwright/test';
import { gate } from '../panel/scripted.ts';
import { button, composer, open, region } from './page.ts';
import { expect, test } from './panel.ts';

test.skip(process.platform === 'win32', 'the programs are those of a Unix');
test.use({ panelOptions: { env: { SHELL: '/bin/bash', HISTFILE: '/dev/null' } } });

const shells = region('Shell');
const screen = (page: Page): Locator => shells(page).getByRole('tabpanel');
const block = (page: Page, name: string): Locator => shells(page).getByRole('group', { name, exact: true });

/** How long the panel may take to draw a few megabytes. */
const DRAW_MS = 60_000;

async function openShell(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+`');
  await screen(page).getByRole('textbox', { name: 'Input of the shell' }).focus();
}

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.type(command);
  await page.keyboard.press('Enter');
}

test('each command is a block with its status, and outlives a reload and a second tab', async ({
  page,
  panel,
  context,
}) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'echo six-$((2*3))');
  await expect(block(page, 'echo six-$((2*3)), exit 0')).toContainText(panel.workspace);
  await run(page, `sh -c 'exit 7'`);
  await expect(block(page, `sh -c 'exit 7', exit 7`)).toBeVisible();
  await run(page, 'cat');
  await expect(block(page, 'cat, running')).toBeVisible();
  await expect(button(block(page, 'echo six-$((2*3)), exit 0'), 'Run again')).toBeDisabled();
  await page.keyboard.press('Control+c');
  await expect(block(page, 'cat, exit 130')).toBeVisible();

  const second = await context.newPage();
  await open(second, panel);
  await second.keyboard.press('ControlOrMeta+Shift+`');
  await expect(block(second, `sh -c 'exit 7', exit 7`)).toBeVisible();
  await second.close();
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await expect(shells(page).getByRole('group')).toHaveCount(3);
  await button(block(page, 'echo six-$((2*3)), exit 0'), 'Run again').click();
  await expect(block(page, 'echo six-$((2*3)), exit 0')).toHaveCount(2);
});

test('a command goes to the chat with its output, a long one as a file, and a failed one with a question', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'echo to-the-chat; (exit 2)');
  const failed = block(page, 'echo to-the-chat; (exit 2), exit 2');
  await button(failed, 'Add to chat').click();
  await expect(page.getByText('echo to-the-chat; (exit 2), exit 2').last()).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await button(failed, 'Ask pi about this').click();
  await expect(composer(page)).toHaveValue(/Why did this command fail/);
  await screen(page).click();
  await run(page, 'seq 100000');
  await button(block(page, 'seq 100000, exit 0'), 'Add to chat').click();
  await expect(page.getByText('seq-100000-output.txt')).toBeVisible();
});

test('a question about a command that is asked twice in impatience is there once', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'false');
  const answer = gate();
  await page.route(/\/commands\/\d+\/output$/, async (route) => {
    await answer.until;
    await route.continue();
  });
  const ask = button(block(page, 'false, exit 1'), 'Ask pi about this');
  await ask.press('Enter');
  await ask.press('Enter');
  answer.open();
  await expect(composer(page)).toHaveValue('Why did this command fail, and how can I fix it?');
});

test('the keyboard goes from command to command, and the terminal follows, also after a reload', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'echo fir""st');
  await run(page, 'seq 200');
  await expect(block(page, 'seq 200, exit 0')).toBeVisible();
  const rows = screen(page).locator('.xterm-rows');
  await expect(rows).not.toContainText('first');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(block(page, 'seq 200, exit 0')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(block(page, 'echo fir""st, exit 0')).toBeFocused();
  await expect(rows).toContainText('first');
  await page.keyboard.press('Tab');
  await expect(button(block(page, 'echo fir""st, exit 0'), 'Add to chat')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(screen(page).getByRole('textbox', { name: 'Input of the shell' })).toBeFocused();
  await expect(shells(page).locator('.shown-command')).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+Shift+f');
  await expect(shells(page).getByRole('searchbox', { name: 'Find in shell' })).toBeFocused();

  await page.reload();
  await expect(composer(page)).toBeVisible();
  await expect(rows).not.toContainText('first');
  await button(shells(page), 'Previous command').click();
  await button(shells(page), 'Previous command').click();
  await expect(rows).toContainText('first');
});

test('on a phone the newest command is below the terminal, and all of them on request', async ({
  page,
  panel,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, panel);
  await openShell(page);
  await run(page, 'true');
  await expect(block(page, 'true, exit 0')).toBeVisible();
  await run(page, 'false');
  await expect(block(page, 'false, exit 1')).toBeVisible();
  await expect(block(page, 'true, exit 0')).toBeHidden();
  await button(shells(page), 'All commands').click();
  await expect(block(page, 'true, exit 0')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
});

test('a shell gets a name, another one is shown beside it, and a failed command marks its tab', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openShell(page);
  const tabs = shells(page).getByRole('tab');
  const act = async (name: string): Promise<void> => {
    await button(shells(page), 'Actions').click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await act('Rename');
  await page.getByRole('textbox', { name: 'Name of the shell' }).fill('tests');
  await page.keyboard.press('Enter');
  await expect(tabs).toHaveAccessibleName(/^tests/);
  await act('Split');
  await expect(screen(page)).toHaveCount(2);
  await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
  await screen(page).first().getByRole('textbox', { name: 'Input of the shell' }).focus();
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
  await run(page, 'false');
  await expect(tabs.first()).toHaveAccessibleName(/the last command failed/);
  const width = (): Promise<number> =>
    screen(page)
      .first()
      .locator('.xterm-rows')
      .evaluate((rows) => parseFloat(getComputedStyle(rows).fontSize));
  const before = await width();
  await act('Larger text');
  await expect.poll(width).toBeGreaterThan(before);
  await act('Smaller text');
  await act('Show one shell');
  await expect(screen(page)).toHaveCount(1);
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await expect(tabs.first()).toHaveAccessibleName(/^tests/);
});

test('an image that is pasted becomes a file, whose path is typed', async ({ page, panel }) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'clear; echo rea""dy');
  await expect(screen(page)).toContainText('ready');
  await page.keyboard.type('ls -l ');
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2, 2);
    canvas.getContext('2d')!.fillRect(0, 0, 1, 1);
    const data = new DataTransfer();
    data.items.add(
      new File([await canvas.convertToBlob({ type: 'image/png' })], 'shot.png', { type: 'image/png' }),
    );
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(event);
  });
  await expect(screen(page)).toContainText('image-1.png');
  await page.keyboard.press('Enter');
  await expect(screen(page).locator('.xterm-rows')).toContainText(/-rw------- .*image-1\.png/);
});

test('a tab that has printed much while it was hidden shows the end of it, and goes on', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'until [ -e go ]; do sleep 0.05; done; seq 600000; echo en""d; touch printed');
  await expect(shells(page).getByRole('group', { name: /running$/ })).toBeVisible();
  await button(shells(page), 'New shell').click();
  await expect(shells(page).getByRole('tab')).toHaveCount(2);
  await expect(screen(page).getByRole('textbox', { name: 'Input of the shell' })).toBeFocused();
  await run(page, 'touch go; until [ -e printed ]; do sleep 0.05; done; echo all pri""nted');
  const lines = screen(page).locator('.xterm-rows');
  // A shell waits while the panel draws what it printed, which takes long on a busy machine.
  await expect(lines).toContainText('all printed', { timeout: DRAW_MS });
  await shells(page).getByRole('tab').first().click();
  await expect(lines).toContainText('600000end');
  await screen(page).getByRole('textbox', { name: 'Input of the shell' }).focus();
  await run(page, 'echo go""es on');
  await expect(lines).toContainText('goes on');
});
