// A long conversation: only the rows around the reader are in the page, and what they look at stays in its place.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { sessionFolderName } from '../../server/sessions/agent-dir.ts';
import { writeLongSession, type LongSession } from '../bench/lab/long-session.ts';
import { readOn } from '../bench/lab/read-back.ts';
import { gate } from '../panel/scripted.ts';
import {
  answers,
  button,
  conversation,
  entries,
  expectIdle,
  open,
  palette,
  prompts,
  send,
  sessions,
} from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const SESSION = 'f0f0f0f0-0000-4000-8000-000000000001';
/** LONG_ROWS=12000 reads all of those, which takes a quarter of an hour on a busy machine. */
const MESSAGES = Number(process.env.LONG_ROWS ?? 150);
const MANY = 12_000;
/** All of them have about 40,000. */
const MAX_NODES = 30_000;

test('a long conversation is read from end to start and back with few nodes and no jump, while an answer streams', async ({
  page,
  panel,
}) => {
  test.setTimeout(Math.max(180_000, MESSAGES * 100));
  const more = gate();
  panel.model.queue([
    { steps: [{ text: 'The answer begins. ' }, { until: more.until }, { text: 'The end of the answer.' }] },
  ]);
  await openLongSession(page, panel, MESSAGES);
  const last = `Prompt ${MESSAGES / 3 - 1}:`;
  await expect(prompts(page).last()).toContainText(last);

  const card = entries(page, /^Tool bash/)
    .last()
    .getByRole('button')
    .first();
  await test.step('up, while the answer waits', async () => {
    await card.click();
    await expect(card).toHaveAttribute('aria-expanded', 'true');
    await send(page, 'go on');
    await expect(answers(page).last()).toContainText('The answer begins.');
    const up = await readOn(conversation(page), -1);
    expect(up.jumps).toEqual([]);
    expect(up.nodes).toBeLessThan(MAX_NODES);
    await expect(prompts(page).first()).toContainText('Prompt 0:');
    await expect(prompts(page).filter({ hasText: last })).toHaveCount(0);
  });

  await test.step('a selection keeps its rows', async () => {
    await prompts(page).first().getByText('Prompt 0:').selectText();
    const down = await readOn(conversation(page), 1, { px: 6000 });
    expect(down.jumps).toEqual([]);
    expect(await page.evaluate(() => document.getSelection()?.toString())).toContain('Prompt 0:');
    await page.evaluate(() => document.getSelection()?.removeAllRanges());
  });

  await test.step('back down, where the answer ends meanwhile and a card is still open', async () => {
    more.open();
    await expectIdle(page);
    const down = await readOn(conversation(page), 1);
    expect(down.jumps).toEqual([]);
    expect(down.nodes).toBeLessThan(MAX_NODES);
    await expect(answers(page).last()).toContainText('The end of the answer.');
    await expect(prompts(page).first()).not.toContainText('Prompt 0:');
    await expect(card).toHaveAttribute('aria-expanded', 'true');
  });

  await test.step('text far away is found, and its row is among its neighbors', async () => {
    await conversation(page).press('Control+f');
    const field = page.getByRole('searchbox', { name: 'Find in conversation' });
    await field.fill('Prompt 7:');
    await expect(page.getByRole('search')).toContainText('1 of 1');
    await expect(prompts(page).filter({ hasText: 'Prompt 7:' })).toBeInViewport();
    await expect(prompts(page).filter({ hasText: 'Prompt 8:' })).toHaveCount(1);
    await expect(prompts(page).filter({ hasText: 'Prompt 6:' })).toHaveCount(1);
    // The reader was at the end.
    await field.press('Escape');
    await expect(answers(page).last()).toContainText('The end of the answer.');
    await expect(prompts(page).filter({ hasText: 'Prompt 7:' })).toHaveCount(0);
  });

  await test.step('a message far away is one of a list with dates', async () => {
    await conversation(page).press('Control+k');
    await palette(page).getByRole('combobox').fill('Go to one of your messages');
    await palette(page).getByRole('option', { name: 'Go to one of your messages' }).click();
    await palette(page).getByRole('combobox').fill('Prompt 31:');
    await palette(page).getByRole('option', { name: 'Prompt 31:' }).click();
    await expect(prompts(page).filter({ hasText: 'Prompt 31:' })).toBeFocused();
  });

  await test.step('a scale at the edge has all messages with their dates, for keys and for a pointer', async () => {
    const scale = page.getByRole('slider', { name: 'Place in the conversation' });
    const shown = (number: number) => prompts(page).filter({ hasText: `Prompt ${number}:` });
    await scale.press('Home');
    await expect(shown(0)).toBeInViewport();
    await expect(scale).toHaveAttribute('aria-valuetext', /^2 Mar 2026, .*: Prompt 0:/);
    await scale.press('ArrowDown');
    await expect(shown(1)).toBeInViewport();
    await scale.click();
    const middle = Math.round(MESSAGES / 6);
    await expect(shown(middle)).toBeInViewport();
    await expect(scale).toHaveAttribute('aria-valuenow', `${middle + 1}`);
    await scale.press('End');
    await expect(scale).toHaveCount(0);
    await expect(conversation(page)).toBeFocused();
  });
});

