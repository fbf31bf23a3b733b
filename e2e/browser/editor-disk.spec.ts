// Files that change on disk while they are open: the edits of the user and those of others are both kept.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { says } from '../panel/scripted.ts';
import { answers, button, editor, entries, open, send } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { git, HAS_GIT, NO_GIT } from './git.ts';
import { FILES, item, tab, text, CODE, openFile, type } from './editor-page.ts';

test.use({ panelOptions: { files: FILES } });

/** Lets the model edit notes.txt. */
async function agentEdits(
  page: Page,
  panel: RunningPanel,
  [oldText, newText]: [string, string],
): Promise<void> {
  panel.model.queue([
    { steps: [{ tool: 'edit', args: { path: 'notes.txt', edits: [{ oldText, newText }] } }] },
    says(`I wrote ${newText}.`),
  ]);
  await send(page, `write ${newText}`);
  await expect(answers(page).last()).toContainText(`I wrote ${newText}.`);
}

test('a file that the agent changes is reloaded, marked in the tree, and opens as a diff', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await agentEdits(page, panel, ['two', 'ZWEI']);
  await expect(text(page)).toContainText('ZWEI');
  await expect(editor(page).getByRole('alert')).toBeHidden();
  for (const marked of [item(page, 'notes.txt'), tab(page, 'notes.txt')])
    await expect(marked).toHaveAccessibleDescription(/changed by the agent/);

  await entries(page, /^Tool edit/).click();
  await entries(page, /^Tool edit/)
    .getByRole('button', { name: 'Open diff' })
    .click();
  await expect(tab(page, 'notes.txt changes')).toHaveAttribute('aria-selected', 'true');
  const diff = editor(page).locator('.monaco-diff-editor');
  await expect(diff).toContainText('two');
  await expect(diff).toContainText('ZWEI');
});

test("R-40: the user's edit and the agent's are both kept, even over a reload, until the user chooses", async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'mine');
  await agentEdits(page, panel, ['one', 'EINS']);
  const alert = editor(page).getByRole('alert');
  await expect(alert).toContainText('notes.txt changed on disk');
  await expect(text(page)).toContainText('mine');

  await page.keyboard.press('ControlOrMeta+s');
  await page.reload();
  await expect(alert).toContainText('notes.txt changed on disk');
  await expect(text(page)).toContainText('mine');
  expect(await panel.read('notes.txt'), 'nothing was saved over it').toBe('EINS\ntwo\nthree\n');

  await alert.getByRole('button', { name: 'Compare' }).click();
  await expect(editor(page).locator('.monaco-diff-editor')).toContainText('EINS');
  await expect(editor(page).locator('.monaco-diff-editor')).toContainText('mine');
  await alert.getByRole('button', { name: 'Keep mine' }).click();
  await expect(alert).toBeHidden();
  await expect.poll(() => panel.read('notes.txt')).toBe('one\ntwo\nthree\nmine');
});

test('where both sides changed the same line, the user chooses, and saves the merge that is shown', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+Home', 'my ');
  await panel.write('notes.txt', 'their one\ntwo\nTHREE\n');
  const alert = editor(page).getByRole('alert');
  await expect(button(alert, 'Compare')).toBeVisible();
  await expect(button(alert, 'Merge both')).toHaveCount(0);
  await button(alert, 'Compare').click();
  const sides = editor(page).getByRole('region', { name: 'Both sides of notes.txt' });
  await expect(sides).toContainText(/my one[^]*their one/);
  await expect(button(alert, 'Merge both')).toBeDisabled();
  await button(sides, 'Both').click();
  await button(alert, 'Merge both').click();
  await expect(alert).toBeHidden();
  await expect(text(page)).toContainText('THREE');
  await text(page).click();
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => panel.read('notes.txt')).toBe('my one\ntheir one\ntwo\nTHREE\n');
});

test('R-49: text typed just before a reload is there after it', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'the last word');
  await page.reload();
  await expect(text(page)).toContainText('the last word');
  await expect(tab(page, 'notes.txt unsaved')).toBeVisible();
  expect(await panel.read('notes.txt')).toBe('one\ntwo\nthree\n');
});

test('"Use the version on disk" shows the file on disk, and undo restores mine', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'mine');
  await panel.write('notes.txt', 'theirs\n');
  const alert = editor(page).getByRole('alert');
  await alert.getByRole('button', { name: 'Use the version on disk' }).click();
  await expect(text(page)).toHaveText(/^theirs/);
  await expect(tab(page, 'notes.txt unsaved')).toBeHidden();
  await text(page).click();
  await page.keyboard.press('Control+z');
  await expect(text(page)).toContainText('mine');
  await expect(tab(page, 'notes.txt unsaved')).toBeVisible();
});

test('position and cursor stay when a file changes on disk', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await text(page).click();
  await page.keyboard.press('Control+End');
  const cursorLine = editor(page).locator('.active-line-number');
  await expect(cursorLine).toHaveText('104');
  await panel.write('src/app.ts', `// A new first line.\n${CODE}`);
  await expect(cursorLine).toHaveText('105');
  await expect(text(page)).toContainText('value99');
  await page.keyboard.type('// here');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => panel.read('src/app.ts')).toBe(`// A new first line.\n${CODE}// here`);
});

test('R-47: a deleted file keeps its text in the editor and is not recreated unasked', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'still here');
  await rm(path.join(panel.workspace, 'notes.txt'));
  const alert = editor(page).getByRole('alert');
  await expect(alert).toContainText('was deleted');
  await expect(item(page, 'notes.txt')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(panel.read('notes.txt')).rejects.toThrow(/ENOENT/);
  // One notice says it all: that the file is gone, and that it could not be written again.
  await page.route('**/file?path=notes.txt', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await alert.getByRole('button', { name: 'Restore file' }).click();
  await expect(alert).toContainText('not restored');
  await expect(alert).toHaveCount(1);
  await page.unroute('**/file?path=notes.txt');
  await alert.getByRole('button', { name: 'Restore file' }).click();
  await expect(alert).toBeHidden();
  expect(await panel.read('notes.txt')).toContain('still here');
});

test('R-47: when the branch changes, edits are kept, other files follow, and nothing is recreated', async ({
  page,
  panel,
}) => {
  test.skip(!HAS_GIT, NO_GIT);
  git(panel, 'init', '-q', '-b', 'main');
  git(panel, 'add', '.');
  git(panel, 'commit', '-qm', 'main');
  git(panel, 'checkout', '-qb', 'other');
  await panel.write('src/app.ts', `// On the other branch.\n${CODE}`);
  git(panel, 'rm', '-q', 'notes.txt');
  git(panel, 'commit', '-qam', 'other');
  git(panel, 'checkout', '-q', 'main');
  await open(page, panel);
  await openFile(page, 'src', 'app.ts');
  await openFile(page, 'notes.txt');
  await type(page, 'Control+End', 'my words');
  const alert = editor(page).getByRole('alert');
  for (let n = 0; n < 4; n++) {
    git(panel, 'checkout', '-q', 'other');
    await expect(alert).toContainText('was deleted');
    await expect(text(page)).toContainText('my words');
    git(panel, 'checkout', '-q', 'main');
    await expect(alert).toHaveCount(0);
    await expect(tab(page, 'notes.txt unsaved')).toBeVisible();
  }
  git(panel, 'checkout', '-q', 'other');
  await expect(alert).toContainText('was deleted');
  await tab(page, 'app.ts').click();
  await expect(text(page)).toContainText('// On the other branch.');
  expect(git(panel, 'status', '--porcelain')).toBe('');
});
