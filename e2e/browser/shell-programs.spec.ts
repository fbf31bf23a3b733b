// Programs that need a terminal of their own, in a shell of the page: editors, pagers, prompts for passwords, servers.
import { execFileSync, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { makeFolders } from '../panel/folders.ts';
import { freePort } from '../panel/free-port.ts';
import { PASSWORD, startSshd, whyNoPassword, whyNoSshd } from '../panel/sshd.ts';
import { composer, open, region } from './page.ts';
import { expect, test } from './panel.ts';

test.skip(process.platform !== 'linux', 'the programs are those of a Linux');
test.use({
  panelOptions: {
    env: {
      SHELL: '/bin/bash',
      HISTFILE: '/dev/null',
      EDITOR: 'vim',
      PAGER: 'less',
      LESS: '',
      GIT_EDITOR: 'vim',
    },
  },
});

const shells = region('Shell');
const screen = (page: Page): Locator => shells(page).getByRole('tabpanel');
const rows = (page: Page): Locator => screen(page).locator('.xterm-rows');
const ended = (page: Page, command: string, status = 0): Locator =>
  shells(page).getByRole('group', { name: `${command}, exit ${status}`, exact: true });

const whyNo = (program: string): string | false =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0 && `there is no ${program} on this system`;
const needs = (program: string): void => {
  const why = whyNo(program);
  test.skip(why !== false, why || '');
};

async function showShell(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+`');
  await screen(page).getByRole('textbox', { name: 'Input of the shell' }).focus();
}

async function openShell(page: Page): Promise<void> {
  await showShell(page);
  await run(page, "PS1='> '");
  await expect(ended(page, "PS1='> '")).toBeVisible();
}

async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.type(command);
  await page.keyboard.press('Enter');
}

test('vim edits a file and saves it, and gives the screen back', async ({ page, panel }) => {
  needs('vim');
  await open(page, panel);
  await openShell(page);
  await run(page, 'vim -u NONE -N notes.txt');
  await expect(rows(page)).toContainText('notes.txt');
  await page.keyboard.type('iprecious words');
  await expect(rows(page)).toContainText('-- INSERT --');
  await page.keyboard.press('Escape');
  await page.keyboard.type('yyp:wq');
  await page.keyboard.press('Enter');
  await expect(ended(page, 'vim -u NONE -N notes.txt')).toBeVisible();
  expect(await panel.read('notes.txt')).toBe('precious words\nprecious words\n');
  await expect(rows(page)).not.toContainText('INSERT');
});

test('less pages through a file, and top shows processes until it is left', async ({ page, panel }) => {
  needs('less');
  await panel.write('long.txt', Array.from({ length: 500 }, (_, n) => `row ${n}.`).join('\n'));
  await open(page, panel);
  await openShell(page);
  await run(page, 'less long.txt');
  await expect(rows(page)).toContainText('row 3.');
  await page.keyboard.press('Shift+G');
  await expect(rows(page)).toContainText('row 499.');
  await page.keyboard.type('?row 250');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toContainText('row 250.');
  await page.keyboard.press('q');
  await expect(ended(page, 'less long.txt')).toBeVisible();
  needs('top');
  await run(page, 'top');
  await expect(rows(page)).toContainText(/PID\s+USER/);
  await page.keyboard.press('q');
  await expect(ended(page, 'top')).toBeVisible();
});

test('git rebase -i opens the editor, and the history is what was written there', async ({ page, panel }) => {
  needs('git');
  needs('vim');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      cwd: panel.workspace,
      encoding: 'utf8',
    });
  git('init', '-q');
  git('config', 'user.name', 'A');
  git('config', 'user.email', 'a@b');
  for (const name of ['base', 'one', 'two']) git('commit', '-q', '--allow-empty', '-m', name);
  await open(page, panel);
  await openShell(page);
  await run(page, 'git -c core.editor="vim -u NONE -N" rebase --keep-empty -i HEAD~2');
  await expect(rows(page)).toContainText('pick');
  // Swaps both.
  await page.keyboard.type('ddp:wq');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toContainText('Successfully rebased');
  expect(git('log', '--format=%s')).toBe('one\ntwo\nbase\n');
});

test('a Python REPL answers line by line and is left with Ctrl+D', async ({ page, panel }) => {
  needs('python3');
  await open(page, panel);
  await openShell(page);
  await run(page, 'python3 -q');
  await expect(rows(page)).toContainText('>>>');
  await run(page, "print('x' * 3 + str(6*7))");
  await expect(rows(page)).toContainText('xxx42');
  await page.keyboard.press('Control+d');
  await expect(ended(page, 'python3 -q')).toBeVisible();
});

test('ssh asks for the passphrase of a key, which is not shown, and runs a shell on the other machine', async ({
  page,
  panel,
}) => {
  test.skip(whyNoSshd !== false, whyNoSshd || '');
  const { root, workspace: home } = await makeFolders({ files: {}, settings: {} });
  const sshd = await startSshd(home, {});
  try {
    const key = path.join(home, '.ssh', 'key');
    execFileSync('ssh-keygen', ['-q', '-p', '-P', '', '-N', 'open sesame', '-f', key]);
    await open(page, panel);
    await openShell(page);
    const command = `ssh -F ${sshd.config} -tt far "echo wel''come; exec /bin/sh"`;
    await run(page, command);
    await expect(rows(page)).toContainText('Enter passphrase for key');
    await run(page, 'open sesame');
    // Before that, ssh drops what is typed.
    await expect(rows(page)).toContainText('welcome');
    await run(page, 'echo on the ot""her side; tty');
    await expect(rows(page)).toContainText('on the other side');
    await expect(rows(page)).toContainText('/dev/pts/');
    await expect(screen(page)).not.toContainText('sesame');
    await run(page, 'exit 3');
    await expect(ended(page, command, 3)).toBeVisible();
  } finally {
    await sshd.close();
    await rm(root, { recursive: true, force: true });
  }
});

test('ssh asks for a password, again after a wrong one, and the shell on the other machine has the keys', async ({
  page,
  panel,
}) => {
  const why = whyNoPassword();
  test.skip(why !== false, why || '');
  const { root, workspace: home } = await makeFolders({ files: {}, settings: {} });
  const sshd = await startSshd(home, {}, { isForPassword: true });
  try {
    await open(page, panel);
    await openShell(page);
    const command = `ssh -F ${sshd.config} -tt far`;
    await run(page, command);
    await expect(rows(page)).toContainText("'s password:");
    await run(page, 'wrong horse');
    await expect(rows(page)).toContainText(/Permission denied, please try again.*'s password:/s);
    await run(page, PASSWORD);
    await expect(rows(page)).toContainText('$ ');
    await run(page, 'pwd; echo as ""$USER');
    await expect(rows(page)).toContainText(home);
    await expect(rows(page)).toContainText('as visitor');
    await run(page, 'echo as""leep; sleep 600');
    await expect(rows(page)).toContainText('asleep');
    await page.keyboard.press('Control+c');
    await run(page, 'echo sti""ll there; exit 5');
    await expect(ended(page, command, 5)).toBeVisible();
    await expect(rows(page)).toContainText('still there');
    await expect(screen(page)).not.toContainText(/horse|sesame/);
  } finally {
    await sshd.close();
    await rm(root, { recursive: true, force: true });
  }
});

test('npm run dev of a Vite app runs in a shell, and its page follows a change until Ctrl+C', async ({
  page,
  panel,
  context,
}) => {
  needs('npm');
  const port = await freePort();
  await panel.write('index.html', '<h1>before</h1><script type="module" src="/main.js"></script>');
  await panel.write('main.js', 'document.title = "one";');
  await open(page, panel);
  await openShell(page);
  const vite = path.resolve('node_modules/vite/bin/vite.js');
  const dev = `${process.execPath} ${vite} --port ${port} --strictPort --host 127.0.0.1`;
  await panel.write('package.json', JSON.stringify({ scripts: { dev } }));
  await run(page, 'npm run dev');
  await expect(rows(page)).toContainText('ready in');
  const site = await context.newPage();
  await site.goto(`http://127.0.0.1:${port}/`);
  await expect(site).toHaveTitle('one');
  await panel.write('main.js', 'document.title = "two";');
  await expect(site).toHaveTitle('two');
  await site.close();
  await page.keyboard.press('Control+c');
  await expect(shells(page).getByRole('group', { name: /^npm run dev, exit \d+$/ })).toBeVisible();
});

