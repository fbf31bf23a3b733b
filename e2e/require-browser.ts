// Playwright's global setup of the specs: ends the run with advice where there is no Chromium.
import { findBrowser } from '../scripts/browser.mjs';

export default async function requireBrowser(): Promise<void> {
  await findBrowser();
}
