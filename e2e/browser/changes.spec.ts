// The Changes region, the undo dialog and the review, with real pi and real files.
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import {
  button,
  composer,
  conversation,
  editor,
  entries,
  expectIdle,
  notifications,
  open,
  palette,
  prompts,
  review,
  send,
  undoAll,
} from './page.ts';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\n';

test.use({ panelOptions: { files: { 'a.txt': TEXT, 'src/b.txt': TEXT } } });

const changes = (page: Page): Locator => page.getByRole('region', { name: 'Changes' });
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Undo changes' });
const hunk = (page: Page, name: string): Locator => review(page).getByRole('group', { name, exact: true });
const progress = (page: Page): Locator => review(page).getByRole('status', { name: 'Review progress' });

const edit = (path: string, ...pairs: [string, string][]) =>
  calls('edit', { path, edits: pairs.map(([oldText, newText]) => ({ oldText, newText })) });

let turns = 0;

async function turn(page: Page, panel: RunningPanel, answers: ReturnType<typeof calls>[]): Promise<void> {
  const answer = `answer ${++turns}`;
  panel.model.queue([...answers, says(answer)]);
  await send(page, `prompt ${turns}`);
  await expect(conversation(page)).toContainText(answer);
  await expectIdle(page);
}

async function openChanges(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Changes' }).click();
  await expect(changes(page)).toBeVisible();
}

test('a turn is listed with its files, undone after a look at the plan, and redone', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openChanges(page);
  await expect(changes(page)).toContainText('Files that the agent changes are listed here');
  await turn(page, panel, [
    edit('a.txt', ['two', '2'], ['eleven', '11']),
    calls('bash', { command: 'echo new > src/c.txt' }),
  ]);
  const files = changes(page).getByRole('list').getByRole('listitem');
  await expect(files).toHaveText([/M\s*a\.txt\s*\+2 −2/, /A\s*c\.txt\s*src\s*\+1\s*$/]);

  await panel.write('a.txt', TEXT.replace('two', '2').replace('eleven', '11').replace('six', 'mine'));
  await button(changes(page), 'Undo turn').click();
  await expect(dialog(page).getByRole('listitem')).toHaveText([
    /a\.txt\s*undo, keep your later edits/,
    /src\/c\.txt\s*delete/,
  ]);
  await button(dialog(page), 'Undo 2 files').click();
  await expect(dialog(page)).toBeHidden();
  await expect(files.first()).toContainText('undone');
  expect(await panel.read('a.txt')).toBe(TEXT.replace('six', 'mine'));
  await expect(panel.read('src/c.txt')).rejects.toThrow('ENOENT');
  // Redo is where Undo was, at the end of the turn.
  await expect(button(conversation(page), 'Undo')).toHaveCount(0);
  await button(conversation(page), 'Redo').click();
  await button(page.getByRole('dialog', { name: 'Redo changes' }), 'Redo 2 files').click();
  await expect.poll(() => panel.read('src/c.txt').catch(() => '')).toBe('new\n');
  await expect(button(conversation(page), 'Undo')).toBeVisible();
  await expect(button(conversation(page), 'Redo')).toHaveCount(0);
  expect(await panel.read('a.txt')).toContain('mine');
  await expect(files.first()).not.toContainText('undone');
  await expect(changes(page)).not.toContainText(/[0-9] undo\b/);

  // From the message itself.
  await prompts(page).last().hover();
  await button(prompts(page).last(), 'Undo files from here').click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
  await button(dialog(page), 'Cancel').click();

  // A file that changes while the dialog is open is not written over.
  await button(changes(page), 'Undo turn').click();
  await expect(button(dialog(page), 'Undo 2 files')).toBeVisible();
  await panel.write('src/c.txt', 'mine\n');
  await button(dialog(page), 'Undo 2 files').click();
  await expect(dialog(page).getByRole('alert')).toContainText('src/c.txt');
  expect(await panel.read('src/c.txt')).toBe('mine\n');
  await button(dialog(page), 'Look again').click();
  await expect(dialog(page).getByRole('listitem').last()).toContainText('conflict: left alone');
  await button(dialog(page), 'Cancel').click();

  // The author of each line leads to the message.
  await button(changes(page), 'Review changes').click();
  await button(review(page), 'Actions for a.txt').click();
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
  await button(editor(page), 'Who wrote each line').click();
  const authors = editor(page).getByRole('list', { name: 'Who wrote each line' }).getByRole('listitem');
  await expect(authors).toHaveText([/Not recorded/, /prompt/, /Not recorded/, /prompt/, /Not recorded/]);
  await authors.getByRole('button').first().click();
  await expect(prompts(page).last()).toBeFocused();
});

