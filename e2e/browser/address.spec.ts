// The address of the page and the history of the browser: Back, Forward, a reload and a link show the same place.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { FILES, item, openFile, tab, text, type } from './editor-page.ts';
import {
  agents,
  answers,
  button,
  composer,
  converse,
  editor,
  entries,
  expectIdle,
  expectLive,
  files,
  open,
  review,
  settings,
  showTab,
} from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

test.use({ panelOptions: { files: FILES } });

const changes = (page: Page): Locator => page.getByRole('region', { name: 'Changes', exact: true });
const selected = (page: Page): Locator =>
  editor(page).getByRole('tablist', { name: 'Open files' }).getByRole('tab', { selected: true });
const query = (page: Page): URLSearchParams => new URL(page.url()).searchParams;
const expectQuery = (page: Page, name: string): { toBe: (value: string | null) => Promise<void> } =>
  expect.poll(() => query(page).get(name), { message: `the parameter ${name} of the address` });
/** How many entries the history of the browser has. */
const historyLength = (page: Page): Promise<number> => page.evaluate(() => history.length);

async function startIn(panel: RunningPanel, folder: string): Promise<string> {
  const workspace = path.join(panel.folders.root, folder);
  await mkdir(workspace, { recursive: true });
  return ((await (await panel.post('agents', { workspace })).json()) as { id: string }).id;
}

/** Has the agent change a file, so that there is something to review. */
async function changeFile(page: Page, panel: RunningPanel): Promise<void> {
  panel.model.queue([calls('write', { path: 'new.txt', content: 'new\n' })]);
  panel.model.queue([says('Written.')]);
  await composer(page).fill('Write it');
  await button(page, 'Send').click();
  await expect(answers(page).last()).toContainText('Written.');
  await expectIdle(page);
}

async function openReview(page: Page): Promise<void> {
  await page.keyboard.press('Alt+R');
  await expect(review(page).getByRole('article', { name: 'new.txt' })).toBeVisible();
}

test('Back and Forward go from agent to agent, and a draft is still there', async ({ page, panel }) => {
  await open(page, panel);
  const name = (folder: string): Promise<void> => expect(page.getByRole('banner')).toContainText(folder);
  await composer(page).fill('half a thought');
  await expect.poll(() => query(page).get('session')).not.toBeNull();
  const first = query(page).get('session');
  await startIn(panel, 'api');
  await button(page, 'Agents').click();
  await agents(page).getByRole('listitem').filter({ hasText: 'api' }).locator('[data-agent]').click();
  await name('api');
  await expectIdle(page);
  await expect.poll(() => query(page).get('session')).not.toBe(first);
  await expectQuery(page, 'region').toBe('agents');
  const second = query(page).get('session');
  await composer(page).fill('another one');
  await page.goBack();
  await name('project');
  await expect(composer(page)).toHaveValue('half a thought');
  await expectQuery(page, 'session').toBe(first);
  await page.goForward();
  await name('api');
  await expect(composer(page)).toHaveValue('another one');
  await expectQuery(page, 'session').toBe(second);

  // The key of the browser for Back. No page of a test gets further than this.
  const isLeft = page.evaluate(
    () =>
      new Promise((resolve) =>
        addEventListener('keydown', (event) => resolve(!event.defaultPrevented), { once: true }),
      ),
  );
  await composer(page).press('Alt+ArrowLeft');
  expect(await isLeft).toBe(true);
});

test('Back goes from file to file and closes the editor that was not open before', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await expectQuery(page, 'file').toBe('notes.txt');
  await openFile(page, 'src', 'app.ts');
  await expectQuery(page, 'file').toBe('src/app.ts');
  expect(page.url()).toContain('file=src/app.ts');
  await page.goBack();
  await expect(selected(page)).toHaveText(/notes\.txt/);
  await page.goBack();
  await expect(composer(page)).toBeVisible();
  await expect(editor(page)).toBeHidden();
  await expectQuery(page, 'file').toBe(null);
  await page.goForward();
  await expect(selected(page)).toHaveText(/notes\.txt/);
  await page.goForward();
  await expect(selected(page)).toHaveText(/app\.ts/);
  await expect(text(page)).toContainText('twice');
});

