// Runs browser specs in the Firefox of the system (`npm run firefox`). FIREFOX_PATH names another one.
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { MAIN_USES } from '../browser/main-uses.ts';

export default defineConfig({
  testDir: '../browser',
  globalSetup: './require-firefox.ts',
  // The others need what only Chromium has: its debugging protocol, push, emulated media or touch, or figures of its own.
  testMatch: MAIN_USES.map((name) => `**/${name}.spec.ts`),
  outputDir: '../../test-results/firefox',
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  // These need something that Playwright has only in Chromium.
  grepInvert: /@chromium/,
  use: {
    screenshot: 'only-on-failure',
    // A service worker would serve the page with its policy (see ../browser/panel.ts).
    serviceWorkers: 'block',
    channel: 'moz-firefox',
    launchOptions: {
      // Without a window Firefox has no mouse, so the page would show what it shows on a touch screen. Fine, and hovering.
      firefoxUserPrefs: { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 },
      executablePath: fileURLToPath(new URL('firefox.mjs', import.meta.url)),
      env: {
        ...(process.env as Record<string, string>),
        TZ: 'UTC',
        LANG: 'en_US.UTF-8',
      },
    },
  },
  projects: [
    { name: 'firefox', use: { ...devices['Desktop Firefox'], viewport: { width: 1280, height: 800 } } },
  ],
});
