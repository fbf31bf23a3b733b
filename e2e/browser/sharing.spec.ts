// `/share` and `/bug`: what is sent is shown first, and nothing is sent before the user says so.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { GithubCli } from '../panel/github-cli.ts';
import { composer, converse, notifications, open, palette, send } from './page.ts';
import { expect, test as base } from './panel.ts';
import { isPiSince } from './running-panel.ts';

/** Assembled at run time, so that secret scanners do not report this file. */
const SECRET = `sk-${'a1B2'.repeat(8)}`;

const test = base.extend<{ gh: GithubCli }>({
  // Playwright requires a destructuring pattern even without fixtures.
  // eslint-disable-next-line no-empty-pattern
  gh: async ({}, use) => {
    const gh = await GithubCli.create();
    await use(gh);
    await gh.remove();
  },
  panelOptions: async ({ gh }, use) => {
    await use({ env: { PATH: `${gh.folder}${path.delimiter}${process.env['PATH'] ?? ''}` } });
  },
});

const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

test('a session becomes a gist once the user has seen what is sent, without its secrets', async ({
  page,
  panel,
  gh,
}) => {
  await open(page, panel);
  await converse(page, panel, [`my key is ${SECRET}`, 'Keep it to yourself.']);
  await send(page, '/share');
  await expect(palette(page)).toContainText('octocat on github.com');
  await expect(palette(page)).toContainText('It seems to contain secrets: sk-a1B');
  await option(page, /^See what is sent/).click();
  await expect(palette(page)).toContainText('Keep it to yourself.');
  expect(await gh.sent()).toBeNull();
  await page.keyboard.press('Escape');
  await option(page, 'Share it without the secrets').click();
  await expect(palette(page)).toContainText('https://pi.dev/session/#0123abcd');
  const { name, text } = (await gh.sent())!;
  expect(name).toBe('session.html');
  expect(text).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, 20));
  await expect(option(page, /^Open the gist/)).toContainText('https://gist.github.com/octocat/0123abcd');
});

test('without a sign-in the page says what to do, and a canceled share sends nothing', async ({
  page,
  panel,
  gh,
}) => {
  await open(page, panel);
  await converse(page, panel, ['hello', 'Hello.']);
  await gh.set('signed-out');
  await send(page, '/share');
  await expect(notifications(page)).toContainText('run gh auth login');
  await gh.set(null);
  await send(page, '/share');
  await option(page, 'Cancel').click();
  await expect(palette(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
  expect(await gh.sent()).toBeNull();
});

test('a bug report is made step by step, shown, and downloaded as a zip file', async ({ page, panel }) => {
  test.skip(!isPiSince('0.86.0'), 'this pi has no bug reports');
  await open(page, panel);
  await converse(page, panel, ['a private word', 'Noted.']);
  await send(page, '/bug It stops');
  const field = palette(page).getByRole('textbox');
  await expect(field).toHaveValue('It stops');
  await field.fill('It stops too early');
  await page.keyboard.press('Enter');
  await option(page, 'Do not include it').click();
  await option(page, 'No summary').click();
  await expect(palette(page)).toContainText('radius.pi.dev');
  await option(page, /^See what is sent/).click();
  await expect(palette(page)).toContainText('It stops too early');
  await expect(palette(page)).not.toContainText('a private word');
  await page.keyboard.press('Escape');
  // The panel of a test is offline.
  await expect(option(page, /^Upload the report/)).toContainText('pi is offline (PI_OFFLINE).');
  const download = page.waitForEvent('download');
  await option(page, 'Download the report as a zip file').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^pi-bug-report-[\w-]+\.zip$/);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
});
