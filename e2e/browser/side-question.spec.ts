// A side question: a small chat beside the running one, on a copy of the session, with tools that only read.
import type { Locator, Page } from '@playwright/test';
import { textOf } from '../../server/demo/chat.ts';
import { gate, says } from '../panel/scripted.ts';
import { agentStatus, converse, conversation, expectIdle, open, send } from './page.ts';
import { expect, test } from './panel.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Side question' });

/** For a pi that starts on a busy machine. */
const SLOW = { timeout: 60_000 };

test('it is answered while the agent runs, knows the conversation, and its answer can be sent', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await converse(page, panel, ['My number is 42', 'Noted.']);
  const held = gate();
  panel.model.queue([{ steps: [{ text: 'Working' }, { until: held.until }, { text: ' done.' }] }]);
  await send(page, 'Work');
  await expect(conversation(page)).toContainText('Working');

  panel.model.queue([says('It is forty-two.')]);
  await send(page, '/side What is my number?');
  await expect(dialog(page).getByRole('article', { name: 'You' })).toHaveText('What is my number?', SLOW);
  await expect(dialog(page).getByRole('article', { name: 'Assistant' })).toContainText('It is forty-two.');
  const { messages, tools = [] } = panel.model.requests.at(-1)!;
  expect(messages.map(textOf)).toContain('My number is 42');
  expect(tools.map(({ function: { name } }) => name).sort()).toEqual(['find', 'grep', 'ls', 'read']);
  await expect(agentStatus(page)).toHaveText('running');
  expect(await conversation(page).innerText()).not.toContain('forty-two');

  panel.model.queue([says('Thanks.')]);
  await dialog(page).getByRole('button', { name: 'Send the answer to the agent' }).click();
  await expect(dialog(page)).toHaveCount(0);
  held.open();
  await expect(conversation(page)).toContainText('I asked a side question: What is my number?');
  await expect(conversation(page)).toContainText('It is forty-two.');
  await expectIdle(page);
});

test('a discarded one leaves neither an agent nor a session behind, and a kept one is a session', async ({
  page,
  panel,
}) => {
  test.slow();
  const titles = async (): Promise<(string | undefined)[]> => {
    const { sessions } = await panel.getJson<{ sessions: { name?: string }[] }>('sessions');
    return sessions.map(({ name }) => name);
  };
  await open(page, panel);
  await converse(page, panel, ['Hello', 'Hi.']);
  for (const [button, names] of [
    ['Close', [undefined]],
    ['Keep as a session', ['Aside?', undefined]],
  ] as const) {
    panel.model.queue([says('Aside.')]);
    await page.keyboard.press('Alt+Q');
    await dialog(page).getByRole('textbox', { name: 'Your side question' }).fill('Aside?');
    await dialog(page).getByRole('button', { name: 'Ask' }).click();
    // A pi starts first, and reads the session.
    await expect(dialog(page).getByRole('article', { name: 'Assistant' })).toContainText('Aside.', SLOW);
    await dialog(page).getByRole('button', { name: button }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(async () => (await panel.agents()).length).toBe(1);
    await expect.poll(async () => (await titles()).sort()).toEqual([...names].sort());
  }
});

test('its field has the focus at first, and keeps what was not asked', async ({ page, panel }) => {
  await open(page, panel);
  await page.keyboard.press('Alt+Q');
  const field = dialog(page).getByRole('textbox', { name: 'Your side question' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Not asked yet');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('Alt+Q');
  await expect(field).toHaveValue('Not asked yet');
});
