// The keyboard alone: no test here touches the mouse or moves the focus by script.
import type { Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calls, gate, says } from '../panel/scripted.ts';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import {
  agents,
  agentStatus,
  answers,
  chat,
  composer,
  conversation,
  editor,
  expectIdle,
  open,
  palette,
  prompts,
  queue,
  review,
  settings,
  tabPanel,
  terminal,
} from './page.ts';
import { expect, test } from './panel.ts';
import { focusedName, tabTo } from './tab-to.ts';

test.use({ panelOptions: { files: { 'src/app.ts': 'export const answer = 42;\n' } } });

test('asks, steers and stops; reads the output of a command and edits a file', async ({ page, panel }) => {
  const hold = gate();
  panel.model.queue([
    calls('bash', { command: 'echo from the command' }),
    { steps: [{ text: 'Working.' }, { until: hold.until }] },
    says('Never asked for.'),
  ]);
  await open(page, panel);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('begin');
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('Working.');
  await page.keyboard.type('faster');
  await page.keyboard.press('Enter');
  await expect(queue(page)).toContainText('faster');
  await page.keyboard.press('Escape');
  await expectIdle(page);

  await page.keyboard.press('Control+j');
  await expect(terminal(page)).toBeVisible();
  await expect(tabPanel(page)).toContainText('from the command');
  await page.keyboard.press('Control+p');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('app.ts');
  await expect(palette(page).getByRole('option').first()).toContainText('app.ts');
  await page.keyboard.press('Enter');
  await expect(editor(page).getByRole('textbox').first()).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('// typed');
  await page.keyboard.press('Control+s');
  await expect.poll(() => panel.read('src/app.ts')).toContain('// typed');
  for (let at = 0; at < 6 && !(await isIn(page, 'Chat')); at++) await page.keyboard.press('F6');
  expect(await isIn(page, 'Chat')).toBe(true);
});

const isIn = (page: Page, region: string): Promise<boolean> =>
  page.evaluate((name) => document.activeElement?.closest(`[aria-label="${name}"]`) !== null, region);

test('reviews the changes of the agent: keeps one and undoes the other', async ({ page, panel }) => {
  panel.model.queue([
    calls('write', { path: 'a.txt', content: 'new\n' }),
    calls('write', { path: 'b.txt', content: 'new\n' }),
    says('Written.'),
  ]);
  await open(page, panel);
  await page.keyboard.type('write them');
  await page.keyboard.press('Enter');
  await expect(answers(page).last()).toContainText('Written.');
  await expectIdle(page);
  await page.keyboard.press('Alt+r');
  const first = review(page).getByRole('group', { name: 'a.txt, change 1 of 1' });
  const second = review(page).getByRole('group', { name: 'b.txt, change 1 of 1' });
  await expect(first).toBeVisible();
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('y');
  await expect(first).toContainText('Kept');
  await expect(second).toBeFocused();
  await tabTo(page, /^Undo$/);
  await page.keyboard.press('Enter');
  await expect.poll(() => panel.read('b.txt').catch(() => null)).toBeNull();
  expect(await panel.read('a.txt')).toBe('new\n');
  // From the composer, the key leads to the open review; from within, it closes the review.
  await composer(page).focus();
  await page.keyboard.press('Alt+r');
  await expect.poll(() => isIn(page, 'Review')).toBe(true);
  await page.keyboard.press('Alt+r');
  await expect(review(page)).toBeHidden();
});

test('a key that is pressed right after the focused element has disappeared still reaches its region', async ({
  page,
  panel,
}) => {
  panel.model.queue([calls('write', { path: 'a.txt', content: 'new\n' }), says('Written.')]);
  await open(page, panel);
  await page.keyboard.type('write it');
  await page.keyboard.press('Enter');
  await expectIdle(page);
  await page.keyboard.press('Alt+r');
  await expect(review(page).getByRole('group', { name: 'a.txt, change 1 of 1' })).toBeVisible();
  await tabTo(page, /^Undo$/);
  // The focus moves on in the next frame.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
    document.activeElement!.remove();
  });
  await page.keyboard.press('Alt+r');
  await expect(review(page)).toBeHidden();
});

test('starts a second agent, goes between the two and ends one', async ({ page, panel }) => {
  await open(page, panel);
  await page.keyboard.press('Alt+n');
  await expect(agents(page).getByRole('textbox', { name: 'First message' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(agents(page).getByRole('combobox', { name: 'Folder' })).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(panel.folders.home);
  await page.keyboard.press('Tab');
  await tabTo(page, /^Start$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('home');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('banner')).toContainText('project');
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('banner')).toContainText('home');
  await page.keyboard.press('Control+Shift+p');
  await page.keyboard.type('End this agent');
  await expect(palette(page).getByRole('option').first()).toContainText('End this agent');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await panel.agents()).length).toBe(1);
  await expect(chat(page)).toBeVisible();
  await expect(agentStatus(page)).toHaveText('idle');
});

