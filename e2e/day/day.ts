// A day of work in a real browser: the real pi with a scripted model on a git repository, through restarts and failures,
// with a screenshot of every step.
//   node e2e/day/day.ts FOLDER [--dark] [--phone]
// At the end the rows of the page are compared with those of the session file; a difference ends it with 1.
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright';
import { expect } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import type { Speech } from '../../server/demo/answer.ts';
import { startModel } from '../../server/demo/model.ts';
import {
  agentStatus,
  answers,
  button,
  composer,
  conversation,
  entries,
  expectIdle,
  expectLive,
  openTerminal,
  queue,
  send,
} from '../browser/page.ts';
import { readShownRows, parseStoredRows } from '../browser/transcript.ts';
import { makeFolders, type PanelFolders } from '../panel/folders.ts';
import { Panel } from '../panel/panel.ts';
import { CONTEXT_OVERFLOW, EARLY_COMPACTION, gate, NO_HIDDEN_RETRIES, says } from '../panel/scripted.ts';
import { readSessionFile } from '../panel/session-files.ts';
import { Day } from './steps.ts';

const FILES = {
  'README.md': '# Durations\n\nReads `1h 5m` and writes `65 min`.\n',
  'src/duration.js':
    'export function parse(text) {\n  const [h, m] = text.match(/\\d+/g);\n  return h * 60 + m;\n}\n',
  'test/duration.test.js':
    "import { parse } from '../src/duration.js';\nconsole.assert(parse('1h 5m') === 65);\n",
  'check.sh': 'printf "\\033[31mnot ok\\033[0m 1 - hours and minutes\\n"\nexit 3\n',
};
const FIXED = {
  path: 'src/duration.js',
  edits: [{ oldText: 'return h * 60 + m;', newText: 'return Number(h) * 60 + Number(m);' }],
};
const UNAUTHORIZED = { status: 401, body: { error: { message: 'Incorrect API key provided.' } } };
const TOO_MANY = { status: 429, body: { error: { message: 'Rate limit reached, try again later.' } } };
const EXPLANATION = [
  '## What was wrong\n\n`match` gives **strings**, so `h * 60 + m` joins them:\n\n',
  '```js\nparse("1h 5m"); // "605"\n```\n\n| text | before | after |\n| --- | --- | --- |\n',
  '| `1h 5m` | `605` | `65` |\n| `2h 0m` | `1200` | `120` |\n\n1. numbers first\n2. then the sum\n',
].join('');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dark: { type: 'boolean', default: false }, phone: { type: 'boolean', default: false } },
});
const [target] = positionals;
if (!target) throw new Error('Name a folder for the screenshots.');
await mkdir(target, { recursive: true });

// Long enough for a picture of the wait.
const settings = { compaction: EARLY_COMPACTION, retry: { ...NO_HIDDEN_RETRIES, baseDelayMs: 1500 } };
const folders = await makeFolders({ files: FILES, settings });
makeRepository(folders);
const model = await startModel({ pace: 1 });
const panel = new Panel(folders, {
  withDemo: true,
  keepsToken: true,
  env: { PI_PANEL_DEMO_URL: model.url },
});
const browser = await chromium.launch(await findBrowser());
try {
  await panel.start();
  const viewport = values.phone ? { width: 375, height: 812 } : { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme: values.dark ? 'dark' : 'light' });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    console.log(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => console.log(`page error: ${error.message}`));
  await work(page, new Day(page, { model, folder: target }));
} finally {
  await browser.close();
  await panel.close();
  await model.close();
}

