// Saving a provider shows whether it works, and offers the models that its server lists.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { button, open, settings } from './page.ts';
import { expect, test as base } from './panel.ts';

const IDS = ['llama-small', 'llama-large', 'a/b:free'];

/** An OpenAI-compatible server with three models, which takes only the key `right`. */
function startServer(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.headers.authorization !== 'Bearer right') {
      const error = { message: 'Incorrect API key provided' };
      response.writeHead(401, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ error }));
    }
    if (request.method === 'GET')
      return void response.end(JSON.stringify({ data: IDS.map((id) => ({ id })) }));
    request.resume();
    const chunk = (delta: object, reason: string | null): string => {
      const choices = [{ index: 0, delta, finish_reason: reason }];
      return `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', choices })}\n\n`;
    };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${chunk({ role: 'assistant', content: 'OK' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
  });
  return new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve(server)));
}

const test = base.extend<{ baseUrl: string }>({
  // eslint-disable-next-line no-empty-pattern
  baseUrl: async ({}, use) => {
    const server = await startServer();
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

async function showPage(page: Page, name: string): Promise<void> {
  if (!(await settings(page).isVisible())) await page.keyboard.press('ControlOrMeta+,');
  await settings(page).getByRole('tab', { name, exact: true }).click();
}

test('the form of a provider offers the models of the server, and the saved one is tested at once', async ({
  page,
  panel,
  baseUrl,
}) => {
  test.setTimeout(120_000);
  await open(page, panel);
  await showPage(page, 'Models');
  await button(settings(page), 'Add a provider').click();
  const form = settings(page).getByRole('form', { name: 'Add a provider' });
  const list = form.getByRole('group', { name: 'The server lists 3 models' });
  await expect(button(form, 'List the server’s models')).toBeDisabled();
  await form.getByLabel('Name').fill('lab');
  await form.getByLabel('Base URL').fill(baseUrl);

  await test.step('a server that refuses the key is explained, and nothing is saved', async () => {
    await form.getByLabel('API key').fill('wrong');
    await button(form, 'Save provider').click();
    await expect(form.getByText(/^The server refused the key\./)).toBeVisible({ timeout: 30_000 });
    await expect(form.getByText('Model ids: enter at least one.')).toBeVisible();
    await expect(readFile(path.join(panel.folders.agentDir, 'models.json'))).rejects.toThrow('ENOENT');
  });

  await test.step('without ids, saving asks the server, and its models are chosen by a click', async () => {
    await form.getByLabel('API key').fill('right');
    await expect(form.getByText(/^The server refused the key\./)).toHaveCount(0);
    await button(form, 'Save provider').click();
    await expect(form.getByText('Model ids: choose at least one from the list.')).toBeVisible();
    await list.getByRole('checkbox', { name: 'llama-large' }).check();
    await list.getByRole('checkbox', { name: 'a/b:free' }).check();
    await expect(form.getByLabel('Model ids')).toHaveValue('llama-large, a/b:free');
    await list.getByRole('checkbox', { name: 'a/b:free' }).uncheck();
    await form.getByLabel('Model ids').fill('llama-large, llama-small');
    await expect(list.getByRole('checkbox', { name: 'llama-small' })).toBeChecked();
  });

  await button(form, 'Save provider').click();
  await expect(form).toBeHidden({ timeout: 30_000 });
  const row = settings(page).getByRole('listitem', { name: 'lab/llama-large' });
  await expect(row.getByRole('status')).toContainText('The model answers. OK', { timeout: 60_000 });
  await expect(settings(page).getByRole('listitem', { name: 'lab/llama-small' })).toBeVisible();
});

test('a stored key is tested: a wrong one is kept and explained, and a right one says that it works', async ({
  page,
  panel,
  baseUrl,
}) => {
  test.setTimeout(120_000);
  const lab = { baseUrl, api: 'openai-completions', apiKey: '$NO_KEY_HERE', models: [{ id: 'llama-small' }] };
  await writeFile(path.join(panel.folders.agentDir, 'models.json'), JSON.stringify({ providers: { lab } }));
  await open(page, panel);
  await showPage(page, 'Providers');
  await settings(page).getByRole('searchbox', { name: 'Search providers' }).fill('lab');
  const row = settings(page).getByRole('listitem', { name: /^lab/ });
  const storeKey = async (key: string): Promise<void> => {
    await row.getByRole('button', { name: /^(?:Sign in|Change)$/ }).click();
    await row.getByRole('textbox', { name: 'API key' }).fill(key);
    await button(row.locator('form'), 'Sign in').click();
  };
  await storeKey('wrong');
  await expect(row.getByRole('status')).toContainText(
    'The credentials are stored, but their test failed. The server refused the key.',
    { timeout: 60_000 },
  );
  const auth = await readFile(path.join(panel.folders.agentDir, 'auth.json'), 'utf8');
  expect(JSON.parse(auth)).toMatchObject({ lab: { key: 'wrong' } });
  await storeKey('right');
  await expect(row.getByRole('status')).toHaveText('It works: llama-small answers.', { timeout: 60_000 });
  await button(row, 'Sign out').click();
  await expect(row.getByRole('status')).toHaveCount(0);
});
