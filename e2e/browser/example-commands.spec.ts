// pi's own examples that ask, choose presets, guard sessions and work with git, many in one pi, each put to its main
// use.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import {
  agentStatus,
  answers,
  button,
  composer,
  entries,
  expectIdle,
  notifications,
  open,
  palette,
  prompts,
  send,
  statusBar,
} from './page.ts';
import { expect, test } from './panel.ts';
import { loadExamples, played } from './pi-examples.ts';

const note = (page: Page, text: string | RegExp): Locator => notifications(page).getByText(text).last();
const screen = (page: Page): Locator => page.getByRole('region', { name: /^Extension screen/ });

test.describe('examples with commands', () => {
  const NAMES = ['commands', 'handoff', 'minimal-mode', 'preset', 'qna', 'reload-runtime', 'timed-confirm'];
  test.use({
    panelOptions: {
      piArgs: loadExamples(...NAMES),
      files: {
        'a.txt': 'the text of a\n',
        '.pi/presets.json': JSON.stringify({ brief: { tools: ['read'], instructions: 'Be brief.' } }),
      },
    },
  });

  test('they ask with and without a time limit, switch presets, show less of tools, and hand over to a new session', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await send(page, '/commands extension');
    await page.getByRole('dialog', { name: 'Available Commands' }).getByText('/commands - List').click();
    await yes(page.getByRole('dialog', { name: 'commands' })).click();
    await expect(note(page, /commands\.ts$/)).toBeVisible();

    await send(page, '/timed');
    const confirmation = page.getByRole('dialog', { name: 'Timed Confirmation' });
    await expect(confirmation).toContainText(/[1-5]\s*s/);
    await yes(confirmation).click();
    await expect(note(page, 'Confirmed by user!')).toBeVisible();
    await send(page, '/timed-select');
    await page.getByRole('dialog', { name: 'Pick an option' }).getByText('Option B').click();
    await expect(note(page, 'Selected: Option B')).toBeVisible();
    await send(page, '/timed-signal');
    await expect(confirmation).toBeVisible();
    await expect(confirmation).toBeHidden();
    await expect(note(page, 'Dialog timed out (auto-cancelled)')).toBeVisible();

    await send(page, '/preset');
    await expect(screen(page)).toContainText('Select Preset');
    await expect(page.getByRole('textbox', { name: 'Keys for preset.ts' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(statusBar(page)).toContainText('preset:brief');
    panel.model.queue([calls('read', { path: 'a.txt' }), says('Who are you?')]);
    await send(page, 'Read it.');
    await expect(answers(page).last()).toContainText('Who are you?');
    await expectIdle(page);
    expect(JSON.stringify(panel.model.requests.at(-1)?.messages)).toContain('Be brief.');
    expect(panel.model.requests.at(-1)?.tools?.map(({ function: { name } }) => name)).toEqual(['read']);
    const read = entries(page, /^Tool read/);
    await expect(read).toContainText('read a.txt');
    await expect(read).not.toContainText('the text of a');
    await button(read, 'Expand').click();
    await expect(read).toContainText('the text of a');
    await composer(page).press('Control+Shift+U');
    await expect(note(page, 'Preset cleared, defaults restored')).toBeVisible();
    await expect(statusBar(page)).not.toContainText('preset:');

    panel.model.queue([says('Q: Who are you?\nA: ')]);
    await send(page, '/qna');
    await expect(composer(page)).toHaveValue('Q: Who are you?\nA: ');
    await composer(page).fill('');

    const folder = path.join(panel.folders.agentDir, 'prompts');
    await mkdir(folder);
    await writeFile(path.join(folder, 'new-prompt.md'), 'Something new.\n');
    await send(page, '/reload-runtime');
    await expect(async () => {
      await composer(page).fill('/new-pro');
      await expect(page.getByRole('option', { name: '/new-prompt' })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await composer(page).fill('');

    panel.model.queue([says('Go on with the file.')]);
    await send(page, '/handoff finish it');
    const prompt = page.getByRole('dialog', { name: 'Edit handoff prompt' });
    await expect(prompt).toBeVisible();
    // It has the focus already if the screen before it had it.
    await prompt.getByRole('textbox').press('ControlOrMeta+Enter');
    await expect(composer(page)).toHaveValue('Go on with the file.');
    await expect(prompts(page)).toHaveCount(0);
    played(...NAMES);
  });
});

test.describe('examples that guard and commit', () => {
  const NAMES = [
    'auto-commit-on-exit',
    'built-in-tool-renderer',
    'confirm-destructive',
    'dirty-repo-guard',
    'git-merge-and-resolve',
    'shutdown-command',
  ];
  test.use({ panelOptions: { piArgs: loadExamples(...NAMES), files: { 'a.txt': 'one\n' } } });

  test('a conflict is handed to the model, questions come before a new session, and /quit commits', async ({
    page,
    panel,
  }) => {
    test.skip(!HAS_GIT, NO_GIT);
    commitAll(panel);
    git(panel, 'checkout', '-q', '-b', 'theirs');
    await panel.write('a.txt', 'theirs\n');
    git(panel, 'commit', '-qam', 'theirs');
    git(panel, 'checkout', '-q', 'main');
    await panel.write('a.txt', 'ours\n');
    git(panel, 'commit', '-qam', 'ours');
    expect(() => git(panel, 'merge', 'theirs')).toThrow();
    await open(page, panel);
    panel.model.queue([
      says('On it.'),
      calls('bash', { command: 'git checkout --ours a.txt && git add a.txt && git commit -qm merged' }),
      says('Resolved.'),
    ]);
    await send(page, 'Go on');
    await expect(prompts(page).last()).toContainText('a.txt:1-5 (ours 2, theirs 4)');
    await expect(answers(page).last()).toContainText('Resolved.');
    await expectIdle(page);
    await expect(entries(page, /^Tool bash/)).toContainText(/\$ git checkout .*done/s);
    expect(git(panel, 'log', '--format=%s', '-1')).toBe('merged\n');

    await panel.write('new.txt', 'new\n');
    await button(page, 'New session').click();
    await no(page.getByRole('dialog', { name: 'Clear session?' })).click();
    await expect(note(page, 'Clear cancelled')).toBeVisible();
    await expect(prompts(page)).toHaveCount(2);
    await button(page, 'New session').click();
    await yes(page.getByRole('dialog', { name: 'Clear session?' })).click();
    const dirty = page.getByRole('dialog', { name: /1 uncommitted file/ });
    await dirty.getByText('No, let me commit first').click();
    await expect(note(page, 'Commit your changes first')).toBeVisible();
    await expect(prompts(page)).toHaveCount(2);

    await send(page, '/fork');
    await palette(page).getByRole('option', { name: /Go on/ }).click();
    await page
      .getByRole('dialog', { name: /^Fork from entry/ })
      .getByText('No, stay')
      .click();
    await expect(note(page, 'Fork cancelled')).toBeVisible();
    await expect(prompts(page)).toHaveCount(2);

    await send(page, '/quit');
    await expect(agentStatus(page)).toHaveText(/exited/);
    expect(git(panel, 'log', '--format=%s', '-1')).toBe('[pi] Resolved.\n');
    played(...NAMES);
  });
});

test.describe('an example that asks while pi starts', () => {
  test.use({
    panelOptions: { piArgs: loadExamples('project-trust'), files: { '.pi/prompts/ours.md': 'Ours.' } },
  });

  test('its question about trust is on the page before pi is ready, and pi follows the answer', async ({
    page,
    panel,
  }) => {
    await page.goto(panel.url.href);
    const question = page.getByRole('dialog', { name: /^Project trust for/ });
    await expect(question).toContainText('project-trust.ts');
    await question.getByText('Trust with note and remember').click();
    const line = page.getByRole('dialog', { name: 'Project trust note' }).getByRole('textbox');
    await line.fill('for a test');
    await line.press('Enter');
    await expect(note(page, 'Recorded demo note: for a test')).toBeVisible();
    await expectIdle(page);
    await composer(page).fill('/ours');
    await expect(page.getByRole('option', { name: '/ours' })).toBeVisible();
    played('project-trust');
  });
});

const yes = (dialog: Locator): Locator => button(dialog, 'Yes');
const no = (dialog: Locator): Locator => button(dialog, 'No');
