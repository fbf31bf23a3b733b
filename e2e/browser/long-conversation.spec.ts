// A long conversation: only the rows around the reader are in the page, and what they look at stays in its place.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { sessionFolderName } from '../../server/sessions/agent-dir.ts';
import { writeLongSession } from '../bench/lab/long-session.ts';
import { readOn } from '../bench/lab/read-back.ts';
import { gate } from '../panel/scripted.ts';
import { answers, conversation, entries, expectIdle, open, palette, prompts, send } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

const SESSION = 'f0f0f0f0-0000-4000-8000-000000000001';
const MESSAGES = 150;
/** All of them have about 40,000. */
const MAX_NODES = 30_000;

test('a long conversation is read from end to start and back with few nodes and no jump, while an answer streams', async ({
  page,
  panel,
}) => {
  test.slow();
  const more = gate();
  panel.model.queue([
    { steps: [{ text: 'The answer begins. ' }, { until: more.until }, { text: 'The end of the answer.' }] },
  ]);
  await openLongSession(page, panel);
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
    await expect(page.getByRole('search')).toContainText('1 found');
    await field.press('Enter');
    await expect(prompts(page).filter({ hasText: 'Prompt 7:' })).toBeInViewport();
    await expect(prompts(page).filter({ hasText: 'Prompt 8:' })).toHaveCount(1);
    await expect(prompts(page).filter({ hasText: 'Prompt 6:' })).toHaveCount(1);
    await field.press('Escape');
    await page.getByRole('button', { name: /^Go to the end/ }).click();
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
});

async function openLongSession(page: Page, panel: RunningPanel): Promise<void> {
  const folder = path.join(panel.folders.agentDir, 'sessions', sessionFolderName(panel.workspace));
  await mkdir(folder, { recursive: true });
  const session = { id: SESSION, cwd: panel.workspace, messages: MESSAGES };
  await writeLongSession(path.join(folder, `${SESSION}.jsonl`), session);
  await open(page, panel);
  await panel.command({ type: 'switch_session', session: SESSION });
}
