// Takes the screenshots for the README from the running demo: `npm run pictures`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
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
  const url = await readyUrl();
  const browser = await chromium.launch(await findBrowser());
  try {
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
  } finally {
    await browser.close();
  }
} finally {
  panel.kill('SIGTERM');
  if (panel.exitCode === null) await once(panel, 'exit');
  await rm(home, { recursive: true, force: true });
}

async function readyUrl(): Promise<string> {
  for await (const line of createInterface({ input: panel.stdout })) {
    const ready = /^pi-panel ready: (\S+)$/.exec(line);
    if (ready?.[1]) return ready[1];
  }
  throw new Error('The panel exited before it was ready.');
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
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}