// Playwright emulates no dark theme in Firefox 140.
const HUNKS =
  'V12: every hunk is kept, undone or commented on by keys, and marks stay with what was reviewed (vscode#337279)';
test(HUNKS, { tag: '@chromium' }, async ({ page, panel }) => {
  await open(page, panel);
  await turn(page, panel, [edit('a.txt', ['one', '1'], ['twelve', '12']), edit('src/b.txt', ['six', '6'])]);
  await openChanges(page);
  await button(changes(page), 'Review changes').click();
  await expect(progress(page)).toHaveText('3 of 3 left');
  await page.keyboard.press('j');
  await expect(hunk(page, 'a.txt, change 1 of 2')).toBeFocused();
  await page.keyboard.press('y');
  await expect(progress(page)).toHaveText('2 of 3 left');
  await expect(hunk(page, 'a.txt, change 2 of 2')).toBeFocused();
  await page.keyboard.press('u');
  await expect.poll(() => panel.read('a.txt')).toBe(TEXT.replace('one', '1'));
  await expect(progress(page)).toHaveText('1 of 2 left');

  // An undo by mistake is taken back by a key, even at once, and a whole file is kept, asked about, or reviewed again.
  await page.keyboard.press('r');
  await expect(hunk(page, 'a.txt, change 2 of 2')).toBeFocused();
  expect(await panel.read('a.txt')).toBe(TEXT.replace('one', '1').replace('twelve', '12'));
  await expect(progress(page)).toHaveText('2 of 3 left');
  await page.keyboard.press('u');
  // Like in every editor. Without this, the browser would take back text that was typed in the composer.
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^You redid changes in a\.txt/)).toHaveCount(2);
  expect(await panel.read('a.txt')).toBe(TEXT.replace('one', '1').replace('twelve', '12'));
  await expect(progress(page)).toHaveText('2 of 3 left');
  // The button of the notice leads back to the change, too.
  await page.keyboard.press('u');
  await expect(hunk(page, 'src/b.txt, change 1 of 1')).toBeFocused();
  await button(notifications(page), 'Redo').last().click();
  await expect(hunk(page, 'a.txt, change 2 of 2')).toBeFocused();
  await expect(progress(page)).toHaveText('2 of 3 left');
  // An undone change stays as a line at its place, where it can be redone.
  await page.keyboard.press('u');
  const row = review(page).getByRole('group', { name: 'Undone: line 12 of a.txt.' });
  await expect(row).toBeVisible();
  const before = (await hunk(page, 'a.txt, change 1 of 1').boundingBox())!;
  expect((await row.boundingBox())!.y).toBeGreaterThanOrEqual(before.y + before.height - 1);
  await button(row, 'Redo').click();
  await expect(row).toHaveCount(0);
  await expect(hunk(page, 'a.txt, change 2 of 2')).toBeFocused();
  await hunk(page, 'a.txt, change 1 of 2').focus();
  await page.keyboard.press('Shift+U');
  await expect(dialog(page).getByRole('listitem')).toHaveText([/a\.txt\s*restore/]);
  await button(dialog(page), 'Cancel').click();
  await hunk(page, 'a.txt, change 1 of 2').focus();
  await page.keyboard.press('Shift+Y');
  await expect(progress(page)).toHaveText('1 of 3 left');
  await expect(hunk(page, 'src/b.txt, change 1 of 1')).toBeFocused();
  await hunk(page, 'a.txt, change 2 of 2').focus();
  await page.keyboard.press('y');
  await page.keyboard.press('u');
  await expect.poll(() => panel.read('a.txt')).toBe(TEXT.replace('one', '1'));
  await expect(progress(page)).toHaveText('1 of 2 left');

  // Another change to the file resets only the marks that it touches, and a reload resets none.
  await turn(page, panel, [edit('a.txt', ['eight', '8'])]);
  await expect(progress(page)).toHaveText('2 of 3 left');
  await page.reload();
  await openChanges(page);
  await button(changes(page), 'Review changes').click();
  await expect(progress(page)).toHaveText('2 of 3 left');
  await expect(hunk(page, 'a.txt, change 1 of 2')).toContainText('Kept');

  // Monaco's diff editor, when it is asked for.
  const article = review(page).getByRole('article', { name: 'src/b.txt' });
  await page.setViewportSize({ width: 1600, height: 800 });
  await button(article, 'Side by side').click();
  await expect(article.getByRole('textbox', { name: 'src/b.txt after' })).toBeAttached();
  await expect(article.locator('.monaco-diff-editor')).toHaveClass(/side-by-side/);
  const background = article.locator('.monaco-editor-background').last();
  const light = await background.evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(background).not.toHaveCSS('background-color', light);
  await page.emulateMedia({ colorScheme: 'light' });
  await button(article, 'Inline').click();
  await page.setViewportSize({ width: 1280, height: 800 });

  const last = hunk(page, 'src/b.txt, change 1 of 1');
  await last.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(button(last, 'Undo 1 line')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(last, 'Undo')).toBeVisible();

  // Single lines can be kept: they are shown as done, and the change counts as done once all of its lines are.
  await last.press('Shift+ArrowDown');
  await last.press('y');
  await expect(last.locator('.kept')).toHaveText(/✓\s*six/);
  await expect(progress(page)).toHaveText('2 of 3 left');
  await last.press('Shift+ArrowDown');
  await last.press('Shift+ArrowDown');
  await expect(button(last, 'Keep 2 lines')).toBeVisible();
  await last.press('Escape');

  // A comment waits at the composer, over a reload, and leads back to its lines.
  await last.press('c');
  const field = last.getByRole('textbox', { name: /^Comment on/ });
  await expect(field).toBeFocused();
  await field.fill('Spell it out.');
  await field.press('Control+Enter');
  await expect(last).toContainText('Spell it out.');
  await expect(last).toBeFocused();
  await button(last, 'Edit').click();
  await last.getByRole('textbox').fill('Spell it all out.');
  await button(last, 'Save comment').click();
  await expect(last).toBeFocused();
  const pending = page.getByRole('list', { name: 'Comments' }).getByRole('listitem');
  await page.reload();
  await expect(pending).toHaveText(/src\/b\.txt:6\s*Spell it all out\./);
  await button(pending, 'Edit comment on src/b.txt:6').click();
  await pending.getByRole('textbox').fill('Spell it out, please.');
  await button(pending, 'Save comment').click();
  await button(pending, 'src/b.txt:6').click();
  await expect(last).toBeFocused();

  panel.model.queue([says('spelled out')]);
  await expect(button(review(page), 'Send 1 comment')).toBeVisible();
  await last.press('ControlOrMeta+Enter');
  await expect(page.getByText('spelled out')).toBeVisible();
  await expect(pending).toHaveCount(0);
  const sent = 'src/b.txt:6\n```diff\n-six\n+6\n```\nSpell it out, please.';
  expect(await panel.sessionText()).toContain(JSON.stringify(sent).slice(1, -1));
});

