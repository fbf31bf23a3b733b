// The user's own shells, with real programs in a real pseudoterminal.
import type { Locator, Page } from '@playwright/test';
import { InputMethod } from './compositions.ts';
import { button, composer, open, region } from './page.ts';
import { expect, test } from './panel.ts';

test.skip(process.platform === 'win32', 'the programs are those of a Unix');

const shells = region('Shell');
const tabs = (page: Page): Locator => shells(page).getByRole('tablist', { name: 'Shells' }).getByRole('tab');
const screen = (page: Page): Locator => shells(page).getByRole('tabpanel');

/** Opens the region, which opens the first shell, and waits until it answers. */
async function openShell(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+`');
  await expect(tabs(page)).toHaveCount(1);
  await screen(page).click();
  await run(page, "PS1='> '; clear; echo rea''dy");
  await expect(screen(page)).toContainText('ready');
}

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.type(command);
  await page.keyboard.press('Enter');
}

test('a command is typed and answered, and the same screen is there after a reload and in a second tab', async ({
  page,
  panel,
  context,
}) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'pwd; echo "six: $((2*3))"');
  await expect(screen(page)).toContainText(panel.workspace);
  await expect(screen(page)).toContainText('six: 6');
  const ime = await InputMethod.of(page);
  const find = shells(page).getByRole('searchbox', { name: 'Find in shell' });
  await ime.composeIn('web/shells/ShellFind.svelte', find);
  await find.fill('');

  const second = await context.newPage();
  await open(second, panel);
  await second.keyboard.press('ControlOrMeta+Shift+`');
  await expect(screen(second)).toContainText('six: 6');
  await screen(second).click();
  await run(second, 'echo from the se""cond');
  await expect(screen(page)).toContainText('from the second');
  await second.close();

  await page.reload();
  await expect(composer(page)).toBeVisible();
  await expect(screen(page)).toContainText('from the second');
  await expect(tabs(page)).toHaveCount(1);
});

test('every key belongs to the program, Escape and Ctrl+K included, except the one that hides the shell', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openShell(page);
  // A program that shows which bytes it gets.
  await run(page, 'stty raw -echo; echo g""o; head -c 5 | od -An -c; stty sane');
  await expect(screen(page)).toContainText('go');
  for (const keys of ['Escape', 'Control+k', 'Control+p', 'Tab', 'Control+c'])
    await page.keyboard.press(keys);
  await expect(screen(page)).toContainText(/033\s+\\v\s+020\s+\\t\s+003/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The key that opened the region also leaves it, and the composer has the focus again.
  await page.keyboard.press('ControlOrMeta+Shift+`');
  await expect(shells(page)).toBeHidden();
});

test('a shell ends with its exit code, and one with a running program asks before it is closed', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'exit 3');
  await expect(tabs(page).first()).toContainText('exit code 3');
  await button(shells(page), 'New shell').click();
  await expect(tabs(page)).toHaveCount(2);
  // The new shell has the focus, not the one that was shown until it came.
  await expect(tabs(page).last()).toHaveAttribute('aria-selected', 'true');
  await expect(screen(page).getByRole('textbox', { name: 'Input of the shell' })).toBeFocused();
  await run(page, 'echo st""art; sleep 600');
  await expect(screen(page)).toContainText('start');
  await button(shells(page), 'Close shell').click();
  const question = page.getByRole('alertdialog', { name: /sleep is running in this shell/ });
  await button(question, 'Close shell').click();
  await expect(tabs(page)).toHaveCount(1);
  await expect(tabs(page).first()).toContainText('exit code 3');
  await button(shells(page), 'Close shell').click();
  await expect(tabs(page)).toHaveCount(0);
  await expect(button(shells(page), 'New shell')).toHaveCount(2);
});

test('shells that were hidden by their button have the focus when they are shown again', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openShell(page);
  await button(shells(page), 'Hide shells').press('Enter');
  await expect(shells(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+Shift+`');
  await expect(screen(page).getByRole('textbox', { name: 'Input of the shell' })).toBeFocused();
});

test('the program follows the size of the region, and a flood of output leaves the page usable', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'stty size');
  await expect(screen(page)).toContainText(/\n?\d+ \d+/);
  await page.setViewportSize({ width: 900, height: 600 });
  await run(page, 'clear; echo size $(stty size)');
  await expect(screen(page)).toContainText(/size \d+ \d+/);
  await run(page, 'seq 300000; echo e""nd');
  await expect(screen(page)).toContainText('end');
  await run(page, 'yes');
  await page.keyboard.press('Control+c');
  await run(page, 'clear; echo sti""ll');
  await expect(screen(page)).toContainText('still');
});

test('several lines are pasted into a program that runs each of them only after a question', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'echo o""n; cat > pasted.txt');
  // By then the shell has told the terminal that a program runs.
  await expect(screen(page)).toContainText('on');
  const paste = (text: string) =>
    page.evaluate((pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement!.dispatchEvent(event);
    }, text);
  await paste('one\ntwo\n');
  const question = page.getByRole('alertdialog', { name: /Paste 2 lines\?/ });
  await button(question, 'Cancel').click();
  await paste('three\nfour\n');
  await button(question, 'Paste').click();
  await page.keyboard.press('Control+d');
  await run(page, 'echo do""ne');
  await expect(screen(page)).toContainText('done');
  expect(await panel.read('pasted.txt')).toBe('three\nfour\n');
});

test.describe('without shells', () => {
  test.use({ panelOptions: { args: ['--no-shell'] } });

  test('a panel that was started with --no-shell says so', async ({ page, panel }) => {
    await open(page, panel);
    await page.keyboard.press('ControlOrMeta+Shift+`');
    await expect(shells(page).getByRole('alert')).toContainText('This panel was started with --no-shell');
    expect((await panel.post('shells', { workspace: panel.workspace, cols: 80, rows: 24 })).status).toBe(403);
  });
});
