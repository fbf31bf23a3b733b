// Stored sessions of the workspace: found, searched, come back to.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { command } from './commands.ts';
import { agentStatus, entries, expect, open, test, type RunningPanel } from './panel.ts';

test('a session is found by its words and resumed by a click', async ({ page, panel }) => {
  await open(page, panel);
  await converse(page, panel, 'Why do the payment retries never stop?');
  await page.getByRole('button', { name: 'New session' }).click();
  await expect(entries(page, /./)).toHaveCount(0);
  await converse(page, panel, 'Write a changelog');
  await page.getByRole('button', { name: 'Sessions', exact: true }).click();
  const rows = sessions(page).getByRole('list').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Write a changelog');
  await expect(rows.nth(0)).toContainText('open now');
  await sessions(page).getByRole('searchbox', { name: 'Search sessions' }).fill('payment');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button').click();
  await expect(rows.nth(0)).toContainText('open now');
  const { messages } = (await command(panel, { type: 'get_messages' })) as { messages: { role: string }[] };
  expect(JSON.stringify(messages)).toContain('payment retries');
});

test('the list is fresh after a run, without anybody asking', async ({ page, panel }) => {
  await open(page, panel);
  await page.getByRole('button', { name: 'Sessions', exact: true }).click();
  await expect(sessions(page)).toContainText('appear here after the first answer');
  await converse(page, panel, 'Hello there');
  await expect(sessions(page).getByRole('listitem')).toContainText('Hello there');
});

test('a session of another folder takes the page there: its name, its conversation, its files', async ({
  page,
  panel,
}) => {
  const elsewhere = path.join(panel.folder, 'elsewhere');
  await mkdir(elsewhere);
  await writeFile(path.join(elsewhere, 'only-here.txt'), 'here');
  await storeSession(panel, elsewhere);
  await open(page, panel);
  await command(panel, { type: 'switch_session', session: OTHER_SESSION });
  await expect(page.getByRole('banner')).toContainText('elsewhere');
  await expect(entries(page, /^You/)).toContainText('Said elsewhere');
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await expect(page.getByRole('treeitem', { name: /only-here\.txt/ })).toBeVisible();
});

const OTHER_SESSION = '01a1fe5c-7123-76b8-94ac-bda682e3dd68';

/** As pi would have, working in that folder. */
async function storeSession(panel: RunningPanel, cwd: string): Promise<void> {
  const timestamp = '2026-11-21T13:47:13.578Z';
  const message = {
    role: 'user',
    content: [{ type: 'text', text: 'Said elsewhere' }],
    timestamp: 1795268834444,
  };
  const lines = [
    { type: 'session', version: 3, id: OTHER_SESSION, timestamp, cwd },
    { type: 'message', id: '40bed094', parentId: null, timestamp, message },
  ];
  const folder = path.join(panel.agentDir, 'sessions', `--${cwd.slice(1).replaceAll('/', '-')}--`);
  await mkdir(folder, { recursive: true });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(path.join(folder, `2026-11-21T13-47-13-578Z_${OTHER_SESSION}.jsonl`), text);
}

const sessions = (page: Page): Locator => page.getByRole('region', { name: 'Sessions' });

async function converse(page: Page, panel: RunningPanel, message: string): Promise<void> {
  panel.model.queue([{ steps: [{ text: 'Done.' }] }]);
  await command(panel, { type: 'prompt', message });
  await expect(agentStatus(page)).toHaveText('idle');
  await expect
    .poll(async () => {
      const stored = (await (
        await panel.fetch(`api/sessions?workspace=${encodeURIComponent(panel.workspace)}`)
      ).json()) as { sessions: { firstMessage: string }[] };
      return stored.sessions.map(({ firstMessage }) => firstMessage);
    })
    .toContain(message);
}