test('changes the language of the page and closes the settings', async ({ page, panel }) => {
  await open(page, panel);
  await page.keyboard.press('Control+,');
  await expect(settings(page).getByRole('tab', { selected: true })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    expect(await focusedName(page)).toBe('Language');
  }).toPass({ intervals: [100] });
  const list = settings(page).getByRole('combobox', { name: 'Language' });
  await expect(list).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(list).toBeFocused({ timeout: 100 });
  }).toPass();
  const language = page.locator('html');
  // The first key opens the list.
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(list).toHaveValue('en');
  await expect(list).toBeFocused();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(language).toHaveAttribute('lang', 'zh-CN');
  // For a moment the page is built again, and no dialog hears the key.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 500 });
  }).toPass();
});

test('resolves a conflict of a worktree with its agent, commits the rest and merges', async ({
  page,
  panel,
}) => {
  test.skip(!HAS_GIT, NO_GIT);
  commitAll(panel);
  const place = path.join(panel.folders.root, 'side');
  git(panel, 'worktree', 'add', '-q', '-b', 'side', place);
  await writeFile(path.join(place, 'src/app.ts'), 'export const answer = 43;\n');
  execFileSync('git', ['-C', place, 'commit', '-qam', 'Its work'], { stdio: 'pipe' });
  await panel.write('src/app.ts', 'export const answer = 44;\n');
  git(panel, 'commit', '-qam', 'Meanwhile');
  await writeFile(path.join(place, 'new.txt'), 'new\n');
  await panel.post('agents', { workspace: place });
  const dialog = page.getByRole('dialog', { name: 'Merge worktree' });
  const openDialog = async (): Promise<void> => {
    await page.keyboard.press('Control+Shift+p');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('Merge this worktree');
    await expect(palette(page).getByRole('option').first()).toContainText('Merge this worktree');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
  };
  await open(page, panel);
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('banner')).toContainText('side');
  await expectIdle(page);

  panel.model.queue([
    calls('bash', { command: 'git merge -q -X ours main -m "Merge main"' }),
    says('It is resolved.'),
  ]);
  await openDialog();
  await tabTo(page, /^src\/app\.ts/);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('region', { name: 'Both sides of src/app.ts' })).toContainText('44');
  await tabTo(page, /^Ask the agent to resolve it$/);
  await page.keyboard.press('Enter');
  await expect(prompts(page)).toContainText('Merge main into this branch');
  await expect(answers(page).last()).toContainText('It is resolved.');
  await expectIdle(page);

  await openDialog();
  await expect(dialog.getByRole('region', { name: 'Not committed' })).toContainText('new.txt');
  await tabTo(page, /^Commit message$/);
  await page.keyboard.type('The new file');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('region', { name: 'Files' })).toContainText('new.txt');
  await tabTo(page, /^Merge$/);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect([await panel.read('src/app.ts'), await panel.read('new.txt')]).toEqual([
    'export const answer = 43;\n',
    'new\n',
  ]);
  // The row of its agent leads to the end of the worktree.
  await tabTo(page, /^End worktree…$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'End worktree' })).toBeVisible();
});

const ASKER = `export default function (pi) {
  for (const [name, ask] of Object.entries({
    way: (ui) => ui.select('Which way?', ['Left', 'Right']),
    sure: (ui) => ui.confirm('Delete the branch?', 'It was merged.'),
    branch: (ui) => ui.input('Branch name'),
    notes: (ui) => ui.editor('Release notes', 'First'),
  }))
    pi.registerCommand(name, {
      description: name,
      handler: async (args, { ui }) => ui.notify('answer: ' + JSON.stringify(await ask(ui))),
    });
}
`;
test.describe('dialogs of extensions', () => {
  test.use({ panelOptions: { piArgs: ['-e', './asker.ts'], files: { 'asker.ts': ASKER } } });

  test('each kind is reached from the composer, answered, and cancelled, and the focus comes back', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    const ask = async (command: string, title: string): Promise<void> => {
      await page.keyboard.type(`/${command} `);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      await page.keyboard.press('Control+i');
      await expect(page.getByRole('dialog', { name: title }).locator(':focus')).toBeVisible();
    };
    const expectAnswer = async (title: string, answer: string): Promise<void> => {
      await expect(page.getByText(`answer: ${answer}`).first()).toBeVisible();
      await expect(page.getByRole('dialog', { name: title })).toHaveCount(0);
      await expect(composer(page)).toBeFocused();
    };
    await ask('way', 'Which way?');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectAnswer('Which way?', '"Right"');
    await ask('sure', 'Delete the branch?');
    await tabTo(page, /^Yes$/);
    await page.keyboard.press('Enter');
    await expectAnswer('Delete the branch?', 'true');
    await ask('branch', 'Branch name');
    await page.keyboard.type('fix/loop');
    await page.keyboard.press('Enter');
    await expectAnswer('Branch name', '"fix/loop"');
    await ask('notes', 'Release notes');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and last');
    await page.keyboard.press('Control+Enter');
    await expectAnswer('Release notes', '"First and last"');
    await ask('sure', 'Delete the branch?');
    await page.keyboard.press('Escape');
    await expectAnswer('Delete the branch?', 'false');
  });
});
