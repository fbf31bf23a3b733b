// Stored sessions of the workspace: found, searched, come back to.
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
