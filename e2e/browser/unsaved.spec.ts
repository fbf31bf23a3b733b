// A pi that saves no sessions: the page says so, and asks before it loses the conversation.
import type { Page } from '@playwright/test';
import { button, conversation, converse, open, palette, sessions } from './page.ts';
import { expect, test } from './panel.ts';

test.use({ panelOptions: { piArgs: ['--no-session', '--thinking', 'off'] } });

test('the bar and Sessions say that the session is not saved, and a restart asks first', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await expect(page.getByRole('banner')).toContainText('not saved');
  await button(page, 'Sessions').click();
  await expect(sessions(page)).toContainText('Not saved: pi was started with --no-session.');
  await converse(page, panel, ['hello', 'Heard.']);
  await runAction(page, 'Restart the agent');
  await expect(page.getByText('A restart loses it.')).toBeVisible();
  await page.getByRole('option', { name: 'Cancel' }).click();
  await expect(conversation(page)).toContainText('Heard.');
  await runAction(page, 'Restart the agent');
  await page.getByRole('option', { name: 'Restart anyway' }).click();
  await expect(conversation(page)).not.toContainText('Heard.');
});

test('What is loaded lists the options that pi was started with', async ({ page, panel }) => {
  await open(page, panel);
  await runAction(page, 'What is loaded');
  await expect(page.getByRole('option', { name: '--no-session' })).toBeVisible();
  await expect(page.getByRole('option', { name: '--thinking off' })).toBeVisible();
});

async function runAction(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await palette(page).getByRole('combobox').fill(name);
  await palette(page)
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
}
