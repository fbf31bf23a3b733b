// Stored sessions: listed, searched and resumed.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { says } from '../panel/scripted.ts';
import { storeSession } from '../panel/session-files.ts';
import { button, entries, expectIdle, open, prompts, sessions } from './page.ts';
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
  await rows.getByRole('button').click();
  await expect(rows.nth(0)).toContainText('open now');
  const { messages } = await panel.command<{ messages: { role: string }[] }>({ type: 'get_messages' });
  expect(JSON.stringify(messages)).toContain('payment retries');
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

const OTHER_SESSION = '01a1fe5c-7123-76b8-94ac-bda682e3dd68';

async function converse(page: Page, panel: RunningPanel, message: string): Promise<void> {
  panel.model.queue([says('Done.')]);
  await panel.command({ type: 'prompt', message });
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