test('Back and a reload show the changes of a tool run again, not the file', async ({ page, panel }) => {
  await open(page, panel);
  const edits = [{ oldText: 'two', newText: '2' }];
  panel.model.queue([calls('edit', { path: 'notes.txt', edits })]);
  await converse(page, panel, ['Edit it', 'Edited.']);
  const edit = entries(page, /^Tool edit/);
  await edit.click();
  await button(edit, 'Open diff').click();
  await expectQuery(page, 'file').toBe('notes.txt');
  await expect(editor(page).locator('.monaco-diff-editor')).toBeVisible();
  await openFile(page, 'src', 'app.ts');
  await expectQuery(page, 'file').toBe('src/app.ts');
  await expectQuery(page, 'diff').toBe(null);
  await page.goBack();
  await expect(editor(page).locator('.monaco-diff-editor')).toBeVisible();
  await expectQuery(page, 'file').toBe('notes.txt');
  await expect(editor(page).getByRole('tab')).toHaveCount(2);
  await page.reload();
  await expect(editor(page).locator('.monaco-diff-editor')).toBeVisible();
});

test('Back discards no edits: the file stays open', async ({ page, panel }) => {
  await open(page, panel);
  await openFile(page, 'notes.txt');
  await type(page, 'Control+Home', 'mine ');
  await page.goBack();
  await expectQuery(page, 'file').toBe('notes.txt');
  await expect(tab(page, 'notes.txt')).toBeVisible();
  await expect(text(page)).toContainText('mine one');
});

test('Back closes the review and the settings, and closing them by a key leaves no entry behind', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await changeFile(page, panel);
  await openFile(page, 'notes.txt');
  await openReview(page);
  await expectQuery(page, 'review').toBe('session');
  await page.keyboard.press('ControlOrMeta+,');
  await expect(settings(page)).toBeVisible();
  await expectQuery(page, 'settings').toBe('pi');
  await page.goBack();
  await expect(settings(page)).toBeHidden();
  await expect(review(page)).toBeVisible();
  await page.goBack();
  await expect(review(page)).toBeHidden();
  await expect(selected(page)).toHaveText(/notes\.txt/);
  await page.goForward();
  await expect(review(page)).toBeVisible();

  // Escape is as good as Back.
  await page.keyboard.press('Escape');
  await expect(review(page)).toBeHidden();
  await expectQuery(page, 'review').toBe(null);
  const counts: number[] = [];
  for (let round = 0; round < 3; round++) {
    await page.keyboard.press('ControlOrMeta+,');
    await expectQuery(page, 'settings').toBe('pi');
    counts.push(await historyLength(page));
    await page.keyboard.press('Escape');
    await expectQuery(page, 'settings').toBe(null);
  }
  expect(new Set(counts).size).toBe(1);
  await page.goBack();
  await expect(composer(page)).toBeVisible();
  await expect(editor(page)).toBeHidden();
});

