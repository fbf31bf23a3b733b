// The languages of the page.
import type { Page } from '@playwright/test';
import { composer, open } from './page.ts';
import { expect, test } from './panel.ts';

const choice = (page: Page, name: string) => page.getByRole('combobox', { name });

test('another language is shown without a reload, is kept, and loses no draft', async ({ page, panel }) => {
  await open(page, panel);
  await composer(page).fill('a draft');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: 'Language' }).click();
  await choice(page, 'Language').selectOption('日本語');
  await expect(choice(page, '言語')).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
  await page.keyboard.press('Escape');
  await expect(page.locator('textarea').first()).toHaveValue('a draft');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja-JP');
  // The page has its language before it has found its agent, and takes keys only afterwards.
  await expect(page.locator('textarea').first()).toBeVisible();
  await page.keyboard.press('Control+,');
  await page.locator('dialog[open] [role="tab"]').nth(7).click();
  await choice(page, '言語').selectOption('English');
  await expect(choice(page, 'Language')).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
});

// Firefox 140 has no language of Playwright's choice.
test.describe('a browser in Chinese', { tag: '@chromium' }, () => {
  test.use({ locale: 'zh-CN' });

  test('gets the page in Chinese at once', async ({ page, panel }) => {
    await page.goto(panel.url.href);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await expect(page.locator('textarea').first()).toBeVisible();
  });

  test('has the editor in Chinese, too', async ({ page, panel }) => {
    await page.goto(panel.url.href);
    await expect(page.locator('textarea').first()).toBeFocused();
    await page.keyboard.press('Control+P');
    await page.locator('dialog[open] [role="combobox"]').fill('README.md');
    await expect(page.locator('dialog[open] [role="option"]').first()).toContainText('README.md');
    await page.keyboard.press('Enter');
    await expect(page.locator('.monaco-editor.focused')).toBeVisible();
    await page.keyboard.press('Control+F');
    await expect(page.getByRole('textbox', { name: '查找' })).toBeFocused();
  });

  test('finds an action in the palette by its name in Chinese and in English', async ({ page, panel }) => {
    await page.goto(panel.url.href);
    await expect(page.locator('textarea').first()).toBeVisible();
    await page.keyboard.press('Control+K');
    const field = page.locator('dialog[open] [role="combobox"]');
    for (const name of ['新建智能体', 'New agent']) {
      await field.fill(name);
      await expect(page.locator('dialog[open] [role="option"]').first()).toContainText('新建智能体');
    }
  });
});
