// Scrolling the conversation with a real wheel: a step moves by a step, wherever the reader was before.
import type { Page } from '@playwright/test';
import { gate } from '../panel/scripted.ts';
import {
  addAgent,
  answers,
  composer,
  conversation,
  expectIdle,
  fromEnd,
  open,
  openTerminal,
  send,
  wheel,
} from './page.ts';
import { expect, test } from './panel.ts';

const STEP = 100;
const PARAGRAPH = 'A paragraph of the answer, long enough to be worth a line or two of the conversation. ';
const long = (count: number) => ({ text: `${PARAGRAPH.repeat(3)}\n\n`, repeat: count });

test('one wheel step up moves by one step: after Go to the end, after Send, and while an answer streams', async ({
  page,
  panel,
}) => {
  const [second, third] = [gate(), gate()];
  panel.model.queue([
    { steps: [long(120)] },
    { steps: [{ text: 'Short. ' }, { until: second.until }, { text: 'Done.' }] },
    { steps: [long(10), { until: third.until }, { ...long(40), every: 10 }, { text: 'The end.' }] },
  ]);
  await open(page, panel);
  await send(page, 'tell me all');
  await expect(answers(page).locator('p')).toHaveCount(120);
  await expectIdle(page);

  await test.step('after Go to the end', async () => {
    await wheel(page, -3000);
    await expect.poll(() => fromEnd(page)).toBeGreaterThan(2500);
    await page.getByRole('button', { name: /^Go to the end/ }).click();
    await expect.poll(() => fromEnd(page)).toBeLessThan(2);
    await expectOneStep(page);
  });

  // Deterministic, unlike a real wheel: rows often grow between its event and the scrolling.
  await test.step('when a row grows before the wheel has moved anything', async () => {
    await wheel(page, -3000);
    await expect.poll(() => fromEnd(page)).toBeGreaterThan(2500);
    await page.getByRole('button', { name: /^Go to the end/ }).click();
    await expect.poll(() => fromEnd(page)).toBeLessThan(2);
    await conversation(page).evaluate((log, deltaY) => {
      log.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true }));
      log.querySelector<HTMLElement>('article')!.style.paddingBlockEnd = '5px';
    }, -STEP);
    await settled(page);
    expect(await fromEnd(page)).toBeLessThan(2 * STEP);
    await wheel(page, 2 * STEP);
    await expect.poll(() => fromEnd(page)).toBeLessThan(2);
  });

  await test.step('after Send', async () => {
    await wheel(page, -3000);
    await expect.poll(() => fromEnd(page)).toBeGreaterThan(2500);
    await send(page, 'and then?');
    await expect(answers(page).last()).toContainText('Short.');
    await expect.poll(() => fromEnd(page)).toBeLessThan(2);
    await expectOneStep(page);
    second.open();
    await expectIdle(page);
    expect(await fromEnd(page)).toBeLessThan(2 * STEP);
  });

  await test.step('while an answer streams', async () => {
    await wheel(page, -3000);
    await expect.poll(() => fromEnd(page)).toBeGreaterThan(2500);
    await send(page, 'more');
    await expect.poll(() => fromEnd(page)).toBeLessThan(2);
    third.open();
    const paragraphs = answers(page).last().locator('p');
    await expect.poll(() => paragraphs.count()).toBeGreaterThan(15);
    // One of the last rows at this moment; the step leaves it in view or just below.
    const seen = await paragraphs.nth((await paragraphs.count()) - 2).elementHandle();
    const top = () => seen.evaluate((row) => row.getBoundingClientRect().top);
    await wheel(page, -STEP);
    await settled(page);
    const place = await top();
    const box = (await conversation(page).boundingBox())!;
    expect(place).toBeGreaterThan(box.y - 10 * STEP);
    expect(place).toBeLessThan(box.y + box.height + STEP);
    await expect(answers(page).last()).toContainText('The end.');
    expect(await top()).toBe(place);
  });
});

test('after a change to another agent and back, the reader scrolls freely', async ({ page, panel }) => {
  await open(page, panel);
  panel.model.queue([{ steps: [long(80), { text: 'The end.' }] }]);
  await send(page, 'tell me all');
  await expect(answers(page)).toContainText('The end.');
  await expectIdle(page);
  await addAgent(page, panel);
  const isStill = async (): Promise<void> => {
    await expect(answers(page).last()).toContainText('The end.');
    await expect.poll(() => fromEnd(page)).toBeLessThan(2);
    await wheel(page, -6 * STEP);
    await settled(page);
    expect(await fromEnd(page)).toBeGreaterThan(4 * STEP);
  };
  for (let round = 0; round < 2; round++) {
    await page.keyboard.press('Control+2');
    await expect(answers(page)).toHaveCount(0);
    await page.keyboard.press('Control+1');
    await isStill();
  }
});

test('a draft of several lines is typed, and wraps again beside a file, without moving the conversation', async ({
  page,
  panel,
}) => {
  panel.model.queue([{ steps: [long(40)] }]);
  await open(page, panel);
  await send(page, 'tell me all');
  await expect(answers(page).locator('p')).toHaveCount(40);
  await expectIdle(page);

  const height = (await composer(page).boundingBox())!.height;
  await composer(page).fill('one\n\nthree\nfour\nfive');
  await expect.poll(() => fromEnd(page)).toBeLessThan(2);
  await composer(page).press('Control+End');
  await composer(page).pressSequentially(' and more');
  await settled(page);
  expect(await fromEnd(page)).toBeLessThan(2);

  await openTerminal(page);
  await settled(page);
  expect(await fromEnd(page)).toBeLessThan(2);

  await composer(page).clear();
  await settled(page);
  expect((await composer(page).boundingBox())!.height).toBe(height);
  expect(await fromEnd(page)).toBeLessThan(2);
});

async function expectOneStep(page: Page): Promise<void> {
  await wheel(page, -STEP);
  await expect.poll(() => fromEnd(page)).toBeGreaterThan(STEP / 2);
  await settled(page);
  expect(await fromEnd(page)).toBeLessThan(STEP + 10);
}

/** Resolves once the position has been the same for ten frames. */
function settled(page: Page): Promise<void> {
  return conversation(page).evaluate(async (log) => {
    for (let same = 0, last = -1; same < 10; last = log.scrollTop) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      same = log.scrollTop === last ? same + 1 : 0;
    }
  });
}
