// The preview of the page, and what runs in its frame.
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { button, composer, editor, palette, region } from './page.ts';
import { item } from './editor-page.ts';
import { expect, type RunningPanel } from './panel.ts';

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

/** Shows an app of this machine. `place`: as the user types it. */
export async function showApp(page: Page, place: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await palette(page).getByRole('combobox').fill('Preview');
  await palette(page)
    .getByRole('option', { name: /^Preview/ })
    .first()
    .click();
  await address(page).fill(place);
  await address(page).press('Enter');
}

/** Sends a message with what was picked, and returns what the model was sent. */
export async function sendPicked(page: Page, panel: RunningPanel, text: string): Promise<string> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect.poll(() => JSON.stringify(panel.model.requests)).toContain(text);
  return JSON.stringify(panel.model.requests);
}

/** The chips of picked elements in the composer. */
export const chips = (page: Page): Locator =>
  page.getByRole('list', { name: 'Comments' }).getByRole('listitem');
