// pi's files in the editor of the settings: completion and checks by pi's schema, broken files, and files that another
// program changes in the meantime.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { installedPis } from '../../scripts/pi-versions.ts';
import { button, open, settings } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';
import { TEST_PI_VERSION } from './running-panel.ts';

/** A pi that publishes no schemas. */
const old = (await installedPis()).find(({ version }) => version === '0.87.1' && version !== TEST_PI_VERSION);

/** The part of the editor of one of pi's files that receives typed text. */
const typing = (page: Page): Locator => settings(page).getByRole('textbox', { name: /\.json$/ });

async function openModelsFile(page: Page, panel: RunningPanel): Promise<void> {
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+,');
  await settings(page).getByRole('tab', { name: 'Models' }).click();
  await button(settings(page), 'Edit models.json').click();
  await typing(page).focus();
}

/** Pastes over the text of the editor, because Monaco would add brackets to typed text. */
async function enter(page: Page, text: string): Promise<void> {
  await typing(page).press('ControlOrMeta+A');
  await typing(page).evaluate((target, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

const completions = (page: Page): Locator => settings(page).locator('.suggest-widget .monaco-list-row');

for (const { version, args } of [
  { version: TEST_PI_VERSION, args: [] as string[] },
  ...(old ? [{ version: old.version, args: ['--agent', old.command] }] : []),
])
  test.describe(`pi ${version}`, () => {
    test.use({ panelOptions: { args } });

    test('models.json is completed, explained and checked by the schema of this pi', async ({
      page,
      panel,
    }) => {
      await openModelsFile(page, panel);
      await expect(settings(page)).toContainText(`Completion and checks follow the schema of pi ${version}.`);
      await enter(page, '{ "providers": { "lab": { "baseUrl": 7,  } } }');
      await expect(settings(page).locator('.squiggly-error, .squiggly-warning').first()).toBeVisible();
      // After the comma.
      for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+Space');
      await expect(completions(page).filter({ hasText: 'modelOverrides' })).toBeVisible();
      await page.keyboard.type('"apiK');
      await expect(completions(page)).toHaveText([/apiKey/]);
      await page.keyboard.press('Enter');
      await expect(settings(page).locator('.view-lines')).toContainText('"apiKey"');
      await settings(page).locator('.view-line span', { hasText: 'baseUrl' }).last().hover();
      await expect(settings(page).locator('.monaco-hover').first()).toContainText('API base URL');
    });

    test('settings.json is completed by the schema of this pi', async ({ page, panel }) => {
      await open(page, panel);
      await page.keyboard.press('ControlOrMeta+,');
      await button(settings(page), 'Edit as file').click();
      await expect(settings(page)).toContainText(`Completion and checks follow the schema of pi ${version}.`);
      await typing(page).focus();
      await enter(page, '{ "defaultThinkingLevel": "" }');
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Control+Space');
      await expect(completions(page).filter({ hasText: 'xhigh' })).toBeVisible();
      await page.keyboard.press('Escape');
    });
  });

test('a broken models.json is shown with line and column and is not overwritten, and a repaired one is read', async ({
  page,
  panel,
}) => {
  const file = path.join(panel.folders.agentDir, 'models.json');
  const broken = '{\n  "providers": {\n    "lab" {}\n  }\n}\n';
  await writeFile(file, broken);
  await open(page, panel);
  await button(page.getByRole('alert', { name: 'Broken file' }), 'Repair').click();
  const problem = settings(page).getByRole('alert').filter({ hasText: 'Line 3, column 11' });
  await expect(problem).toContainText('While it is broken, pi knows none of its providers and models.');
  await button(settings(page), 'Add a provider').click();
  const form = settings(page).getByRole('form', { name: 'Add a provider' });
  await form.getByLabel('Name').fill('lab');
  await form.getByLabel('Base URL').fill('http://127.0.0.1:1/v1');
  await form.getByLabel('Model ids').fill('one');
  await button(form, 'Save provider').click();
  await expect(form.getByRole('alert')).toContainText('Nothing was saved, because the file is broken.');
  expect(await readFile(file, 'utf8')).toBe(broken);

  const shown = typing(page);
  await shown.focus();
  await enter(page, '{ "providers": {} ');
  await shown.press('ControlOrMeta+S');
  await expect(settings(page).getByRole('alert').filter({ hasText: "It wasn't saved" })).toContainText(
    'Line 1',
  );
  expect(await readFile(file, 'utf8')).toBe(broken);
  await enter(page, '{ "providers": {} } // mine\n');
  await shown.press('ControlOrMeta+S');
  await expect.poll(() => readFile(file, 'utf8')).toBe('{ "providers": {} } // mine\n');
  await expect(problem).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert', { name: 'Broken file' })).toBeHidden();
});

test('text that is not saved outlives another page, closing the settings and a reload', async ({
  page,
  panel,
}) => {
  const file = path.join(panel.folders.agentDir, 'models.json');
  await writeFile(file, '{}\n');
  await openModelsFile(page, panel);
  await enter(page, '{} // mine');
  const models = settings(page).getByRole('tab', { name: 'Models' });
  await settings(page).getByRole('tab', { name: 'Language' }).click();
  await expect(models).toHaveAccessibleDescription('Not saved yet');
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
  await page.keyboard.press('ControlOrMeta+,');
  await models.click();
  await expect(settings(page).locator('.view-lines')).toContainText('// mine');
  await page.reload();
  await expect(settings(page).locator('.view-lines')).toContainText('// mine');
  // Text typed after saving continues at the same place.
  await typing(page).press('Control+End');
  await page.keyboard.press('ControlOrMeta+S');
  await expect.poll(() => readFile(file, 'utf8')).toBe('{} // mine');
  await page.keyboard.type(' and more');
  await expect(settings(page).locator('.view-lines')).toContainText('// mine and more');
  await button(settings(page), 'Discard').click();
  await expect(models).toHaveAccessibleDescription('');
});

test('a broken auth.json is named where the user is, and set aside without a terminal', async ({
  page,
  panel,
}) => {
  const file = path.join(panel.folders.agentDir, 'auth.json');
  await writeFile(file, '{ "groq": { "key": "sk-planted" } ');
  await open(page, panel);
  const broken = page.getByRole('alert', { name: 'Broken file' });
  await expect(broken).toContainText('pi uses none of the keys and sign-ins in it');
  expect(await page.content()).not.toContain('sk-planted');
  await button(broken, 'Set it aside').click();
  await expect(broken).toBeHidden();
  const [aside = ''] = (await readdir(panel.folders.agentDir)).filter((name) => name.includes('.broken-'));
  expect(await readFile(path.join(panel.folders.agentDir, aside), 'utf8')).toContain('sk-planted');
});

test('a file that another program changed meanwhile is compared, and either version can be kept', async ({
  page,
  panel,
}) => {
  const file = path.join(panel.folders.agentDir, 'models.json');
  const providers = (name: string): string => `{\n  "providers": { "${name}": { "apiKey": "x" } }\n}\n`;
  await writeFile(file, providers('first'));
  await openModelsFile(page, panel);
  await enter(page, providers('mine'));
  await writeFile(file, providers('theirs'));
  await button(settings(page), 'Save').click();
  const both = settings(page).getByRole('group', { name: 'Changed meanwhile' });
  const versions = both.getByRole('region', { name: /^Both sides of .*models\.json$/ });
  await expect(versions).toContainText(/mine[^]*theirs/);
  await expect(button(both, 'Merge both')).toBeDisabled();
  expect(await readFile(file, 'utf8')).toBe(providers('theirs'));
  await button(both, 'Overwrite with yours').click();
  await expect.poll(() => readFile(file, 'utf8')).toBe(providers('mine'));
  await expect(both).toBeHidden();

  await typing(page).focus();
  await enter(page, providers('again'));
  await writeFile(file, providers('theirs'));
  // Text typed before the reload is based on the earlier version.
  await page.reload();
  await expect(settings(page).locator('.view-lines')).toContainText('again');
  await button(settings(page), 'Save').click();
  await button(versions, 'Yours').click();
  await expect(button(both, 'Merge both')).toBeEnabled();
  await button(both, 'Use theirs').click();
  await expect(both).toBeHidden();
  await expect(settings(page).locator('.view-lines')).toContainText('theirs');
  expect(await readFile(file, 'utf8')).toBe(providers('theirs'));
});
