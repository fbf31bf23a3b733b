// axe finds no violation of WCAG 2.2 AA and of its best practices in any state of the page, light and dark.
import type { Page } from '@playwright/test';
import { RULES_OF_COLORS, runAxe } from '../accessibility/axe.ts';
import { ASKER, MARKDOWN } from '../accessibility/states.ts';
import { calls, gate, says } from '../panel/scripted.ts';
import {
  button,
  composer,
  conversation,
  editor,
  expectIdle,
  files,
  notifications,
  open,
  palette,
  queue,
  send,
  sessions,
  terminal,
} from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

test.use({
  panelOptions: {
    piArgs: ['-e', './asker.ts'],
    files: { 'asker.ts': ASKER, 'src/app.ts': 'export const answer = 42;\n', 'notes.txt': 'one\n' },
  },
});

async function check(page: Page, state: string): Promise<void> {
  for (const [colorScheme, rules] of [['light'], ['dark', RULES_OF_COLORS]] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft((await runAxe(page, rules)).violations, `${state}, ${colorScheme}`).toEqual([]);
  }
}

async function openFile(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+P');
  await palette(page).getByRole('combobox').fill(name);
  await expect(palette(page).getByRole('option').first()).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(editor(page).getByRole('tab', { name: new RegExp(name) })).toBeVisible();
}

/** A conversation with work of several kinds. */
async function work(page: Page, panel: RunningPanel): Promise<void> {
  panel.model.queue([
    calls('read', { path: 'notes.txt' }),
    calls('edit', { path: 'src/app.ts', edits: [{ oldText: '42', newText: '43' }] }),
    calls('bash', { command: 'echo shown; exit 3' }),
    says(MARKDOWN),
  ]);
  await send(page, 'do something');
  await expect(conversation(page)).toContainText('A heading');
  await expectIdle(page);
}

test('the regions of the page have no violations', async ({ page, panel }) => {
  test.slow();
  await open(page, panel);
  await check(page, 'an empty session');
  await work(page, panel);
  await check(page, 'a conversation');
  await openFile(page, 'app.ts');
  await openFile(page, 'notes.txt');
  await expect(editor(page).locator('.view-line').first()).toHaveText('one');
  await check(page, 'two open files');
  if (!(await terminal(page).isVisible())) await page.keyboard.press('ControlOrMeta+J');
  await expect(terminal(page)).toContainText('shown');
  await check(page, 'the terminal');
  await page.keyboard.press('Alt+S');
  await expect(sessions(page).getByRole('listitem').first()).toBeVisible();
  await check(page, 'the sessions');
  await page.keyboard.press('Alt+L');
  await expect(page.getByRole('region', { name: 'Event log' }).getByRole('listitem').first()).toBeVisible();
  await check(page, 'the event log');
  await page.keyboard.press('Alt+L');
  await page.setViewportSize({ width: 375, height: 740 });
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(composer(page)).toBeVisible();
  await check(page, 'a phone');
});

test('waiting, running and failed work has no violations', async ({ page, panel }) => {
  test.slow();
  const hold = gate();
  panel.model.queue([{ steps: [{ think: 'Hm.' }, { text: 'Working.' }, { until: hold.until }] }]);
  await open(page, panel);
  await send(page, 'begin');
  await expect(conversation(page)).toContainText('Working.');
  await send(page, 'faster');
  await expect(queue(page)).toContainText('faster');
  await composer(page).fill('more');
  await check(page, 'a run with a queue');
  await composer(page).fill('');
  await page.keyboard.press('Escape');
  await expectIdle(page);

  const asked = panel.command({ type: 'prompt', message: '/asks' });
  await expect(page.getByRole('dialog')).toHaveCount(4);
  await panel.command({ type: 'prompt', message: '/says' });
  await expect(notifications(page).getByText('mind the gap')).toBeVisible();
  await check(page, 'dialogs and a toast');
  await notifications(page).getByRole('button', { name: /new$/ }).click();
  await expect(notifications(page).getByRole('listitem').first()).toBeVisible();
  await check(page, 'the list of notifications');
  await page.keyboard.press('Escape');
  for (const title of ['Which way?', 'Delete it?', 'Branch name', 'Release notes'])
    await button(page.getByRole('dialog', { name: title }), 'Cancel').click();
  await asked;

  const [pi] = await panel.children();
  process.kill(pi!, 'SIGKILL');
  await expect(button(page, 'Restart')).toBeVisible();
  await check(page, 'an agent that has exited');
});

test('layers over the page have no violations', async ({ page, panel }) => {
  test.slow();
  await open(page, panel);
  await work(page, panel);
  await page.keyboard.press('ControlOrMeta+K');
  await expect(palette(page).getByRole('option').first()).toBeVisible();
  await check(page, 'the palette');
  await page.keyboard.type('name this session');
  await page.keyboard.press('Enter');
  await expect(palette(page).getByRole('textbox')).toBeVisible();
  await check(page, 'a step of the palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+Shift+M');
  await expect(page.getByRole('listbox', { name: 'Model' })).toBeVisible();
  await check(page, 'the models');
  await page.keyboard.press('Escape');
  await composer(page).fill('/');
  await expect(page.getByRole('option').first()).toBeVisible();
  await check(page, 'completions');
  await composer(page).fill('');
  await page.keyboard.press('Alt+K');
  await expect(page.getByRole('searchbox', { name: 'Search shortcuts' })).toBeVisible();
  await check(page, 'the keyboard shortcuts');
  for (const name of ['Panel', 'pi']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect(page.getByRole('tabpanel', { name }).getByRole('group').first()).toBeVisible();
    await check(page, `the settings: ${name}`);
  }
});

test('the end of a countdown is announced once, 20 seconds before', async ({ page, panel }) => {
  await open(page, panel);
  const asked = panel.command({ type: 'prompt', message: '/hurries' });
  const dialog = page.getByRole('dialog', { name: 'Now?' });
  await expect(dialog).toBeVisible();
  const warning = dialog.getByText('20 seconds left to answer: Now?');
  await expect(warning).toHaveAttribute('aria-live', 'assertive');
  await expect(warning).toHaveCount(0);
  await button(dialog, 'Yes').click();
  await asked;
});

test('a page without access has no violations', async ({ page, panel }) => {
  await page.goto(panel.origin);
  await expect(page.getByRole('heading')).toBeVisible();
  await check(page, 'no token');
});

test('a page with an empty workspace has no violations', async ({ page, panel }) => {
  await open(page, panel);
  await expect(files(page).getByRole('treeitem')).not.toHaveCount(0);
  for (const name of ['asker.ts', 'notes.txt', 'README.md', 'src']) await panel.remove(name);
  await expect(files(page).getByRole('treeitem')).toHaveCount(0);
  await check(page, 'no files');
});
