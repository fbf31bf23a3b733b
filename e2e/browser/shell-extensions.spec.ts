// Extensions that give pi's terminal to a program: it runs in a shell of the page, and pi goes on at its end. pi's own
// example, unmodified.
import { spawnSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import { button, composer, entries, expectIdle, open, region, send } from './page.ts';
import { expect, test } from './panel.ts';
import { loadExamples, played } from './pi-examples.ts';

test.skip(process.platform === 'win32', 'Windows has no such terminals');
/** Stops pi's TUI and starts no program: for a moment, twice, or for good. */
const STOPPER = `
  export default (pi) =>
    pi.registerCommand('stopper', {
      handler: async (words, { ui }) => {
        await ui.custom((tui, theme, keys, done) => {
          tui.stop();
          if (words === 'twice') tui.stop();
          const goOn = () => {
            tui.start();
            done();
          };
          if (words !== 'forever') setTimeout(goOn, 50);
          return { render: () => ['a screen without keys'], invalidate: () => undefined };
        });
        ui.notify('went on after ' + words);
      },
    });
`;
test.use({
  panelOptions: {
    piArgs: [...loadExamples('interactive-shell'), '-e', './stopper.ts'],
    files: { 'stopper.ts': STOPPER },
    env: { SHELL: '/bin/sh' },
  },
});

const shell = region('Shell');
const rows = (page: Page): Locator => shell(page).getByRole('tabpanel').locator('.xterm-rows');
const notice = (page: Page): Locator => page.getByRole('status', { name: 'Program in a terminal' });

test('an editor of an extension opens a shell tab, has the keys, and gives the terminal back at its end', async ({
  page,
  panel,
}) => {
  test.skip(spawnSync('sh', ['-c', 'command -v vim']).status !== 0, 'vim is not installed');
  await open(page, panel);
  await send(page, '!echo pl""ain');
  await expect(entries(page, /^Bash/).last()).toContainText('plain');
  await send(page, '!vim -u NONE -N notes.txt');
  await expect(shell(page).getByRole('tab', { name: /^vim -u NONE -N notes\.txt/ })).toBeVisible();
  // Of an empty file, and unlike its name, drawn again when the page gives the terminal its size.
  await expect(rows(page)).toContainText('~');
  await expect(notice(page)).toContainText('interactive-shell.ts runs this program. pi waits until it ends.');
  await expect(shell(page).getByRole('textbox', { name: 'Input of the shell' })).toBeFocused();
  await page.keyboard.type('iprecious words');
  await expect(rows(page)).toContainText('-- INSERT --');
  await page.keyboard.press('Escape');
  // A page that comes later sees the same program.
  await page.reload();
  await expect(notice(page)).toContainText('vim -u NONE -N notes.txt');
  await expect(rows(page)).toContainText('precious words');
  await expect(shell(page).getByRole('textbox', { name: 'Input of the shell' })).toBeFocused();
  await page.keyboard.type('yyp:wq');
  await page.keyboard.press('Enter');
  await expect(notice(page)).toBeHidden();
  await expect(shell(page)).toBeHidden();
  await expect(entries(page, /^Bash/).last()).toContainText('(interactive command completed successfully)');
  expect(await panel.read('notes.txt')).toBe('precious words\nprecious words\n');
  await expectIdle(page);
  played('interactive-shell');
});

test('the tab of a program that failed stays with what it said, and the next program gets a tab of its own', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await send(page, '!i echo bro""ken; exit 3');
  await expect(entries(page, /^Bash/).last()).toContainText('(interactive command exited with code 3)');
  await expect(notice(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+Shift+`');
  await expect(shell(page).getByRole('tab')).toContainText('exit code 3');
  await expect(rows(page)).toContainText('broken');
  await composer(page).focus();
  await send(page, '!i test -t 0 && stty size && exec cat');
  await expect(shell(page).getByRole('tab')).toHaveCount(2);
  await expect(rows(page)).toContainText(/\d+ \d+/);
  await expect(page.getByRole('region', { name: /^Extension screen/ })).toHaveCount(0);
  await expect(shell(page).getByRole('textbox', { name: 'Input of the shell' })).toBeFocused();
  await page.keyboard.type('to the cat\n');
  await expect(rows(page)).toContainText(/to the cat\s*to the cat/);
  // The user may close the terminal, as in any other.
  await button(shell(page), 'Close shell').click();
  await button(page.getByRole('alertdialog', { name: /is running in this shell/ }), 'Close shell').click();
  await expect(shell(page).getByRole('tab')).toHaveCount(1);
  await expect(entries(page, /^Bash/).last()).toContainText('(interactive command exited with code');
  await expect(notice(page)).toBeHidden();
  await composer(page).focus();
  await send(page, '!echo as be""fore');
  await expect(entries(page, /^Bash/).last()).toContainText('as before');
});

test('a program that has the terminal is interrupted from its card, also one that ignores the end of the terminal', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  for (const command of ['cat', "trap '' HUP TERM; echo deaf; while :; do sleep 1; done"]) {
    await send(page, `!i ${command}`);
    await expect(notice(page)).toBeVisible();
    const card = entries(page, /^Bash/).last();
    await button(card, 'Interrupt').click();
    await expect(notice(page)).toBeHidden();
    await expect(card).toContainText('(interactive command exited with code');
    await expect(button(card, 'Interrupt')).toHaveCount(0);
    await composer(page).focus();
  }
  await send(page, '!echo as be""fore');
  await expect(entries(page, /^Bash/).last()).toContainText('as before');
});

test('an extension that stops the TUI and starts nothing opens no shell, and keeps the terminal from nobody', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  for (const words of ['briefly', 'twice', 'forever']) {
    await send(page, `/stopper ${words}`);
    if (words === 'forever')
      await page
        .getByRole('region', { name: /^Extension screen/ })
        .getByRole('button', { name: /^Close/ })
        .click();
    await expect(page.getByText(`went on after ${words}`).first()).toBeVisible();
    await expect(page.getByRole('region', { name: /^Extension screen/ })).toHaveCount(0);
    await expect(notice(page)).toBeHidden();
    await expect(shell(page)).toBeHidden();
  }
  await send(page, '!i test -t 0; exit $?');
  await expect(entries(page, /^Bash/).last()).toContainText('(interactive command completed successfully)');
});

test('a pi that is restarted while a program has the terminal ends the program', async ({ page, panel }) => {
  await open(page, panel);
  await send(page, '!i sleep 54321');
  await expect(notice(page)).toBeVisible();
  await expect(shell(page).getByRole('tab', { name: /^sleep 54321/ })).toBeVisible();
  const isRunning = (): boolean =>
    spawnSync('sh', ['-c', 'ps -axo args | grep -q "^sleep 5432[1]"']).status === 0;
  expect(isRunning()).toBe(true);
  await panel.crashAndRestart();
  await expect.poll(isRunning).toBe(false);
  await expect(notice(page)).toBeHidden();
  await expect(composer(page)).toBeVisible();
});