test('Back from a file that was opened in the review returns to the review, also after a reload', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await changeFile(page, panel);
  await openReview(page);
  await button(review(page), 'Actions for new.txt').click();
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
  await expect(selected(page)).toHaveText(/new\.txt/);
  await expectQuery(page, 'file').toBe('new.txt');
  await page.goBack();
  await expect(review(page).getByRole('article', { name: 'new.txt' })).toBeVisible();
  await expectQuery(page, 'file').toBe(null);
  await page.reload();
  await expect(review(page).getByRole('article', { name: 'new.txt' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(review(page)).toBeHidden();
  await expectQuery(page, 'file').toBe('new.txt');
  await expect(selected(page)).toHaveText(/new\.txt/);
  await page.goBack();
  await expect(editor(page)).toBeHidden();
  await expect(composer(page)).toBeVisible();
});

test('after a restart of the panel, Back finds the agents by their sessions', async ({ page, panel }) => {
  await open(page, panel);
  await converse(page, panel, ['Say hello', 'Hello from the first.']);
  await startIn(panel, 'api');
  await button(page, 'Agents').click();
  await agents(page).getByRole('listitem').filter({ hasText: 'api' }).locator('[data-agent]').click();
  await expect(page.getByRole('banner')).toContainText('api');
  await expectIdle(page);
  await converse(page, panel, ['Say hello', 'Hello from the second.']);
  const length = await historyLength(page);
  await panel.kill('SIGKILL');
  await panel.start();
  await expectLive(page);
  await expectIdle(page);
  expect(await historyLength(page)).toBe(length);
  await page.goBack();
  await expect(answers(page)).toContainText('Hello from the first.');
  await page.goForward();
  await expect(answers(page)).toContainText('Hello from the second.');
});

test('a reload and a second tab show the same place: the review with its scope, the file with its line', async ({
  page,
  context,
  panel,
}) => {
  await open(page, panel);
  await changeFile(page, panel);
  await openReview(page);
  await page.keyboard.press('Control+Shift+G');
  await changes(page).getByRole('combobox', { name: 'Scope' }).selectOption('turn');
  await expectQuery(page, 'review').toBe('turn');
  await page.reload();
  await expect(review(page).getByRole('article', { name: 'new.txt' })).toBeVisible();
  await expectQuery(page, 'review').toBe('turn');
  await expectQuery(page, 'region').toBe(null);

  const second = await context.newPage();
  await second.goto(page.url());
  await expect(review(second).getByRole('article', { name: 'new.txt' })).toBeVisible();
  await expect(changes(second).getByRole('combobox', { name: 'Scope' })).toHaveValue('turn');

  const session = query(page).get('session')!;
  await second.goto(`${panel.origin}/?session=${session}&file=src/app.ts&line=60`);
  await expect(text(second)).toContainText('value56');
  await expect(text(second)).not.toContainText('twice');
  await expect(review(second)).toBeHidden();
  await second.reload();
  await expect(text(second)).toContainText('value56');
  await expect
    .poll(() => second.url())
    .toContain(`?session=${session}&region=changes&file=src/app.ts&line=60`);
});

test('an address that names something gone shows another agent or the reason, and starts nothing', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.goto(`${panel.origin}/?session=gone&review=session&file=notes.txt`);
  await expectLive(page);
  await expect(page.getByText("The session of this address can't be shown.")).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('project');
  await expect(review(page)).toBeHidden();
  await expect.poll(() => query(page).get('session')).not.toBe('gone');
  await expectQuery(page, 'file').toBe(null);
  expect(await panel.agents()).toHaveLength(1);

  await page.goto(`${panel.origin}/?session=..&region=nothing&settings=nothing&review=everything`);
  await expectLive(page);
  await expectQuery(page, 'settings').toBe('providers');
  await page.keyboard.press('Escape');
  await expectQuery(page, 'settings').toBe(null);
  await expectQuery(page, 'region').toBe(null);

  await page.goto(`${panel.origin}/?file=missing/none.ts`);
  await expect(selected(page)).toHaveText(/none\.ts/);
  await expect(editor(page)).toContainText('missing/none.ts does not exist.');
});

test('a link to a session whose agent was ended starts no agent, but the session can be read', async ({
  page,
  panel,
}) => {
  const ended = await panel.firstAgent();
  await open(page, panel);
  await converse(page, panel, ['Say hello', 'Hello from before.']);
  const link = page.url();
  await startIn(panel, 'api');
  await panel.fetch(`agents/${ended}`, { method: 'DELETE' });
  await expect(page.getByRole('banner')).toContainText('api');
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText("The session of this address can't be shown.")).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('api');
  expect(await panel.agents()).toHaveLength(1);
  await button(page, 'Read without continuing').click();
  await expect(page.getByRole('dialog').getByText('Hello from before.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('api');
});

test('Back to an agent that has ended says so and stays where the user is', async ({ page, panel }) => {
  const ended = await panel.firstAgent();
  await open(page, panel);
  await startIn(panel, 'api');
  await button(page, 'Agents').click();
  await agents(page).getByRole('listitem').filter({ hasText: 'api' }).locator('[data-agent]').click();
  await expect(page.getByRole('banner')).toContainText('api');
  await expectIdle(page);
  await expect.poll(() => historyLength(page)).toBeGreaterThan(1);
  await panel.fetch(`agents/${ended}`, { method: 'DELETE' });
  await expect(agents(page).getByRole('listitem')).toHaveCount(1);
  await page.goBack();
  await expect(page.getByText('The agent of that page has ended.')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('api');
  expect(await panel.agents()).toHaveLength(1);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } });

  test('Back goes from a file to the list of files and to the chat, and from the review to the chat', async ({
    page,
    panel,
  }) => {
    await open(page, panel);
    await changeFile(page, panel);
    await showTab(page, 'Files');
    await expectQuery(page, 'region').toBe('files');
    await item(page, 'notes.txt').click();
    await expect(text(page)).toContainText('two');
    await expectQuery(page, 'file').toBe('notes.txt');
    await page.reload();
    await expect(text(page)).toContainText('two');
    await expectQuery(page, 'region').toBe(null);
    await page.goBack();
    await expect(files(page)).toBeVisible();
    await page.goBack();
    await expect(composer(page)).toBeVisible();
    await expectQuery(page, 'region').toBe(null);

    await button(page, 'Review').last().click();
    await expect(review(page)).toBeVisible();
    await expectQuery(page, 'review').toBe('session');
    await page.goBack();
    await expect(review(page)).toBeHidden();
    await expect(composer(page)).toBeVisible();

    // The terminal and the tab of the chat: the same place is not in the history twice.
    await showTab(page, 'Terminal');
    await expectQuery(page, 'region').toBe('terminal');
    const before = await historyLength(page);
    await showTab(page, 'Chat');
    await expectQuery(page, 'region').toBe(null);
    expect(await historyLength(page)).toBe(before);
    await showTab(page, 'Terminal');
    await expectQuery(page, 'region').toBe('terminal');
    await page.goBack();
    await expect(composer(page)).toBeVisible();
  });
});
