// The tooltips of controls: on hover, on focus, on a long press.
import { agents, button, open, terminal } from './page.ts';
import { expect, test } from './panel.ts';

test('a tooltip with the key appears on hover and on focus by keyboard, and leaves with Escape or a click', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const tip = page.locator('.tip');
  await button(page, 'Side bar').hover();
  await expect(tip).toHaveText('Side barCtrl+B');
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await button(page, 'Terminal').hover();
  await expect(tip).toHaveText(/^Terminal/);
  // It is shown whole, although its control is at the edge of the window.
  await expect(tip).toBeInViewport({ ratio: 1 });
  await button(page, 'Terminal').click();
  await expect(tip).toBeHidden();
  await page.mouse.move(0, 0);
  await button(page, 'New session').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(tip).toHaveText(/^New session/);
});

test('a key that opens a region shows no tooltip over its rows', async ({ page, panel }) => {
  await open(page, panel);
  await page.keyboard.press('Alt+A');
  const first = button(agents(page), 'New agent');
  await expect(first).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(first).toBeFocused();
  await expect(page.locator('.tip')).toBeVisible();
  await page.keyboard.press('Alt+S');
  await expect(page.locator('.tip')).toBeHidden();
  await page.keyboard.press('Alt+A');
  await expect(first).toBeFocused();
  // Longer than any tooltip waits.
  await page.waitForTimeout(700);
  await expect(page.locator('.tip')).toBeHidden();
});

test.describe('on touch', () => {
  test.use({ hasTouch: true });

  test('a long press shows what a control does without doing it', async ({ page, panel, context }) => {
    await open(page, panel);
    const toggle = button(page, 'Terminal');
    const { x, y, width, height } = (await toggle.boundingBox())!;
    const touch = await context.newCDPSession(page);
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(page.locator('.tip')).toHaveText(/^Terminal/);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page.locator('.tip')).toBeHidden();
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await toggle.tap();
    await expect(terminal(page)).toBeVisible();
  });
});
