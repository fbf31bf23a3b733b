import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';

const { executablePath, env, args } = await findBrowser();

export default defineConfig({
  testDir: 'browser',
  outputDir: '../test-results',
  // Each worker has its own browser, panel and pi; while one test waits, the other uses the cores.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes at the second attempt has found a bug.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    screenshot: 'only-on-failure',
    // They decide how the page formats numbers and times.
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: { executablePath, env, args },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
  ],
});
