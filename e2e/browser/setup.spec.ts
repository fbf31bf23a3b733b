// From an empty machine to a working model, all on the page: a key, OAuth, a custom provider, settings.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startModel } from '../../server/demo/model.ts';
import { signInExtension, startAuthorizationServer } from '../panel/authorization-server.ts';
import { makeFolders } from '../panel/folders.ts';
import { answers, button, composer, expectIdle, open, send, settings } from './page.ts';
import { expect, RunningPanel, test as base } from './panel.ts';
import { writePiPackage } from '../panel/npm-registry.ts';
import { says } from '../panel/scripted.ts';

const KEY = 'sk-or-planted-0123456789';
const OWN_KEY = 'sk-lab-planted-0123456789';

/** A panel in an empty HOME: pi has no credentials, and no provider of it is reached over the network. */
const test = base.extend<{ empty: RunningPanel }>({
  empty: async ({ context }, use) => {
    const [model, server] = await Promise.all([
      startModel({ pace: 1, tour: false }),
      startAuthorizationServer(),
    ]);
    const folders = await makeFolders({ files: { 'README.md': '# A project\n' } });
    const extension = path.join(folders.root, 'extension.ts');
    await writeFile(extension, signInExtension(server.url, model.url));
    const panel = new RunningPanel(folders, model, { withDemo: false, piArgs: ['-e', extension] });
    await panel.start();
    await use(panel);
    await Promise.all(context.pages().map((page) => page.close()));
    await panel.close();
    await Promise.all([model.close(), server.close()]);
  },
});

const showPage = async (page: Page, name: string): Promise<void> => {
  if (!(await settings(page).isVisible())) await page.keyboard.press('ControlOrMeta+,');
  await settings(page).getByRole('tab', { name, exact: true }).click();
};

test('a message without any model stays in the composer, with what to do and the way to the providers', async ({
  page,
  empty: panel,
}) => {
  await open(page, panel);
  await send(page, 'hello');
  const status = page.getByText('Not sent: connect a model first.');
  await expect(status).toBeVisible();
  await expect(composer(page)).toHaveValue('hello');
  await expect(page.getByText('/login')).toHaveCount(0);
  await button(page, 'Set up a provider').click();
  await expect(settings(page).getByRole('tab', { name: 'Providers', selected: true })).toBeVisible();
});

