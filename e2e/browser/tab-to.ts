// The focus by the keyboard alone.
import type { Page } from '@playwright/test';
import { expect } from './panel.ts';

export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at?.ariaLabel ?? at?.textContent?.trim() ?? '';
  });

/** Presses Tab until the control with this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toMatch(name);
  }).toPass({ intervals: [0], timeout: 20_000 });
}
