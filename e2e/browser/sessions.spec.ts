// Stored sessions: listed, searched and resumed.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ONE_PIXEL_PNG, says } from '../panel/scripted.ts';
import { storeSession, storeSessionFile } from '../panel/session-files.ts';
import {
  button,
  chat,
  conversation,
  entries,
  expectIdle,
  open,
  palette,
  prompts,
  send,
  sessions,
} from './page.ts';
import { highlights } from './highlights.ts';
import { expect, test, type RunningPanel } from './panel.ts';

test('a session is found by its text and resumed by a click', async ({ page, panel }) => {
  await open(page, panel);
  await converse(page, panel, 'Why do the payment retries never stop?');
  await page.getByRole('button', { name: 'New session' }).click();
  await expect(entries(page, /./)).toHaveCount(0);
  await converse(page, panel, 'Write a changelog');
  await button(page, 'Sessions').click();
  const rows = sessions(page).getByRole('list').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Write a changelog');
  await expect(rows.nth(0)).toContainText('open now');
  await sessions(page).getByRole('searchbox', { name: 'Search sessions' }).fill('payment');
  await expect(rows).toHaveCount(1);
  await rows.locator('[data-session]').click();
  await expect(rows.nth(0)).toContainText('open now');
  const { messages } = await panel.command<{ messages: { role: string }[] }>({ type: 'get_messages' });
  expect(JSON.stringify(messages)).toContain('payment retries');

  // Its usage is added up by day and by model.
  await page.keyboard.press('ControlOrMeta+k');
  const field = palette(page).getByRole('combobox');
  await expect(field).toBeFocused();
  await field.fill('Usage by day');
  await expect(palette(page).getByRole('option').first()).toContainText('Usage by day, model and folder');
  await field.press('Enter');
  const usage = page.getByRole('dialog', { name: 'Usage' });
  await expect(usage.getByRole('img', { name: /^Cost by day/ })).toBeVisible();
  const byDay = usage.getByRole('region', { name: 'Table of usage' });
  await expect(byDay.getByRole('row')).toHaveText([/^Day/, /^\d{4}-\d\d-\d\d.*\$/]);
  await usage.getByRole('radio', { name: 'Model' }).check();
  await expect(byDay.getByRole('row')).toHaveText([/^Model/, /^demo\/.*\$/]);
  // A session is shown whole, whatever its period.
  await expect(usage.getByRole('combobox', { name: 'Period' })).toBeVisible();
  await usage.getByRole('combobox', { name: 'Folder' }).selectOption('This session');
  await expect(usage.getByRole('combobox', { name: 'Period' })).toHaveCount(0);
});

test('what the provider says about its limits is in Usage, and what each prompt of the session cost', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const headers = {
    'x-ratelimit-limit-tokens': '40000',
    'x-ratelimit-remaining-tokens': '30000',
    'x-ratelimit-reset-tokens': '1h',
  };
  panel.model.queue([{ ...says('Hi.'), headers }]);
  await send(page, 'Hello');
  await expect(conversation(page)).toContainText('Hi.');
  await expectIdle(page);
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).getByRole('combobox').fill('Usage by day');
  await palette(page).getByRole('option').first().click();
  const limits = page
    .getByRole('dialog', { name: 'Usage' })
    .getByRole('list', { name: 'Limits of the provider' });
  await expect(limits.getByRole('listitem')).toHaveText(/^demo tokens\s*25\s%\sused\s·\sresets\sat\s/);

  await page.keyboard.press('Escape');
  panel.model.queue([says('Yes.')]);
  await send(page, 'Something else');
  await expect(conversation(page)).toContainText('Yes.');
  await expectIdle(page);
  await button(page, 'Context and cost').click();
  await button(page, 'Where the money went').click();
  const cost = page.getByRole('dialog', { name: 'Usage' }).getByRole('table', { name: 'Cost' });
  for (const prompt of ['Hello', 'Something else'])
    await expect(cost.getByRole('row', { name: prompt })).toContainText(/\$0\.\d+/);
});

test('the list updates itself after a run', async ({ page, panel }) => {
  await open(page, panel);
  await button(page, 'Sessions').click();
  await expect(sessions(page)).toContainText('appear here after the first answer');
  await converse(page, panel, 'Hello there');
  await expect(sessions(page).getByRole('listitem')).toContainText('Hello there');
});

