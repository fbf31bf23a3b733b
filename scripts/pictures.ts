// Takes the screenshots and the recording for the README from the running demo: `npm run pictures`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { animatedWebp, type Frame } from './animated-webp.ts';
import { findBrowser } from './browser.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const PICTURES = path.join(ROOT, 'docs', 'pictures');

interface Picture {
  name: string;
  width: number;
  height: number;
  theme: 'light' | 'dark';
}

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 760 };
const RECORDED = { width: 1120, height: 700 };
const RECORDED_MS = 20_000;
/** Time between two frames of the recording, in ms. */
const FRAME_MS = 250;

const browser = await chromium.launch(await findBrowser());
try {
  await withPanel((url) => record(url));
  await withPanel((url) => takePictures(url));
} finally {
  await browser.close();
}

/** A new demo: the tour changes its sample project. */
async function withPanel(use: (url: string) => Promise<void>): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'pi-panel-pictures-'));
  const panel = spawn(
    process.execPath,
    [path.join(ROOT, 'server', 'main.ts'), '--demo', '--no-open', '--port', '0'],
    {
      env: { ...process.env, HOME: home, PI_CODING_AGENT_DIR: path.join(home, 'agent'), PI_OFFLINE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    await use(await readyUrl(panel.stdout));
  } finally {
    panel.kill('SIGTERM');
    if (panel.exitCode === null) await once(panel, 'exit');
    await rm(home, { recursive: true, force: true });
  }
}

async function takePictures(url: string): Promise<void> {
  const page = await browser.newPage({ viewport: WIDE, colorScheme: 'dark', deviceScaleFactor: 2 });
  await page.goto(url);
  await send(page, 'Show me around');
  await page.getByRole('button', { name: 'Terminal', exact: true }).click();
  // Wait until the progress bar of the tour is half full.
  const bash = page.getByRole('article', { name: /^Tool bash/ });
  await bash
    .filter({ hasText: /[5-9]\d%/ })
    .first()
    .waitFor({ timeout: 60_000 });
  await takePicture(page, { name: 'running', ...WIDE, theme: 'dark' });
  await takePicture(page, { name: 'running-light', ...WIDE, theme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitUntilIdle(page);
  await page.getByRole('treeitem', { name: /^src/ }).click();
  await page.getByRole('treeitem', { name: /^duration\.js/ }).click();
  await page.locator('.monaco-editor .view-line').first().waitFor();
  await send(page, 'ask');
  await page.getByRole('dialog').waitFor();
  await takePicture(page, { name: 'asking', ...WIDE, theme: 'light' });
  await page.setViewportSize(PHONE);
  await page
    .getByRole('button', { name: /^Chat/ })
    .or(page.getByRole('tab', { name: /^Chat/ }))
    .first()
    .click();
  await takePicture(page, { name: 'phone', ...PHONE, theme: 'dark' });
}

async function readyUrl(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) {
    const ready = /^pi-panel ready: (\S+)$/.exec(line);
    if (ready?.[1]) return ready[1];
  }
  throw new Error('The panel exited before it was ready.');
}

/** The tour as seen by a user who starts it and then reviews its changes. */
async function record(url: string): Promise<void> {
  const page = await browser.newPage({ viewport: RECORDED, colorScheme: 'dark' });
  await page.goto(url);
  await waitUntilIdle(page);
  const frames: Frame[] = [];
  let isOver = false;
  const filming = (async () => {
    const start = performance.now();
    while (!isOver && performance.now() - start < RECORDED_MS) {
      const from = performance.now();
      const png = await page.screenshot();
      await page.waitForTimeout(Math.max(0, FRAME_MS - (performance.now() - from)));
      frames.push({ png, ms: performance.now() - from });
    }
  })();
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.pressSequentially('Show me around', { delay: 60 });
  await message.press('Enter');
  await page.getByRole('button', { name: 'Review', exact: true }).click({ timeout: 60_000 });
  await page.getByRole('region', { name: 'Review', exact: true }).waitFor();
  await page.waitForTimeout(3000);
  isOver = true;
  await filming;
  await page.close();
  await mkdir(PICTURES, { recursive: true });
  await writeFile(path.join(PICTURES, 'tour.webp'), await animatedWebp(browser, frames, 0.8));
}

async function send(page: Page, text: string): Promise<void> {
  await waitUntilIdle(page);
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill(text);
  await message.press('Enter');
}

async function waitUntilIdle(page: Page): Promise<void> {
  await page
    .getByRole('status', { name: 'Agent status' })
    .filter({ hasText: 'idle' })
    .first()
    .waitFor({ timeout: 60_000 });
}

async function takePicture(page: Page, { name, width, height, theme }: Picture): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(() => document.fonts.ready);
  await mkdir(PICTURES, { recursive: true });
  // Colors change slowly with the theme.
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), animations: 'disabled' });
}
