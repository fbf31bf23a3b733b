// The region Context: parts with their sizes, and messages that are left out, shortened and restored.
import type { Locator, Page } from '@playwright/test';
import { textOf } from '../../server/demo/chat.ts';
import { calls, says } from '../panel/scripted.ts';
import { expectIdle, open, send } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { isPiSince } from './running-panel.ts';

const region = (page: Page): Locator => page.getByRole('region', { name: 'Context' });
const grid = (page: Page): Locator => region(page).getByRole('treegrid', { name: 'What the model sees' });
const row = (page: Page, name: string | RegExp): Locator => grid(page).getByRole('row', { name });

test.use({
  panelOptions: {
    files: {
      'AGENTS.md': 'Use two spaces.\n'.repeat(40),
      'numbers.txt': Array.from({ length: 400 }, (_, n) => `line ${n}`).join('\n'),
    },
  },
});

async function converse(page: Page, panel: RunningPanel, isPhone = false): Promise<void> {
  await open(page, panel);
  panel.model.queue([calls('bash', { command: 'cat numbers.txt' }), says('These are numbers.')]);
  await panel.command({ type: 'prompt', message: 'Read the numbers' });
  await expect(page.getByText('These are numbers.')).toBeVisible();
  await expectIdle(page);
  if (isPhone) await page.getByRole('button', { name: 'More' }).tap();
  else await page.getByRole('button', { name: 'Context and cost' }).click();
  await page.getByRole('button', { name: isPhone ? 'Context' : 'What the model sees', exact: true }).click();
  await expect(row(page, /Read the numbers/)).toBeVisible();
}

/** The texts of the messages in the next request, which is for this prompt. */
async function nextTexts(page: Page, panel: RunningPanel, prompt: string): Promise<string[]> {
  panel.model.queue([says(`About ${prompt}`)]);
  await send(page, prompt);
  await expect(page.getByRole('log').getByText(`About ${prompt}`)).toBeVisible();
  await expectIdle(page);
  return panel.model.requests.at(-1)!.messages.map(textOf);
}

test.skip(!isPiSince('0.87.0'), 'pi changes what the model sees since 0.87.0');

test('a message is left out and restored, with its price said before', async ({ page, panel }) => {
  await converse(page, panel);
  await expect(row(page, /AGENTS\.md/)).toContainText('Prompt file');
  const message = row(page, /Read the numbers/);
  await expect(message).toContainText(/saves \S+ of \S+ tokens; the next request pays \S+ uncached/);
  await message.getByRole('button', { name: 'Leave out' }).click();
  await expect(message).toContainText('left out');
  await expect(message.getByRole('button', { name: 'Restore' })).toBeVisible();
  await expect(page.getByRole('log').getByText('Hidden from the model')).toBeVisible();
  expect(await nextTexts(page, panel, 'one')).not.toContain('Read the numbers');
  await message.getByRole('button', { name: 'Restore' }).click();
  await expect(message.getByRole('button', { name: 'Leave out' })).toBeVisible();
  await expect(page.getByRole('log').getByText('Hidden from the model')).toHaveCount(0);
  expect(await nextTexts(page, panel, 'two')).toContain('Read the numbers');
});

test('it works with the keyboard alone: rows, folds, and the buttons of a row', async ({ page, panel }) => {
  await converse(page, panel);
  const system = row(page, /^System prompt/);
  await system.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(system).toHaveAttribute('aria-expanded', 'false');
  await expect(row(page, /AGENTS\.md/)).toHaveCount(0);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  const result = row(page, /^bash cat/);
  await expect(result).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(result.getByRole('button', { name: 'Shorten' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(result).toContainText('shortened');
  expect(
    (await nextTexts(page, panel, 'one')).some((text) => /line 0\n[^]*left out \d+ characters/.test(text)),
  ).toBe(true);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 720 }, hasTouch: true });

  test('each row has its price and its buttons in full', async ({ page, panel }) => {
    await converse(page, panel, true);
    const message = row(page, /Read the numbers/);
    await message.scrollIntoViewIfNeeded();
    const leaveOut = message.getByRole('button', { name: 'Leave out' });
    await expect(leaveOut).toBeInViewport({ ratio: 1 });
    const price = await message
      .getByText(/saves .* uncached/)
      .evaluate((element) => [
        element.scrollWidth <= element.clientWidth,
        element.scrollHeight <= element.clientHeight,
      ]);
    expect(price).toEqual([true, true]);
    await leaveOut.tap();
    await expect(message.getByRole('button', { name: 'Restore' })).toBeVisible();
  });
});
