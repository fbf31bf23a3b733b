// The preview of the page, and what runs in its frame.
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { button, editor, region } from './page.ts';
import { item } from './editor-page.ts';
import { expect } from './panel.ts';

export const preview = region('Preview');
export const frame = (page: Page): FrameLocator => preview(page).frameLocator('iframe');
export const address = (page: Page): Locator => preview(page).getByRole('textbox', { name: 'Address' });
export const consoleStatus = (page: Page): Locator => preview(page).getByRole('status', { name: 'Console' });

/** Opens an HTML file of the top folder in the editor, and its preview. */
export async function openPreview(page: Page, file: string): Promise<void> {
  await item(page, file).click();
  await button(editor(page), 'Open preview').click();
  await expect(address(page)).toHaveValue(file);
}