async function work(page: Page, day: Day): Promise<void> {
  await page.goto(panel.url.href);
  await expectIdle(page);
  await day.picture('opened');

  const read = (file: string): Speech['steps'][number] => ({ tool: 'read', args: { path: file } });
  const bash = (command: string): Speech['steps'][number] => ({ tool: 'bash', args: { command } });
  await day.turn(
    'turn 1 read',
    'What does this project do?',
    [
      { steps: [{ think: 'I look around first.' }, read('README.md'), read('src/duration.js')] },
      says('It reads durations such as `1h 5m`.'),
    ],
    'It reads durations',
  );
  await day.turn(
    'turn 2 failing command',
    'Run the tests.',
    [{ steps: [bash('sh check.sh')] }, says('They fail.')],
    'They fail.',
  );
  await day.turn(
    'turn 3 edit',
    'Fix it and explain.',
    [{ steps: [{ tool: 'edit', args: FIXED }] }, says(EXPLANATION)],
    'then the sum',
  );
  await day.turn(
    'turn 4 write',
    'Write a changelog.',
    [
      { steps: [{ tool: 'write', args: { path: 'CHANGELOG.md', content: '# Changes\n\n- numbers\n' } }] },
      says('Written.'),
    ],
    'Written.',
  );
  model.queue([TOO_MANY, says('After a pause: no.')]);
  await send(page, 'Thanks. Anything else?');
  await expect(agentStatus(page)).toHaveText('retrying');
  await day.picture('turn 5 rate limit');
  await expect(conversation(page)).toContainText('After a pause', { timeout: 20_000 });
  await expectIdle(page);
  await day.picture('turn 5 after it');

  await panel.kill();
  await day.picture('panel gone');
  await panel.start();
  await expectLive(page);
  await expectIdle(page);
  await day.picture('panel is back');

  const hold = gate();
  model.queue([
    { steps: [{ text: 'I count. ' }, { until: hold.until }, bash('seq 1 3000')] },
    says('Counted faster.'),
    says('Followed up.'),
  ]);
  await send(page, 'Count to 3000.');
  await expect(conversation(page)).toContainText('I count.');
  await send(page, 'Faster, please');
  await composer(page).fill('And then rest');
  await composer(page).press('Alt+Enter');
  await expect(queue(page)).toContainText('And then rest');
  await expect(composer(page)).toHaveValue('');
  await day.picture('turn 6 queued');
  hold.open();
  await expect(answers(page).last()).toContainText('Followed up.');
  await expectIdle(page);
  await day.picture('turn 6 and 7 delivered');

  model.queue([UNAUTHORIZED]);
  await send(page, 'Is the key right?');
  await expect(conversation(page)).toContainText('Incorrect API key', { timeout: 20_000 });
  await expectIdle(page);
  await day.picture('turn 8 unauthorized');
  await day.turn('turn 9 after it', 'Try again.', [says('Now it works.')], 'Now it works.');

  const [pi] = await panel.children();
  process.kill(pi!, 'SIGKILL');
  const restart = page.getByRole('button', { name: /^Restart/ }).first();
  await restart.waitFor();
  await day.picture('pi is gone');
  await restart.click();
  await expectIdle(page);
  await day.picture('pi is back');

  model.queue([says('A short summary.'), says('A short summary.')]);
  await send(page, '/compact');
  await expect(entries(page, 'Summary')).toHaveCount(1);
  await expectIdle(page);
  model.unqueue();
  await day.picture('compacted');
  await day.turn('turn 10', 'Where were we?', [says('At the durations. '.repeat(30))], 'At the durations.');

  model.queue([CONTEXT_OVERFLOW, ...Array.from({ length: 4 }, () => says('Room again.'))]);
  await send(page, 'Read everything.');
  await expect(conversation(page)).toContainText('Room again.', { timeout: 20_000 });
  await expectIdle(page);
  model.unqueue();
  await day.picture('turn 11 overflow');

  await panel.crashAndRestart();
  await page.reload();
  await expectLive(page);
  await expectIdle(page);
  await day.picture('panel crashed and is back');

  model.queue([{ steps: [{ text: 'I will go on and on' }, { hang: true }] }]);
  await send(page, 'Tell me a long story.');
  await expect(conversation(page)).toContainText('on and on');
  await button(page, 'Stop').click();
  await expectIdle(page);
  await day.picture('turn 12 stopped');
  await compareWithSession(page);
  await send(page, '!git status --short');
  await expect(conversation(page)).toContainText('CHANGELOG.md');
  await day.picture('git by the user');
  await entries(page, 'Summary').last().getByRole('button').first().click();
  const answer = answers(page).filter({ hasText: 'Room again.' });
  await answer.hover();
  await button(answer, 'Usage').click();
  await day.picture('summary and usage opened');
  if (!values.phone) {
    await openTerminal(page);
    await expect(page.locator('.xterm-rows').last()).toContainText('CHANGELOG.md');
  }
  await day.picture('terminal');
}

/** In a separate tab, where everything is unfolded. */
async function compareWithSession(page: Page): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  // The oldest rows are drawn last.
  await expect(conversation(tab)).toContainText('What does this project do?');
  const shown = (await readShownRows(tab)).map(({ name }) => name);
  await tab.close();
  const stored = parseStoredRows(await readSessionFile(folders.agentDir)).map(({ name }) => name);
  expect(shown).toEqual(stored);
  console.log(`${shown.length} rows on the page, the same as in the session file.`);
}

function makeRepository({ workspace }: PanelFolders): void {
  const git = (...args: string[]): void => {
    const author = ['-c', 'user.name=Example', '-c', 'user.email=example@localhost'];
    execFileSync('git', [...author, ...args], { cwd: workspace, stdio: 'ignore' });
  };
  git('init', '--initial-branch=main');
  git('add', '.');
  git('commit', '--message=Durations');
}
