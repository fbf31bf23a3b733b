import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';

const { executablePath, env, args } = await findBrowser();

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // One browser, one panel and one pi are busy at a time: two of each on a machine with two cores take turns,
  // and then a wait measures the neighbour.
  workers: 1,
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
