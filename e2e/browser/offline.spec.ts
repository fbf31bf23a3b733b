// The service worker: what the page is while the panel is away, and that the worker stores nothing and does not interfere.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { says } from '../panel/scripted.ts';
import { answers, button, composer, converse, expectLive, open, prompts } from './page.ts';
import { expect, test } from './panel.ts';

async function expectWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

test('a page that is opened while the panel is offline says so, and turns into the real page once it is back', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await expectWorker(page);
  await converse(page, panel, ['Remember this.', 'I do.']);
  await composer(page).fill('a draft');
  await panel.kill();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The panel does not answer' })).toBeVisible();
  await expect(page).toHaveTitle('offline · pi-panel');
  await expect(page.getByRole('status')).toHaveText(/Offline\. This page reconnects/);
  await expect(button(page, 'Try now')).toBeVisible();

  await panel.start();
  await expectLive(page);
  await expect(answers(page)).toContainText('I do.');
  await expect(composer(page)).toHaveValue('a draft');
});

test('a message typed while the panel is away says what happens to it, and is sent once', async ({
  page,
  panel,
}) => {
  test.slow();
  await open(page, panel);
  await composer(page).fill('Go on.');
  await panel.kill();
  const note = page.getByText('Send your message once the panel is back: it stays here.');
  await expect(note).toBeVisible({ timeout: 60_000 });
  await composer(page).press('Enter');
  await expect(button(page, 'Try again')).toBeVisible();
  await expect(composer(page)).toHaveValue('Go on.');

  await panel.start();
  await expectLive(page);
  await expect(note).toHaveCount(0);
  await expect(composer(page)).toHaveValue('Go on.');
  panel.model.queue([says('Going on.')]);
  // The restarted panel may be in a new session, which clears "Try again": nothing has failed there yet.
  await composer(page).press('Enter');
  await expect(answers(page)).toContainText('Going on.');
  await expect(prompts(page)).toHaveCount(1);
  await expect(composer(page)).toHaveValue('');
});

test.describe('a browser in Japanese', () => {
  test.use({ locale: 'ja-JP' });

  test('reads the offline page in its language, or in the one that was chosen for the page', async ({
    page,
    panel,
  }) => {
    await page.goto(panel.url.href);
    await expect(page.locator('textarea').first()).toBeVisible();
    await expectWorker(page);
    await panel.kill();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'パネルが応答しません' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await page.evaluate(() => localStorage.setItem('pi-panel.language', '"zh"'));
    await page.reload();
    await expect(page.getByRole('heading', { name: '面板没有响应' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/[a-z]{3}/i);
  });
});

test('an installed page on a device without a network says so, and uses the link in its address once it is back', async ({
  page,
  panel,
  context,
}) => {
  await open(page, panel);
  await expectWorker(page);
  await context.setOffline(true);
  await page.goto(`${panel.origin}/?from=home#t=${panel.token}`);
  await expect(page.getByRole('heading', { name: 'This device is offline' })).toBeVisible();
  await context.setOffline(false);
  await expectLive(page);
  await expect.poll(() => page.url()).toMatch(/\/\?from=home&session=[\w-]+$/);
});

test('S-15, S-18: the worker stores neither answers of the API nor the token', async ({ page, panel }) => {
  await open(page, panel);
  await expectWorker(page);
  await page.reload();
  await expectLive(page);
  await converse(page, panel, ['A secret question', 'A secret answer']);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  // The worker does not answer when an address of the API is opened as a page.
  await panel.kill();
  const failure = await page.goto(`${panel.origin}/api/agents`).catch(String);
  expect(failure).toContain('ERR_CONNECTION_REFUSED');
});

test('S-15: a program that takes over the port is shown as it is, and the worker unregisters itself', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await expectWorker(page);
  await panel.kill();
  const other = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end('<h1>Another program</h1>'),
  );
  await once(other.listen(panel.port, '127.0.0.1'), 'listening');
  await page.goto(panel.origin);
  await expect(page.getByRole('heading')).toHaveText('Another program');
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  other.closeAllConnections();
  other.close();
});

test.describe('over plain http to another machine', () => {
  test.use({ panelOptions: { args: ['--allowed-host', 'panel.test'] } });

  test('the page works without a service worker', async ({ panel }) => {
    const { args, ...browser } = await findBrowser();
    const far = await chromium.launch({
      ...browser,
      args: [...args, '--host-resolver-rules=MAP panel.test 127.0.0.1'],
    });
    const page = await far.newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(`http://panel.test:${panel.port}/#t=${panel.token}`);
    await expectLive(page);
    expect(await page.evaluate(() => 'serviceWorker' in navigator)).toBe(false);
    await converse(page, panel, ['Hello', 'From afar.']);
    expect(problems).toEqual([]);
    await far.close();
  });
});