test('S-25: from an empty HOME to an answer with a pasted key, then OAuth, an own provider, and settings', async ({
  page,
  empty: panel,
}) => {
  test.setTimeout(300_000);
  await open(page, panel);
  const start = page.getByRole('region', { name: 'No model' });
  await start.getByRole('button', { name: 'OpenRouter' }).click();
  await start.getByRole('textbox', { name: 'API key' }).fill(KEY);
  await button(start, 'Sign in').click();
  await expect(start).toBeHidden({ timeout: 30_000 });
  // The test of the key asks the same model.
  await expect(page.getByText(/^OpenRouter: It works: .+ answers\.$/).first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(composer(page)).toBeFocused();
  await expectIdle(page);
  panel.model.queue([says('Hello by key.')]);
  await send(page, 'hello');
  await expect(answers(page).last()).toContainText('Hello by key.');
  const agentFile = (name: string): Promise<string> =>
    readFile(path.join(panel.folders.agentDir, name), 'utf8');
  expect(await agentFile('auth.json')).toContain(KEY);
  expect(await page.content()).not.toContain(KEY);

  await showPage(page, 'Providers');
  const corp = settings(page).getByRole('listitem', { name: /^Corp/ });
  await button(corp, 'Sign in').click();
  await corp.getByRole('button', { name: 'Sign in with Corp account' }).click();
  const link = corp.getByRole('link', { name: 'Open the sign-in page' });
  const address = await link.getAttribute('href');
  await (await fetch(address ?? '')).text();
  await expect(settings(page).getByRole('listitem', { name: 'Corp, Signed in' })).toBeVisible();
  await button(settings(page).getByRole('listitem', { name: 'Corp, Signed in' }), 'Sign out').click();
  await expect(settings(page).getByRole('listitem', { name: 'Corp, Not configured' })).toBeVisible();

  await showPage(page, 'Models');
  await button(settings(page), 'Add a provider').click();
  const form = settings(page).getByRole('form', { name: 'Add a provider' });
  await form.getByLabel('Name').fill('lab');
  await form.getByLabel('Base URL').fill(panel.model.url);
  await form.getByLabel('Model ids').fill('lab-one');
  await form.getByLabel('API key').fill(OWN_KEY);
  // A look at another page does not lose the input.
  await showPage(page, 'Providers');
  await showPage(page, 'Models');
  await expect(form.getByLabel('Name')).toHaveValue('lab');
  await button(form, 'Save provider').click();
  await expect(form).toBeHidden({ timeout: 30_000 });
  expect(await agentFile('auth.json')).toContain(OWN_KEY);
  expect(await agentFile('models.json')).not.toContain(OWN_KEY);
  const row = settings(page).getByRole('listitem', { name: 'lab/lab-one' });
  await button(row, 'Test').click();
  await expect(row.getByRole('status')).toContainText('The model answers.', { timeout: 30_000 });
  await button(row, 'Make default').click();
  await expect(row.getByText('Default', { exact: true })).toBeVisible();
  await button(row, 'Use').click();
  await expect(row.getByText('In use', { exact: true })).toBeVisible();

  await showPage(page, 'pi');
  const change = async (label: string, value: string): Promise<void> => {
    const control = settings(page).getByLabel(label, { exact: true }).and(page.locator('input, select'));
    if (await control.evaluate((element) => element.matches('select'))) await control.selectOption(value);
    else {
      await control.fill(value);
      await control.press('Enter');
    }
    await expect(settings(page).getByRole('button', { name: `Reset ${label}` })).toBeVisible();
  };
  await change('Retry › Max retries', '5');
  await change('Hide thinking block', 'true');
  await change('Default thinking level', 'high');
  await change('Session dir', 'sessions-here');
  for (const [label, value] of [
    ['Show cache miss notices', 'true'],
    ['Cache warming', 'off'],
    ['Quiet startup', 'true'],
    ['Retry › Base delay (ms)', '700'],
  ] as const)
    await change(label, value);
  expect(JSON.parse(await agentFile('settings.json'))).toMatchObject({
    ...{ defaultProvider: 'lab', defaultModel: 'lab-one', hideThinkingBlock: true },
    ...{ defaultThinkingLevel: 'high', retry: { maxRetries: 5 }, sessionDir: 'sessions-here' },
  });
  await settings(page).getByRole('button', { name: 'Reset Session dir' }).click();
  await expect
    .poll(async () => JSON.parse(await agentFile('settings.json')) as object)
    .not.toHaveProperty('sessionDir');

  // A package, from a folder, whose skill the model is then told to use.
  const tools = path.join(panel.folders.root, 'tools');
  await writePiPackage(tools, '1.0.0');
  await showPage(page, 'Packages');
  await settings(page).getByRole('textbox', { name: 'Package' }).fill(tools);
  await button(settings(page), 'Install').click();
  const output = settings(page).getByRole('region', { name: 'Command output' });
  await expect(output.getByRole('status')).toHaveText('Done.', { timeout: 30_000 });
  const installed = settings(page).getByRole('list', { name: 'All projects' });
  await installed.getByRole('button', { name: /^Contains 1 extension, 1 skill, 1 prompt/ }).click();
  await expect(installed.getByRole('switch', { name: 'Use shout' })).toBeChecked();
  await installed.getByRole('switch', { name: 'Use clock' }).click();
  await expect(installed.getByRole('button', { name: /1 off$/ })).toBeVisible();

  // A skill that the user writes.
  await showPage(page, 'Skills and prompts');
  await button(settings(page), 'New skill').click();
  const skill = settings(page).getByRole('form', { name: 'New skill' });
  await skill.getByLabel('Name').fill('tidy');
  await skill.getByLabel('Description').fill('Tidies up');
  await button(skill, 'Create').click();
  const file = settings(page).getByRole('region', { name: /tidy.SKILL.md$/ });
  await expect(file.locator('.view-lines')).toContainText('description: "Tidies up"');
  await file
    .locator('.monaco-editor textarea, .monaco-editor .native-edit-context')
    .first()
    .press('Control+End');
  await page.keyboard.type('Use a broom.');
  await button(file, 'Save').click();
  await expect(button(file, 'Save')).toBeDisabled();
  await button(settings(page), 'Reload').click();
  await expect(page.getByText('prompt templates and settings were reloaded.').first()).toBeVisible();
  await button(settings(page), 'Back to the list').click();
  await expect(settings(page).getByRole('switch', { name: 'Use tidy' })).toBeChecked();
  await page.keyboard.press('Escape');
  for (const [command, words] of [
    ['/skill:tidy the desk', 'Use a broom.'],
    ['/skill:shout hello', 'Answer in capitals.'],
  ] as const) {
    panel.model.queue([says(`Did ${command}.`)]);
    await send(page, command);
    await expect(answers(page).last()).toContainText(`Did ${command}.`);
    await expectIdle(page);
    expect(JSON.stringify(panel.model.requests.at(-1))).toContain(words);
  }
  await showPage(page, 'Packages');
  await settings(page).getByRole('button', { name: 'Remove pi-panel-example-tools' }).click();
  await expect(output.getByRole('status')).toHaveText('Done.', { timeout: 30_000 });
  await expect(settings(page).getByText('No packages yet.')).toBeVisible();

  // Another program breaks the file: it is shown where, and nothing is overwritten.
  const broken = '{\n  "theme": "dark"\n  "quietStartup": true\n}\n';
  await writeFile(path.join(panel.folders.agentDir, 'settings.json'), broken);
  await showPage(page, 'Panel');
  await showPage(page, 'pi');
  await expect(settings(page).getByRole('alert')).toContainText('Line 3, column 3: Comma expected.');
  expect(await agentFile('settings.json')).toBe(broken);
});
