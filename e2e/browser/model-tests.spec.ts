// The test button of a model, on servers that fail in each of the ways in which servers fail.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../panel/free-port.ts';
import { button, open, settings } from './page.ts';
import { expect, test, type RunningPanel } from './panel.ts';

async function listen(server: Pick<Server, 'listen' | 'address'>): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Refuses the key `wrong`, and knows no model. */
const api = createServer((request, response) => {
  const isRefused = request.headers.authorization === 'Bearer wrong';
  const error = isRefused
    ? { message: 'Incorrect API key provided', code: 'invalid_api_key' }
    : { message: 'The model `lost` does not exist', code: 'model_not_found' };
  response.writeHead(isRefused ? 401 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error }));
});

/** A server whose certificate nobody has signed. */
async function untrustedServer(folder: string): Promise<ReturnType<typeof createTlsServer>> {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [string, string];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2'];
  execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return createTlsServer({ key: await readFile(key), cert: await readFile(cert) }, (_request, response) =>
    response.end('{}'),
  );
}

async function tryModel(page: Page, id: string): Promise<string> {
  const row = settings(page).getByRole('listitem', { name: id });
  await button(row, 'Test').click();
  const status = row.getByRole('status');
  await expect(status).not.toContainText('Asking the model', { timeout: 60_000 });
  return (await status.textContent()) ?? '';
}

async function writeProviders(panel: RunningPanel, addresses: Record<string, string>): Promise<void> {
  const providers = Object.fromEntries(
    Object.entries(addresses).map(([name, baseUrl]) => [
      name,
      {
        ...{ baseUrl, api: 'openai-completions', apiKey: name === 'refused' ? 'wrong' : 'right' },
        models: [{ id: 'lost', input: ['text', 'image'], reasoning: true, contextWindow: 64_000 }],
      },
    ]),
  );
  await writeFile(path.join(panel.folders.agentDir, 'models.json'), JSON.stringify({ providers }));
}

test('the test of a model says in words what failed: the name, the connection, the certificate, the key, the model', async ({
  page,
  panel,
}) => {
  test.setTimeout(180_000);
  const tls = await untrustedServer(panel.folders.root);
  const [apiPort, tlsPort, nobody] = await Promise.all([listen(api), listen(tls), freePort()]);
  await writeProviders(panel, {
    dns: 'http://no-such-host.invalid/v1',
    silent: `http://127.0.0.1:${nobody}/v1`,
    tls: `https://127.0.0.1:${tlsPort}/v1`,
    refused: `http://127.0.0.1:${apiPort}/v1`,
    lost: `http://127.0.0.1:${apiPort}/v1`,
  });
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+,');
  await settings(page).getByRole('tab', { name: 'Models' }).click();
  const row = settings(page).getByRole('listitem', { name: 'lost/lost' });
  for (const fact of ['64k context', 'images · thinking']) await expect(row).toContainText(fact);
  expect(await tryModel(page, 'dns/lost')).toContain(
    'DNS: there is no server with the name no-such-host.invalid.',
  );
  expect(await tryModel(page, 'silent/lost')).toContain(`nothing answers at 127.0.0.1, port ${nobody}`);
  expect(await tryModel(page, 'tls/lost')).toContain('TLS: the certificate of 127.0.0.1 is not accepted');
  expect(await tryModel(page, 'refused/lost')).toContain('The server refused the key.');
  expect(await tryModel(page, 'lost/lost')).toContain('The server does not know this model name');
  for (const server of [api, tls]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test('favorites are cycled forward and back, and a model saved as the default is that of new sessions', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await page.keyboard.press('ControlOrMeta+,');
  await settings(page).getByRole('tab', { name: 'Models' }).click();
  for (const name of ['Demo tour', 'Demo plain'])
    await settings(page)
      .getByRole('button', { name: `Make ${name} a favorite` })
      .click();
  const plain = settings(page).getByRole('listitem', { name: 'demo/demo-plain' });
  await button(plain, 'Make default').click();
  await expect(plain.getByText('Default', { exact: true })).toBeVisible();
  const stored = await readFile(path.join(panel.folders.agentDir, 'settings.json'), 'utf8');
  expect(JSON.parse(stored)).toMatchObject({ defaultProvider: 'demo', defaultModel: 'demo-plain' });
  await settings(page)
    .getByRole('group', { name: 'Models to cycle through' })
    .getByRole('button', { name: 'Favorites' })
    .click();
  await expect
    .poll(async (): Promise<unknown> =>
      JSON.parse(await readFile(path.join(panel.folders.agentDir, 'settings.json'), 'utf8')),
    )
    .toMatchObject({ enabledModels: ['demo/demo-tour', 'demo/demo-plain'] });
  await expect(settings(page).getByText('Saved. pi uses it after a reload.')).toBeVisible();
  await page.keyboard.press('Escape');
  const model = page.getByRole('button', { name: /^Model: / });
  await expect(model).toHaveAccessibleName(/Demo tour/);
  for (const [key, name] of [
    ['Alt+M', /Demo plain/],
    ['Alt+M', /Demo tour/],
    ['Alt+Shift+M', /Demo plain/],
  ] as const) {
    await page.keyboard.press(key);
    await expect(model).toHaveAccessibleName(name);
  }
});
