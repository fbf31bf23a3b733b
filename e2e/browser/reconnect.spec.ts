// A page that is reloaded, opened twice, or loses its server at any moment ends with what pi has stored.
import type { Page } from '@playwright/test';
import { calls, gate, says } from '../panel/scripted.ts';
import {
  agentStatus,
  answers,
  button,
  composer,
  conversation,
  expectDisconnected,
  expectIdle,
  expectLive,
  open,
  image,
  prompts,
  queue,
  queued,
  send,
} from './page.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';

const PARAGRAPH = 'Paragraph one of the answer.\n\nParagraph two, which is longer, of the same answer.\n\n';

async function articles(page: Page): Promise<string[]> {
  return conversation(page).getByRole('article').allInnerTexts();
}

test('a reload during an answer does not affect the answer', async ({ page, panel }) => {
  const rest = gate();
  panel.model.queue([
    { steps: [{ text: PARAGRAPH }, { until: rest.until }, { text: 'And this is its end.' }] },
  ]);
  await open(page, panel);
  await send(page, 'tell me');
  await expect(answers(page)).toContainText('of the same answer.');
  await composer(page).fill('a draft');
  await page.reload();
  await expect(answers(page)).toContainText('of the same answer.');
  await expect(agentStatus(page)).toHaveText(/running/);
  await expect(composer(page)).toHaveValue('a draft');
  rest.open();
  await expect(answers(page)).toContainText('And this is its end.');
  await expectIdle(page);
  await expect(answers(page)).toHaveCount(1);
});

test('R-08: a second tab shows the same answer live', async ({ page, panel, context }) => {
  const rest = gate();
  panel.model.queue([{ steps: [{ text: PARAGRAPH }, { until: rest.until }, { text: 'The end.' }] }]);
  await open(page, panel);
  await send(page, 'tell me');
  await expect(answers(page)).toContainText('of the same answer.');
  const second = await context.newPage();
  await second.goto(panel.origin);
  await expect(answers(second)).toContainText('of the same answer.');
  rest.open();
  for (const tab of [page, second]) {
    await expect(answers(tab)).toContainText('The end.');
    await expectIdle(tab);
  }
  expect(await articles(second)).toEqual(await articles(page));
});

test('R-03: an open page returns to its session when the server has been killed and started again', async ({
  page,
  panel,
}) => {
  panel.model.queue([
    calls('write', { path: 'made.txt', content: 'made\n' }),
    says('The first answer.'),
    { steps: [{ text: 'Half of the second' }, { hang: true }] },
  ]);
  await open(page, panel);
  await send(page, 'one');
  await expect(answers(page).last()).toContainText('The first answer.');
  await expectIdle(page);
  const review = button(conversation(page), 'Review');
  await expect(review).toBeVisible();
  await send(page, 'two');
  await expect(conversation(page)).toContainText('Half of the second');
  await composer(page).fill('still typing');

  await panel.kill('SIGKILL');
  await expectDisconnected(page);
  // The changes of the turn remain visible although the list of changes never arrives.
  await page.route('**/changes', () => new Promise<void>(() => undefined));
  // The user keeps typing while the page does not know its session yet.
  const typing = composer(page).pressSequentially(', and on, and on', { delay: 100 });
  await panel.start();
  await expectLive(page);
  await expectIdle(page);
  await typing;
  await expect(composer(page)).toHaveValue(/still typing, and on, and on$/);
  await expect(conversation(page)).toContainText('The first answer.');
  await expect(review).toBeVisible();
  // A message that only calls tools is read as its tools.
  const stored = (await panel.storedMessages()).filter(
    (message) =>
      message.role === 'user' ||
      (message.role === 'assistant' && message.content.some(({ type }) => type === 'text')),
  );
  await expect(conversation(page).getByRole('article', { name: /^(You|Assistant)$/ })).toHaveCount(
    stored.length,
  );

  panel.model.queue([says('The answer after the restart.')]);
  await composer(page).fill('three');
  await composer(page).press('Enter');
  await expect(conversation(page)).toContainText('The answer after the restart.');
});

test('R-15: a prompt and its image survive a server that is killed before pi wrote anything, even with no page open', async ({
  page,
  panel,
}) => {
  panel.model.queue([{ steps: [{ text: 'Not a word of this is stored' }, { hang: true }] }]);
  await open(page, panel);
  await page.getByLabel('Files to attach').setInputFiles(image());
  await send(page, 'a prompt that took me an hour');
  await expect(conversation(page)).toContainText('Not a word of this');
  // pi 1.6 stores a prompt when it ends. What an older pi has not stored is given back.
  const isStored = isPiSince('1.6.0');
  const place = isStored ? prompts(page) : queued(page);
  const isThere = async (): Promise<void> => {
    await expect(place).toHaveText(/a prompt that took me an hour/);
    await expect(place.getByRole('img')).toHaveJSProperty('naturalWidth', 1);
    await expect(isStored ? queue(page) : prompts(page)).toHaveCount(0);
  };
  await panel.crashAndRestart();
  await expectLive(page);
  await isThere();
  const { url } = panel;
  await page.goto('about:blank');
  await panel.crashAndRestart();
  await page.goto(url.href);
  await isThere();

  panel.model.queue([says('Now it is.')]);
  if (isStored) await send(page, 'Go on.');
  else {
    await place.getByRole('button', { name: 'Move to composer' }).click();
    await expect(composer(page)).toHaveValue('a prompt that took me an hour');
    await composer(page).press('Enter');
  }
  await expect(conversation(page)).toContainText('Now it is.');
  await expectIdle(page);
  await panel.crashAndRestart();
  await expectLive(page);
  await expect(prompts(page)).toHaveCount(isStored ? 2 : 1);
  await expect(queue(page)).toHaveCount(0);
});