test('a session of another folder changes the workspace: name, conversation and files', async ({
  page,
  panel,
}) => {
  const elsewhere = path.join(panel.folders.root, 'elsewhere');
  await mkdir(elsewhere);
  await writeFile(path.join(elsewhere, 'only-here.txt'), 'here');
  await storeSession(panel.folders.agentDir, {
    id: OTHER_SESSION,
    cwd: elsewhere,
    texts: ['Said elsewhere'],
  });
  await open(page, panel);
  await panel.command({ type: 'switch_session', session: OTHER_SESSION });
  await expect(page.getByRole('banner')).toContainText('elsewhere');
  await expect(prompts(page)).toContainText('Said elsewhere');
  await button(page, 'Files').click();
  await expect(page.getByRole('treeitem', { name: /only-here\.txt/ })).toBeVisible();
});

// Playwright sees no downloads in Firefox 140.
const LISTED =
  'all sessions of all folders are listed, named, pinned, archived and deleted, and each of these actions can be undone';
test(LISTED, { tag: '@chromium' }, async ({ page, panel }) => {
  const { agentDir, root } = panel.folders;
  const elsewhere = path.join(root, 'elsewhere');
  await mkdir(elsewhere);
  for (let n = 0; n < 120; n++)
    await storeSession(agentDir, { id: `old-${n}`, cwd: elsewhere, texts: [`Old question ${n}`, 'Answer'] });
  await storeSession(agentDir, {
    id: 'homeless',
    cwd: path.join(root, 'gone'),
    texts: ['Said in a lost folder', 'Yes'],
  });
  await open(page, panel);
  await converse(page, panel, 'Asked here');
  await button(page, 'Sessions').click();
  const region = sessions(page);
  const rows = region.getByRole('list', { name: 'Stored sessions' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await region.getByRole('combobox', { name: 'Folder' }).selectOption('All folders');
  // Only those in sight are in the document, and each knows its place among all.
  await expect(rows.first()).toHaveAttribute('aria-setsize', '122');
  expect(await rows.count()).toBeLessThan(60);
  await rows.first().locator('[data-session]').focus();
  await page.keyboard.press('End');
  await expect(rows.last().locator('[data-session]')).toBeFocused();
  await expect(rows.last()).toHaveAttribute('aria-posinset', '122');

  const search = region.getByRole('searchbox', { name: 'Search sessions' });
  const act = async (name: string): Promise<void> => {
    await rows.first().hover();
    await button(rows.first(), 'Actions').click();
    await page.getByRole('menu').getByRole('menuitem', { name, exact: true }).click();
  };
  await search.fill('question 7');
  await expect(rows).toHaveCount(21);
  await search.fill('question 77');
  await expect(rows).toHaveCount(1);
  await act('Rename');
  const name = rows.first().getByRole('textbox', { name: 'Session name' });
  await expect(name).toHaveValue('Old question 77');
  await name.fill('Lucky number');
  await page.keyboard.press('Enter');
  await expect(rows.first()).toContainText('Lucky number');
  await act('Pin');
  await expect(region.getByText('Pinned', { exact: true })).toBeVisible();
  await act('Archive');
  // A search also finds archived sessions.
  await expect(region.getByText('Archived', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(region.getByText('Archived', { exact: true })).toBeHidden();
  await expect(rows).toHaveCount(1);
  await act('Delete');
  await expect(rows).toHaveCount(0);
  const isStored = async (id: string): Promise<boolean> => (await panel.fetch(`sessions/${id}/file`)).ok;
  expect(await isStored('old-77')).toBe(false);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(rows.first()).toContainText('Lucky number');
  expect(await isStored('old-77')).toBe(true);
  await act('Delete');
  await expect(rows).toHaveCount(0);
  await page.reload();
  await button(region, 'View of the list').click();
  await region.getByRole('checkbox', { name: 'Deleted' }).check();
  await search.fill('another');
  await expect(region.getByText('Nothing matches.')).toBeVisible();
  await expect(region.getByText('Nothing is deleted.')).toBeHidden();
  await search.fill('');
  await button(region, 'Restore Lucky number').click();
  await expect(region.getByRole('list', { name: 'Deleted sessions' }).getByRole('listitem')).toHaveCount(0);
  await button(region, 'View of the list').click();
  expect(await isStored('old-77')).toBe(true);

  // A session that an agent uses is not deleted.
  await search.fill('asked here');
  await expect(rows.first()).toContainText('Asked here');
  await act('Delete');
  await expect(page.getByText('session: an agent uses it. End that agent first.')).toBeVisible();
  await expect(rows).toHaveCount(1);

  // A session that was downloaded elsewhere is imported into this folder.
  const downloaded = await (await panel.fetch('sessions/old-5/file')).text();
  await region.getByLabel('Session files').setInputFiles({
    name: 'from-a-colleague.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(downloaded),
  });
  await expect(page.getByText('Imported from-a-colleague.jsonl into this folder')).toBeVisible();
  await button(page, 'Open').click();
  await expect(prompts(page)).toContainText(/old question 5\b/i);
  await region.getByRole('combobox', { name: 'Folder' }).selectOption('This folder');
  await search.fill('old question 5');
  await expect(rows).toHaveCount(1);
  await region.getByRole('combobox', { name: 'Folder' }).selectOption('All folders');

  // A session that is only read shows its images.
  const timestamp = new Date().toISOString();
  const image = { type: 'image', mimeType: 'image/png', data: ONE_PIXEL_PNG };
  const content = [{ type: 'text', text: 'With a picture' }, image];
  const message = { role: 'user', content, timestamp: Date.parse(timestamp) };
  await storeSessionFile(agentDir, {
    folder: elsewhere,
    name: 'pictured.jsonl',
    lines: [
      { type: 'session', version: 3, id: 'pictured', timestamp, cwd: elsewhere },
      { type: 'message', id: 'only', parentId: null, timestamp, message },
    ],
  });
  await search.fill('with a picture');
  await expect(rows.first()).toContainText('With a picture');
  await button(rows.first(), 'Actions').click();
  await page.getByRole('menuitem', { name: /Read/ }).click();
  const picture = stored(page).getByRole('img', { name: 'Image 1' });
  await expect.poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1);
  await page.keyboard.press('Escape');

  // A session whose folder no longer exists continues in this one.
  await search.fill('lost folder');
  await expect(rows.first()).toContainText('folder is gone');
  await rows.first().locator('[data-session]').click();
  // It is read from its file, and exported, before any agent starts on it.
  await expect(stored(page).getByRole('article', { name: 'You' })).toHaveText('Said in a lost folder');
  await expect(stored(page)).toContainText('this folder is gone');
  const saved = page.waitForEvent('download');
  await button(stored(page), 'Export').click();
  await page.getByRole('menuitem', { name: 'Download as HTML' }).click();
  expect((await saved).suggestedFilename()).toBe('Said in a lost folder.html');
  const html = await readFile(await (await saved).path(), 'utf8');
  expect(html).toContain('<div class="text">Said in a lost folder</div>');
  await expect(stored(page).getByRole('status')).toContainText('The session is being downloaded');
  // The button explains why it cannot continue.
  expect((await panel.fetch('sessions/homeless', { method: 'DELETE' })).status).toBe(204);
  await button(stored(page), 'Continue in project').click();
  await expect(stored(page).getByRole('alert')).toContainText('there is no stored session with this id');
  await panel.fetch('sessions/homeless/restore', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  await button(stored(page), 'Continue in project').click();
  await expect(stored(page)).toBeHidden();
  await expect(prompts(page)).toContainText('Said in a lost folder');
  await expect(page.getByRole('banner')).toContainText('project');
});

test('several sessions are selected with Ctrl and Shift, deleted and restored; hits in other folders are one click away', async ({
  page,
  panel,
}) => {
  const { agentDir } = panel.folders;
  for (const n of [0, 1, 2, 3, 4])
    await storeSession(agentDir, { id: `many-${n}`, cwd: panel.workspace, texts: [`Many ${n}`, 'Yes.'] });
  await storeSession(agentDir, { id: 'other', cwd: '/elsewhere', texts: ['Asked elsewhere', 'Yes.'] });
  await open(page, panel);
  await button(page, 'Sessions').click();
  const region = page.getByRole('region', { name: 'Sessions' });
  const search = region.getByRole('searchbox', { name: 'Search sessions' });
  await search.fill('many');
  const rows = region.locator('[data-session]');
  await expect(rows).toHaveCount(5);
  await rows.nth(1).click({ modifiers: ['ControlOrMeta'] });
  await rows.nth(3).click({ modifiers: ['Shift'] });
  await expect(region.getByText('3 selected')).toBeVisible();
  await region.getByRole('checkbox').nth(2).uncheck();
  await expect(region.getByText('2 selected')).toBeVisible();
  await button(region, 'Delete').click();
  await expect(rows).toHaveCount(3);
  await button(page, 'Undo').last().click();
  await expect(rows).toHaveCount(5);
  await search.fill('asked elsewhere');
  await button(region, 'Search all folders').click();
  await expect(rows).toHaveCount(1);
});

const stored = (page: Page): Locator => page.getByRole('dialog', { name: 'Stored session' });

const OTHER_SESSION = '01a1fe5c-7123-76b8-94ac-bda682e3dd68';

async function converse(page: Page, panel: RunningPanel, message: string): Promise<void> {
  panel.model.queue([says('Done.')]);
  await panel.command({ type: 'prompt', message });
  await expect(prompts(page).last()).toContainText(message);
  await expectIdle(page);
  await expect
    .poll(async () => {
      const stored = await panel.getJson<{ sessions: { firstMessage: string }[] }>(
        `sessions?workspace=${encodeURIComponent(panel.workspace)}`,
      );
      return stored.sessions.map(({ firstMessage }) => firstMessage);
    })
    .toContain(message);
}

test('text of any session is found while typing, and opens at its place far up, where it is found again', async ({
  page,
  panel,
}) => {
  const texts = Array.from({ length: 180 }, (_, n) => (n % 2 === 0 ? `Question ${n}` : `Answer ${n}`));
  texts[20] = 'Where does the Ｚｅｂｒａ live?';
  texts[151] = 'The zebra lives in Africa.';
  await storeSession(panel.folders.agentDir, { id: OTHER_SESSION, cwd: panel.workspace, texts });
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+Shift+f');
  const region = page.getByRole('region', { name: 'Search', exact: true });
  await expect(region.getByRole('searchbox', { name: 'Search files' })).toBeFocused();
  await button(region, 'In conversations').click();
  const search = region.getByRole('searchbox', { name: 'Search everything' });
  await search.fill('zebra');
  await expect(region.getByRole('status')).toHaveText('2 matches in 1 session');
  await region.getByRole('listitem').filter({ hasText: 'live?' }).getByRole('button').click();
  // No agent uses it, so the page opens it for reading first, at the place that was found.
  const found = stored(page).getByRole('article').filter({ hasText: 'Where does the' });
  await expect(found).toBeFocused();
  await expect(found).toBeInViewport();
  await expect.poll(() => highlights(page).then(({ current }) => current)).toEqual(['Ｚｅｂｒａ']);
  await button(stored(page), 'Continue').click();
  await expect(stored(page)).toBeHidden();
  const question = prompts(page).filter({ hasText: 'Where does the' });
  await expect(question).toBeFocused();
  await expect(question).toBeInViewport();

  // The search goes on in the conversation.
  const find = chat(page).getByRole('searchbox', { name: 'Find in conversation' });
  const status = chat(page).getByRole('search').getByRole('status');
  await expect(find).toHaveValue('zebra');
  await expect(status).toHaveText('1 of 2');
  await expect.poll(() => highlights(page).then(({ current }) => current)).toEqual(['Ｚｅｂｒａ']);
  await question.press('ControlOrMeta+f');
  await expect(find).toBeFocused();
  await find.fill('ZEBRA');
  await find.press('Enter');
  await expect(status).toHaveText('2 of 2');
  await expect(entries(page, /^Assistant/).filter({ hasText: 'Africa' })).toBeInViewport();
  await find.press('Enter');
  await expect(status).toHaveText('1 of 2');
  await expect(question).toBeInViewport();
  await button(chat(page), 'Close and stay here').click();
  await expect(find).toHaveCount(0);
  await expect(conversation(page)).toBeFocused();
  // The question before the visible ones, and not the lowest of them, for which the conversation would scroll down.
  await page.keyboard.press('Alt+ArrowUp');
  await expect(conversation(page).locator('[data-key^="user-"]:focus')).toBeInViewport();
  // By their places: rows above them get their real heights only now, which moves the scroll position.
  const isAbove = (row: Element): boolean =>
    document.activeElement!.getBoundingClientRect().top < row.getBoundingClientRect().top;
  await expect.poll(() => question.evaluate(isAbove)).toBe(true);
  // From the question to the one before it.
  const copy = button(question, 'Copy message');
  await copy.focus();
  await expect(copy).toBeFocused();
  await copy.press('Alt+ArrowUp');
  await expect(prompts(page).filter({ hasText: /Question 18\b/ })).toBeFocused();
});
