// Locators and steps of the accessibility run, in any language.
import { expect as assert, type Locator, type Page } from '@playwright/test';
import type { DemoModel } from '../../server/demo/model.ts';
import type { Panel } from '../panel/panel.ts';
import type { Say } from './words.ts';

/** Long enough for a busy machine. */
export const expect = assert.configure({ timeout: 60_000 });

export interface Visit {
  page: Page;
  panel: Panel;
  model: DemoModel;
  say: Say;
  /** Called in each state. */
  onState: (name: string) => Promise<void>;
}

export const composer = (page: Page): Locator =>
  page.locator('[data-tour="composer"] textarea[aria-autocomplete]');
export const conversation = (page: Page): Locator => page.locator('main [role="log"]');
export const overlay = (page: Page): Locator => page.locator('dialog[open]');
export const region = (page: Page, id: string): Locator => page.locator(`[data-region="${id}"]`);
export const notifications = (page: Page, say: Say): Locator =>
  page.getByRole('region', { name: say('Notifications') });
export const button = (where: Page | Locator, name: string): Locator =>
  where.getByRole('button', { name, exact: true });

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

export async function expectIdle(page: Page): Promise<void> {
  await expect(page.locator('[data-region="status"] [data-status="idle"]')).toBeVisible();
}

/** Runs an action by its English name, which the palette also finds in other languages. */
export async function runAction(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await overlay(page).getByRole('combobox').fill(name);
  await expect(overlay(page).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
}

export async function openFile(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+P');
  await overlay(page).getByRole('combobox').fill(name);
  await expect(overlay(page).getByRole('option').first()).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: new RegExp(name) })).toBeVisible();
}

/** Closes what is over the page. */
export async function closeOverlays(page: Page): Promise<void> {
  await expect(async () => {
    if ((await overlay(page).count()) > 0) await page.keyboard.press('Escape');
    await assert(overlay(page)).toHaveCount(0, { timeout: 500 });
  }).toPass();
}
