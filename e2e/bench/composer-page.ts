// Opens the page in a running browser, until the composer is usable and pi is idle.
import { chromium, type Browser, type Page } from 'playwright';
import { findBrowser } from '../../scripts/browser.mjs';
import type { Lab } from './lab.ts';

const USABLE_MS = 30_000;

export async function launchBrowser(lab: Lab): Promise<Browser> {
  // Playwright's own signal handlers would exit without stopping anything else.
  const own = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await chromium.launch({ ...(await findBrowser()), ...own });
  lab.onClose(() => browser.close());
  // The first page of a browser costs more than the later ones.
  const page = await browser.newPage();
  await page.setContent('<h1>warm</h1>');
  await page.close();
  return browser;
}

/** Opens the panel; resolves when the composer is editable and the agent is idle. */
export async function openComposer(page: Page, url: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message', exact: true, disabled: false });
  const idle = page.getByRole('status', { name: 'Agent status' }).filter({ hasText: /^\s*idle\s*$/ });
  await page.goto(url, { waitUntil: 'commit' });
  await Promise.all([composer.waitFor({ timeout: USABLE_MS }), idle.first().waitFor({ timeout: USABLE_MS })]);
  if (!(await composer.isEditable())) throw new Error('The composer is visible but not editable.');
}
