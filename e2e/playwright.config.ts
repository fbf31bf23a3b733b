import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { rememberedBrowser } from '../scripts/browser.mjs';

// A tool that only reads this file needs no browser. `globalSetup` finds one before the first spec, and then each worker
// reads this file again.
const { executablePath, env, args = [] } = rememberedBrowser() ?? {};

export default defineConfig({
  testDir: 'browser',
  globalSetup: './require-browser.ts',
  outputDir: '../test-results',
  // Each worker has its own browser, panel and pi. A test waits for half of its time: with two workers, two cores were
  // busy for 7 of 14 minutes. A run of everything has language servers and dev servers as well, which fill a core each.
  workers: Math.min(availableParallelism() + (process.env.CI ? 0 : 1), 6),
  // Test by test, so that no worker ends with the longest file while the others have nothing left.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // scripts/test.mjs runs failures once more and names the tests that passed only then: they have found a bug.
  retries: 0,
  timeout: 60_000,
  // Long enough for a busy machine; normally everything appears at once.
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    screenshot: 'only-on-failure',
    // These decide how the page formats numbers and times.
    locale: 'en-US',
    timezoneId: 'UTC',
    // Nothing on the page needs a GPU, and emulating one takes CPU time.
    launchOptions: { executablePath, env, args: [...args, '--disable-gpu', '--disable-software-rasterizer'] },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
  ],
});
