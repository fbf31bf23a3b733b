// The guided tour of the page, and the key that lists the keys.
import type { Page } from '@playwright/test';
import { button, composer, expectIdle, open, palette, statusBar } from './page.ts';
import { expect, test } from './panel.ts';

const tour = (page: Page) => page.getByRole('dialog', { name: 'Tour of the page' });

/** Whether the frame is around the element. */
async function expectFramed(page: Page, selector: string): Promise<void> {
  const frame = (await tour(page).locator('.frame').boundingBox())!;
  const inner = (await page.locator(selector).filter({ visible: true }).first().boundingBox())!;
  expect(frame.x).toBeLessThanOrEqual(inner.x);
  expect(frame.y).toBeLessThanOrEqual(inner.y);
  expect(frame.x + frame.width).toBeGreaterThanOrEqual(inner.x + inner.width);
  expect(frame.y + frame.height).toBeGreaterThanOrEqual(inner.y + inner.height);
}

test('the tour visits the real controls by keyboard alone, and is offered until the user has taken it', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const offer = button(page, 'Tour of the page');
  await offer.press('Enter');
  const card = tour(page).locator('[aria-live]');
  await expect(card).toContainText('1 of 6');
  await expectFramed(page, '[data-tour="composer"]');
  await expect(button(tour(page), 'Next')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Choose the model');
  await expectFramed(page, '[data-tour="model"]');
  for (const title of ['Run several agents', 'Review what changed', 'Watch the commands']) {
    await page.keyboard.press('ArrowRight');
    await expect(card).toContainText(title);
  }
  await page.keyboard.press('ArrowLeft');
  await expect(card).toContainText('Review what changed');
  await expectFramed(page, '[data-tour="changes"]');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(card).toContainText('6 of 6');
  // The last stop has no next one.
  await page.keyboard.press('ArrowRight');
  await expect(button(tour(page), 'Done')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tour(page)).toHaveCount(0);
  await expect(offer).toBeFocused();

  await page.reload();
  await expectIdle(page);
  await expect(button(page, 'Open another folder')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await page.keyboard.type('tour of');
  await palette(page).getByRole('option', { name: 'Tour of the page' }).click();
  await expect(card).toContainText('1 of 6');
  await page.keyboard.press('Escape');
  await expect(tour(page)).toHaveCount(0);
});

test('on a phone the tour shows the controls that exist there, inside the window', async ({
  page,
  panel,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await open(page, panel);
  await button(page, 'Tour of the page').click();
  const count = await tour(page).locator('.count').textContent();
  const total = Number(/\d+$/.exec(count!)![0]);
  expect(total).toBeGreaterThanOrEqual(5);
  for (let stop = 1; stop <= total; stop++) {
    await expect(tour(page)).toContainText(`${stop} of ${total}`);
    const { x, y, width, height } = (await tour(page).locator('.card').boundingBox())!;
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(375);
    expect(y + height).toBeLessThanOrEqual(740);
    await button(tour(page), stop === total ? 'Done' : 'Next').click();
  }
  await expect(tour(page)).toHaveCount(0);
});

test('? lists the keys outside of text fields, and types a question mark in them', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const shortcuts = page.getByRole('searchbox', { name: 'Search shortcuts' });
  await composer(page).pressSequentially('why?');
  await expect(composer(page)).toHaveValue('why?');
  await expect(shortcuts).toHaveCount(0);
  await button(statusBar(page), 'Terminal').focus();
  await page.keyboard.press('?');
  await expect(shortcuts).toBeVisible();
  await button(page, 'Tour of the page').last().click();
  await expect(tour(page)).toContainText('1 of 6');
});