test('Ctrl+C ends a program, Ctrl+Z stops it, fg goes on with it, and hidden input is not shown', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'sleep 600');
  await expect(shells(page).getByRole('group', { name: 'sleep 600, running' })).toBeVisible();
  await page.keyboard.press('Control+c');
  await expect(ended(page, 'sleep 600', 130)).toBeVisible();
  await run(page, 'cat');
  await expect(shells(page).getByRole('group', { name: 'cat, running' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toContainText('Stopped');
  await run(page, 'fg');
  await expect(shells(page).getByRole('group', { name: 'fg, running' })).toBeVisible();
  await run(page, 'said to c""at');
  await expect(rows(page)).toContainText('said to c""at\n'.trim());
  await page.keyboard.press('Control+d');
  await expect(ended(page, 'fg')).toBeVisible();
  await run(page, 'stty -echo; head -n 1 | wc -c; stty echo');
  await expect(shells(page).getByRole('group', { name: /^stty -echo.* running$/ })).toBeVisible();
  await run(page, 'hidden');
  await expect(ended(page, 'stty -echo; head -n 1 | wc -c; stty echo')).toBeVisible();
  await expect(rows(page)).toContainText('7');
  await expect(rows(page)).not.toContainText('hidden');
});

test('256 colors, true color, wide characters and emoji are drawn', async ({ page, panel }) => {
  await open(page, panel);
  await openShell(page);
  await run(page, String.raw`clear; printf '\033[48;5;196mindexed\033[0m \033[48;2;1;200;3mdirect\033[0m\n'`);
  const cell = (text: string): Locator => rows(page).locator('span', { hasText: text }).last();
  await expect(cell('indexed')).toHaveCSS('background-color', 'rgb(255, 0, 0)');
  await expect(cell('direct')).toHaveCSS('background-color', 'rgb(1, 200, 3)');
  await run(page, String.raw`clear; printf '漢字|\n1234|\n👍 é|\n'`);
  await expect(rows(page)).toContainText('👍 é|');
  // Each wide one takes the room of two.
  const [first, ...others] = await barsOf(rows(page));
  expect(others).toEqual([first, first]);
});

/** How far to the right each `|` of the screen is drawn, in whole pixels. */
function barsOf(drawn: Locator): Promise<number[]> {
  return drawn.evaluate((screen) => {
    const found: number[] = [];
    const texts = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const at = text.nodeValue!.indexOf('|');
      if (at === -1) continue;
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      found.push(Math.round(range.getBoundingClientRect().left));
    }
    return found;
  });
}

