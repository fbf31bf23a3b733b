import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';

const { executablePath, env, args } = await findBrowser();

export default defineConfig({
  testDir: 'browser',
  outputDir: '../test-results',
  // A browser, a panel and a pi of their own for each; a test that waits leaves the cores to the other one.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes at the second try has found something.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    screenshot: 'only-on-failure',
    // The page's language and clock decide what it prints.
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: { executablePath, env, args },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
  ],
});
