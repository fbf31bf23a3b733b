// The search in one conversation: matches are highlighted, steps lead from one to the next, and canceling it returns.
import type { Locator, Page } from '@playwright/test';
import { calls, says } from '../panel/scripted.ts';
import { highlights } from './highlights.ts';
import { button, chat, composer, conversation, entries, expectIdle, open, send } from './page.ts';
import { expect, test } from './panel.ts';

const LINES = Array.from({ length: 60 }, (_, n) => `Line ${n} of the answer.`).join('\n\n');
const field = (page: Page): Locator => chat(page).getByRole('searchbox', { name: 'Find in conversation' });
const status = (page: Page): Locator => chat(page).getByRole('search').getByRole('status');
const current = (page: Page): Promise<string[]> => highlights(page).then((found) => found.current);

test('every match is highlighted, the current one more strongly, and Enter, Shift+Enter and F3 step through them', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const answer = `The ze**bra** is striped.\n\n${LINES}\n\nTwo ＺＥＢＲＡ and zebra.`;
  panel.model.queue([says(answer)]);
  await send(page, 'Where is the zebra?');
  await expectIdle(page);
  const end = conversation(page).getByText('Two ＺＥＢＲＡ');
  await expect(end).toBeInViewport();
  await composer(page).press('ControlOrMeta+f');
  await field(page).fill('Zebra');
  await expect(status(page)).toHaveText('4 of 4');
  expect(await highlights(page)).toEqual({
    all: ['zebra', 'zebra', 'ＺＥＢＲＡ', 'zebra'],
    current: ['zebra'],
  });
  await field(page).press('Shift+Enter');
  await expect(status(page)).toHaveText('3 of 4');
  expect(await current(page)).toEqual(['ＺＥＢＲＡ']);
  await field(page).press('Shift+Enter');
  await expect(status(page)).toHaveText('2 of 4');
  await expect(conversation(page).getByText('is striped')).toBeInViewport();
  await field(page).press('F3');
  await field(page).press('F3');
  await expect(status(page)).toHaveText('4 of 4');
  await field(page).press('Enter');
  await expect(status(page)).toHaveText('1 of 4');
  await expect(entries(page, /^You/)).toBeInViewport();

  await field(page).press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await expect(end).toBeInViewport();
  expect(await highlights(page)).toEqual({ all: [], current: [] });
});

test('a reader who has scrolled to a match stays there', async ({ page, panel }) => {
  await open(page, panel);
  panel.model.queue([says(LINES)]);
  await send(page, 'Count.');
  await expect(conversation(page)).toContainText('Line 59 of');
  await expectIdle(page);
  await composer(page).press('ControlOrMeta+f');
  await field(page).fill('line 3 of');
  await expect(conversation(page).getByText('Line 3 of')).toBeInViewport();
  await conversation(page).getByText('Line 3 of').click();
  await field(page).press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect(conversation(page).getByText('Line 3 of')).toBeInViewport();
});

test('a match in a collapsed group of tool calls is opened, in long output, too', async ({ page, panel }) => {
  await open(page, panel);
  const long = 'seq 1000 20000; echo the 森林 ends; seq 30000 30400';
  panel.model.queue([
    calls('bash', { command: 'echo one' }),
    calls('bash', { command: long }),
    calls('bash', { command: 'echo three' }),
    says('Done.'),
  ]);
  await send(page, 'Look.');
  await expect(conversation(page)).toContainText('Done.');
  await expectIdle(page);
  await expect(entries(page, /^Tool bash/)).toHaveCount(0);
  await composer(page).press('ControlOrMeta+f');
  await field(page).fill('19000');
  await expect(status(page)).toHaveText('1 of 1');
  await expect.poll(() => current(page)).toEqual(['19000']);
  await field(page).fill('森林');
  await expect.poll(() => current(page)).toEqual(['森林']);
  await field(page).fill('elephant');
  await expect(status(page)).toHaveText('Nothing found');
  await button(chat(page), 'Close and stay here').click();
  await expect(field(page)).toHaveCount(0);
});