/** Shows which bytes a program gets, after it has printed a request and `ready for`. */
const showBytes = (what: string, request: string, count: number): string =>
  String.raw`stty raw -echo; printf '${request}'; echo re""ady for ${what}; head -c ${count} | od -An -c; printf '\033[?1000l\033[?1006l\033[?2004l'; stty sane`;

test('a program gets the mouse if it asks for it, and pasted lines in brackets', async ({ page, panel }) => {
  await open(page, panel);
  await openShell(page);
  // Nine bytes when the button is pressed, and nine when it is released.
  await run(page, showBytes('clicks', String.raw`\033[?1000h\033[?1006h`, 18));
  await expect(rows(page)).toContainText('ready for clicks');
  await screen(page).click({ position: { x: 60, y: 60 } });
  await expect(rows(page)).toContainText(/033\s+\[\s+<\s+0\s+;/);
  const done = shells(page).getByRole('group', { name: /^stty raw .*, exit 0$/ });
  await expect(done).toHaveCount(1);
  await page.keyboard.press('Control+l');
  await run(page, showBytes('lines', String.raw`\033[?2004h`, 15));
  await expect(rows(page)).toContainText('ready for lines');
  await paste(page, 'a\nb');
  await expect(rows(page)).toContainText(/033\s+\[\s+2\s+0\s+0\s+~\s+a\s+\\r\s+b/);
  await expect(done).toHaveCount(2);
  // bash itself asks for them, so the lines wait for Enter.
  await run(page, 'clear');
  await expect(ended(page, 'clear')).toBeVisible();
  await paste(page, 'echo fi""rst\necho sec""ond');
  await expect(rows(page)).toContainText('sec""ond');
  await expect(rows(page)).not.toContainText('first');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toContainText('second');
});

function paste(page: Page, text: string): Promise<void> {
  return page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(event);
  }, text);
}

test('a resize in the middle of an output loses nothing of it', async ({ page, panel }) => {
  await open(page, panel);
  await openShell(page);
  await run(page, 'for i in $(seq 1 300); do echo "line-$i"; sleep 0.005; done; echo en""d $(tput cols)');
  for (const width of [700, 1300, 900]) await page.setViewportSize({ width, height: 700 });
  await expect(rows(page)).toContainText(/end \d+/);
  // Also above the screen.
  const seen = new Set<string>();
  const line = (n: number): string => `line-${n}`;
  while (!seen.has(line(1))) {
    for (const text of await rows(page).locator('> div').allTextContents()) seen.add(text.trim());
    await page.keyboard.press('Shift+PageUp');
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  const all = Array.from({ length: 300 }, (_, n) => line(n + 1));
  expect(all.filter((each) => !seen.has(each))).toEqual([]);
});

test('a shell outlives its page, and ends with the panel, which is said before and after', async ({
  page,
  panel,
  context,
}) => {
  await open(page, panel);
  await showShell(page);
  await expect(
    shells(page).getByText('Shells go on when you close the page, and end with the panel.'),
  ).toBeVisible();
  await run(page, 'echo still-he""re; cat');
  await expect(rows(page)).toContainText('still-here');
  const crashed = page.waitForEvent('crash');
  const cdp = await context.newCDPSession(page);
  cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  const second = await context.newPage();
  await open(second, panel);
  await showShell(second);
  await expect(rows(second)).toContainText('still-here');
  await run(second, 'typed after it');
  await expect(rows(second)).toContainText(/typed after it\s*typed after it/);
  await panel.crashAndRestart();
  await expect(shells(second).getByRole('alert')).toContainText(
    'The panel was restarted, which ended its shells.',
  );
  await expect(composer(second)).toBeVisible();
  await expect(shells(second).getByRole('tab')).toHaveCount(0);
});