test('of 12,000 rows, the first is found and read on from, while an answer streams, and the end is back at once', async ({
  page,
  panel,
}) => {
  test.slow();
  const more = gate();
  panel.model.queue([
    { steps: [{ text: 'The answer begins. ' }, { until: more.until }, { text: 'The end of the answer.' }] },
  ]);
  await openLongSession(page, panel, MANY);
  await expect(prompts(page).last()).toContainText(`Prompt ${MANY / 3 - 1}:`);
  await send(page, 'go on');
  await expect(answers(page).last()).toContainText('The answer begins.');

  await conversation(page).press('Control+f');
  const field = page.getByRole('searchbox', { name: 'Find in conversation' });
  await field.fill('Prompt 3:');
  await expect(page.getByRole('search')).toContainText('1 of 1');
  await expect(prompts(page).filter({ hasText: 'Prompt 3:' })).toBeInViewport();
  await button(page, 'Close and stay here').click();
  for (const direction of [1, -1] as const) {
    // Back to the start, however often the reader had to wait for rows on the way down.
    const px = direction === 1 ? 20_000 : Infinity;
    const { jumps, nodes } = await readOn(conversation(page), direction, { px });
    expect(jumps).toEqual([]);
    expect(nodes).toBeLessThan(MAX_NODES);
  }
  await expect(prompts(page).first()).toContainText('Prompt 0:');

  await page.getByRole('button', { name: /^Go to the end/ }).click();
  await expect(answers(page).last()).toContainText('The answer begins.');
  more.open();
  await expect(answers(page).last()).toContainText('The end of the answer.');
  await expect(prompts(page).filter({ hasText: 'Prompt 0:' })).toHaveCount(0);
});

test('a session of 106 MB is shown before pi has it, found by its text, and forked', async ({
  page,
  panel,
}) => {
  test.slow();
  await storeLongSession(panel, { messages: 1200, bytes: 106e6 });
  await open(page, panel);
  await button(page, 'Sessions').click();
  await sessions(page).getByRole('searchbox', { name: 'Search sessions' }).fill('Prompt 17:');
  await sessions(page).locator(`[data-session="${SESSION}"]`).first().click();
  const loading = conversation(page).getByText('pi is loading this session');
  await expect(loading).toBeVisible();
  await expect(prompts(page).first()).toContainText(/Prompt \d+:/);
  await expectIdle(page);
  await expect(loading).toHaveCount(0);

  panel.model.queue([{ steps: [{ text: 'Here I am.' }] }]);
  const { messages } = await panel.command<{ messages: { entryId: string }[] }>({
    type: 'get_fork_messages',
  });
  await panel.command({ type: 'fork', entryId: messages.at(-1)!.entryId });
  await expectIdle(page);
  await expect(prompts(page).filter({ hasText: 'Prompt 399:' })).toHaveCount(0);
  await expect(prompts(page).last()).toContainText('Prompt 398:');
});

async function openLongSession(page: Page, panel: RunningPanel, messages: number): Promise<void> {
  await storeLongSession(panel, { messages });
  await open(page, panel);
  await panel.command({ type: 'switch_session', session: SESSION });
}

async function storeLongSession(
  panel: RunningPanel,
  size: Pick<LongSession, 'messages' | 'bytes'>,
): Promise<void> {
  const folder = path.join(panel.folders.agentDir, 'sessions', sessionFolderName(panel.workspace));
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `2026-03-02T08-00-00-000Z_${SESSION}.jsonl`);
  await writeLongSession(file, { id: SESSION, cwd: panel.workspace, ...size });
}