test('without a repository, the git scope says so, and other scopes do not', async ({ page, panel }) => {
  test.skip(!HAS_GIT, NO_GIT);
  await open(page, panel);
  await openChanges(page);
  const scope = changes(page).getByRole('combobox', { name: 'Scope' });
  await scope.selectOption('Against git HEAD');
  await expect(changes(page).getByRole('alert')).toContainText('is not in a git repository');
  await expect(changes(page)).not.toContainText('Nothing differs');
  await button(changes(page), 'Try again').click();
  await expect(changes(page).getByRole('alert')).toBeVisible();
  await scope.selectOption('Session');
  await expect(changes(page).getByRole('alert')).toHaveCount(0);
});

test('the list shows the changes of this turn, since the last look, of the session, or against git HEAD', async ({
  page,
  panel,
}) => {
  test.skip(!HAS_GIT, NO_GIT);
  commitAll(panel);
  await open(page, panel);
  await turn(page, panel, [edit('a.txt', ['one', '1'])]);
  await openChanges(page);
  const scope = changes(page).getByRole('combobox', { name: 'Scope' });
  const files = changes(page).getByRole('listitem');
  await button(changes(page), 'Review changes').click();
  await expect(progress(page)).toHaveText('1 of 1 left');
  await page.keyboard.press('Escape');
  await expect(review(page)).toBeHidden();
  await turn(page, panel, [edit('src/b.txt', ['two', '2'])]);
  await scope.selectOption('Session');
  await expect(files).toHaveCount(2);
  await scope.selectOption('This turn');
  await expect(files).toHaveText([/b\.txt/]);
  await scope.selectOption('Since I last looked');
  await expect(files).toHaveText([/b\.txt/]);
  await panel.write('mine.txt', 'mine\n');
  await scope.selectOption('Against git HEAD');
  await expect(files).toHaveText([/a\.txt/, /mine\.txt/, /b\.txt/]);
  await button(changes(page), 'Review changes').click();
  await expect(hunk(page, 'mine.txt, change 1 of 1')).toContainText('mine');

  // Kept changes are committed. The output of a hook that refuses is shown in full. Committed changes leave the review.
  await expect(button(changes(page), 'Commit…')).toHaveAttribute('title', '3 uncommitted');
  await button(hunk(page, 'a.txt, change 1 of 1'), 'Keep').click();
  await panel.write('.git/hooks/pre-commit', '#!/bin/sh\necho "line 1 is odd"\nexit 1\n');
  await chmod(path.join(panel.workspace, '.git/hooks/pre-commit'), 0o755);
  await button(review(page), 'Commit…').click();
  const commit = page.getByRole('dialog', { name: 'Commit changes' });
  await expect(commit.getByRole('radio', { name: /What you kept/ })).toBeChecked();
  await expect(commit.getByRole('textbox', { name: 'Commit message' })).toHaveValue(/^prompt \d+$/);
  await commit.getByRole('textbox', { name: 'Commit message' }).fill('The first line');
  await button(commit, 'Commit 1 file').click();
  // Nothing in this folder was trusted, so its hook does not run before the user has allowed it.
  const question = page.getByRole('dialog', { name: 'Run the programs of this folder?' });
  await expect(question).toContainText('hook pre-commit');
  await button(question, 'Cancel').click();
  await expect(commit.getByRole('alert')).toContainText('Nothing was changed.');
  await button(commit, 'Commit 1 file').click();
  await button(question, 'Run them').click();
  await expect(commit.getByRole('log')).toContainText('line 1 is odd');
  // The output of a slow hook is shown while it runs.
  const slow = 'echo "checking all lines"; while ! test -e .git/go; do sleep 0.1; done';
  await panel.write('.git/hooks/pre-commit', `#!/bin/sh\n${slow}\n`);
  await button(commit, 'Commit 1 file').click();
  // It is another program now.
  await button(question, 'Run them').click();
  await expect(commit.getByRole('log')).toContainText('checking all lines');
  await panel.write('.git/go', '');
  await expect(commit).toBeHidden();
  await expect(page.getByText(/^Committed [0-9a-f]{7,} to main\.$/)).toBeVisible();
  expect(git(panel, 'show', '--stat', '--format=%s')).toMatch(
    /^The first line\n[^]*a\.txt \| 2 \+-\n 1 file/,
  );
  await expect(review(page).getByRole('article')).toHaveCount(2);
  // Only the list beside the review has the choice of scope.
  await expect(review(page).getByRole('combobox')).toHaveCount(0);
  await changes(page).getByRole('combobox', { name: 'Scope' }).selectOption('Session');
  await expect(progress(page)).toHaveText('1 of 2 left');
  await expect(hunk(page, 'a.txt, change 1 of 1')).toContainText('Committed');

  // The line about git and the palette also open the commit, whose message is the prompt of the turn.
  await button(review(page), 'Close review').click();
  await button(changes(page), 'Commit…').click();
  await expect(commit.getByRole('textbox', { name: 'Commit message' })).toHaveValue(`prompt ${turns}`);
  await expect(button(commit, 'Commit 2 files')).toBeEnabled();
  await commit.getByRole('textbox', { name: 'Commit message' }).press('ControlOrMeta+Enter');
  await expect(commit).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Commit…');
  await expect(palette(page).getByRole('option', { name: /^Commit…/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing differs from the last commit.').last()).toBeVisible();
  await expect(commit).toBeHidden();
});

test('an undo can be redone after pi was killed and restarted, and its notice no longer offers that afterwards', async ({
  page,
  panel,
}) => {
  test.skip(process.platform !== 'linux', 'pi is found in /proc');
  await open(page, panel);
  await openChanges(page);
  await turn(page, panel, [edit('a.txt', ['two', '2'])]);
  await button(changes(page), 'Undo turn').click();
  await button(dialog(page), 'Undo 1 file').click();
  await expect.poll(() => panel.read('a.txt')).toBe(TEXT);
  const [pi] = await panel.children();
  process.kill(pi!, 'SIGKILL');
  await button(page, 'Restart').click();
  await expectIdle(page);
  await changes(page).getByText('1 undo', { exact: true }).click();
  await button(changes(page), 'Redo').click();
  await expect.poll(() => panel.read('a.txt')).toBe(TEXT.replace('two', '2'));
  await expect(changes(page).getByText('1 undo', { exact: true })).toBeHidden();
  await expect(button(page, 'Redo')).toHaveCount(0);
});

test('an undo can be redone long after its notice; a single call, everything, and the conversation can be undone', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openChanges(page);
  await turn(page, panel, [edit('a.txt', ['two', '2'])]);
  await turn(page, panel, [edit('a.txt', ['six', '6']), edit('src/b.txt', ['one', '1'])]);
  const all = TEXT.replace('two', '2').replace('six', '6');

  // One call, from its card in the conversation.
  const card = entries(page, /^Tool edit.*src\/b\.txt/).last();
  await card.getByRole('button', { expanded: false }).click();
  // The answer to an earlier request, which arrives later, is ignored.
  const late = Promise.withResolvers<void>();
  await page.route(
    /\/changes\/plan$/,
    async (route) => {
      await late.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await button(changes(page), 'Undo turn').first().click();
  await button(dialog(page), 'Cancel').click();
  await button(card, 'Undo this call…').click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  const answer = page.waitForResponse(/\/changes\/plan$/);
  late.resolve();
  await (await answer).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(dialog(page).getByRole('listitem')).toHaveText([/src\/b\.txt\s*restore/]);
  await button(dialog(page), 'Undo 1 file').click();
  await expect.poll(() => panel.read('src/b.txt')).toBe(TEXT);
  expect(await panel.read('a.txt')).toBe(all);

  // A reload removes the notice, but the undo can still be redone.
  await page.reload();
  await openChanges(page);
  await changes(page).getByText('1 undo', { exact: true }).click();
  const undone = changes(page).getByRole('list', { name: 'Undone changes' }).getByRole('listitem');
  await expect(undone).toHaveText([/src\/b\.txt/]);
  await button(undone, 'Redo').click();
  await expect.poll(() => panel.read('src/b.txt')).toBe(TEXT.replace('one', '1'));
  await expect(undone).toHaveCount(0);

  // Everything of the session.
  await changes(page).getByRole('combobox', { name: 'Scope' }).selectOption('Session');
  await button(changes(page), 'Review changes').click();
  await undoAll(page);
  await button(dialog(page), 'Undo 2 files').click();
  await expect.poll(() => panel.read('a.txt')).toBe(TEXT);
  await button(notifications(page), 'Redo').click();
  await expect.poll(() => panel.read('a.txt')).toBe(all);
  await button(review(page), 'Close review').click();

  // From a message on, with the conversation.
  await prompts(page).last().hover();
  await button(prompts(page).last(), 'Undo files from here').click();
  await dialog(page)
    .getByRole('checkbox', { name: /Go back to before this message/ })
    .check();
  await button(dialog(page), 'Undo 2 files').click();
  await expect(prompts(page)).toHaveCount(1);
  expect(await panel.read('a.txt')).toBe(TEXT.replace('two', '2'));
  await expect(composer(page)).toHaveValue(/^prompt \d+$/);

  // The new session lists the undo after the notice has gone.
  await page.reload();
  await openChanges(page);
  await changes(page).getByText('1 undo', { exact: true }).click();
  await button(undone, 'Redo').click();
  await expect.poll(() => panel.read('a.txt')).toBe(all);
  await expect(undone).toHaveCount(0);

  // Redone changes can be undone there, although their message is not in the new session.
  const restored = changes(page)
    .getByRole('list', { name: /^Redone changes/ })
    .getByRole('listitem');
  await expect(restored).toHaveText([/a\.txt/, /b\.txt/]);
  await button(changes(page), 'Undo turn').first().click();
  await button(dialog(page), 'Undo 2 files').click();
  await expect.poll(() => panel.read('a.txt')).toBe(TEXT.replace('two', '2'));
});

test('after an edited message, the changes of the branch that was left are listed, reviewed and undone', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openChanges(page);
  await turn(page, panel, [edit('a.txt', ['two', '2'])]);
  await turn(page, panel, [edit('a.txt', ['eleven', '11']), edit('src/b.txt', ['one', '1'])]);
  await prompts(page).last().hover();
  await button(prompts(page).last(), 'Edit and resend').click();
  const others = changes(page).getByRole('group', { name: 'Changes of another branch' });
  await expect(others.getByRole('listitem')).toHaveText([/a\.txt\s*\+1 −1/, /b\.txt/]);
  await composer(page).fill('');
  await turn(page, panel, [edit('a.txt', ['six', '6'])]);
  await expect(prompts(page)).toHaveCount(2);
  await page.reload();
  await openChanges(page);
  await expect(changes(page).getByRole('list')).toHaveCount(3);
  await expect(others.getByRole('list')).toHaveCount(1);

  await others.getByRole('button', { name: /a\.txt/ }).click();
  await expect(hunk(page, 'a.txt, change 1 of 1')).toContainText('11');
  await expect(progress(page)).toHaveText('2 of 2 left');
  await button(review(page), 'Close review').click();
  await button(others, 'Undo turn').click();
  await button(dialog(page), 'Undo 2 files').click();
  await expect.poll(() => panel.read('src/b.txt')).toBe(TEXT);
  expect(await panel.read('a.txt')).toBe(TEXT.replace('two', '2').replace('six', '6'));
  await expect(others).toHaveCount(0);
  await button(notifications(page), 'Redo').click();
  await expect(others.getByRole('listitem')).toHaveCount(2);

  // Back on its branch, the other one is listed instead.
  const branches = page.getByRole('group', { name: /^Branch/ });
  await button(branches, 'Previous branch').click();
  await expect(others.getByRole('listitem')).toHaveText([/a\.txt/]);
});
