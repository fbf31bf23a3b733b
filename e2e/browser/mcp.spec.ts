// The page of the MCP servers, on a pi that connects to them itself: states, tools, switches, and signing in.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startMcpOAuthServer, STDIO_SERVER } from '../panel/mcp-server.ts';
import { InputMethod } from './compositions.ts';
import { button, open, settings } from './page.ts';
import { expect, test } from './panel.ts';
import { isPiSince } from './running-panel.ts';

test.describe('a pi that connects by itself', () => {
  test.skip(!isPiSince('0.99.0'), 'this pi does not connect to MCP servers');

  test('S-25: servers are listed with their state and tools, switched off, added, and signed in to', async ({
    page,
    panel,
  }) => {
    test.slow();
    const docs = await startMcpOAuthServer();
    const script = path.join(panel.folders.root, 'clock.mjs');
    await writeFile(script, STDIO_SERVER);
    const file = path.join(panel.folders.agentDir, 'mcp.json');
    const mcpServers = {
      clock: { command: process.execPath, args: [script] },
      docs: { url: docs.url },
    };
    await writeFile(file, JSON.stringify({ mcpServers }));
    await open(page, panel);
    await page.keyboard.press('ControlOrMeta+,');
    await settings(page).getByRole('tab', { name: 'MCP' }).click();
    const row = (name: string) => settings(page).getByRole('listitem', { name });
    await expect(row('clock, Connected')).toBeVisible({ timeout: 60_000 });
    await button(row('clock, Connected'), '1 tool, codemode').click();
    await expect(row('clock, Connected')).toContainText('tell_time');
    await row('clock, Connected').getByRole('switch', { name: 'Use clock' }).click();
    await expect(row('clock, Off')).toBeVisible({ timeout: 60_000 });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      mcpServers: { clock: { enabled: false } },
    });

    const form = settings(page).getByRole('form', { name: 'Add a server' });
    const ime = await InputMethod.of(page);
    await ime.composeInEach('web/settings/mcp/NewMcpServer.svelte', (name) => form.getByLabel(name));
    await form.getByLabel('Name').fill('gone');
    await form.getByLabel('Command or URL').fill('/no/such/program');
    await button(form, 'Add').click();
    await expect(row('gone, Failed')).toContainText('/no/such/program', { timeout: 60_000 });

    await button(row('docs, Needs sign-in'), 'Sign in to docs').click();
    const signIn = settings(page).getByRole('form', { name: 'Sign-in' });
    const link = signIn.getByRole('link', { name: 'Open the sign-in page' });
    const query = new URL((await link.getAttribute('href', { timeout: 60_000 })) ?? '').searchParams;
    const redirect = `${query.get('redirect_uri')}?code=c0de&state=${query.get('state')}`;
    const address = signIn.getByLabel('If the browser cannot open the address');
    await ime.composeIn('web/settings/mcp/RedirectForm.svelte', address);
    await address.fill(redirect);
    await button(signIn, 'Continue').click();
    await expect(row('docs, Connected')).toBeVisible({ timeout: 60_000 });
    expect(await page.content()).not.toContain(docs.accessToken);
    await docs.close();
  });
});

test.describe('servers of files and of extensions', () => {
  test.skip(!isPiSince('1.0.0'), 'extensions of this pi register no servers');
  const LENDER = `
export default function (pi) {
  pi.registerMcpServer('lent', { url: 'http://127.0.0.1:9/mcp', exposure: 'deferred' });
}`;
  test.use({ panelOptions: { piArgs: ['--approve', '-e', './lender.ts'], files: { 'lender.ts': LENDER } } });

  test('the options of a server are changed in its file, and in the project', async ({ page, panel }) => {
    test.slow();
    const script = path.join(panel.folders.root, 'clock.mjs');
    await writeFile(script, STDIO_SERVER);
    const file = path.join(panel.folders.agentDir, 'mcp.json');
    const stored = async (name = file): Promise<unknown> => JSON.parse(await readFile(name, 'utf8'));
    const clock = { command: process.execPath, args: [script] };
    const far = { url: 'http://127.0.0.1:9/mcp' };
    await writeFile(file, JSON.stringify({ mcpServers: { clock, far } }));
    await open(page, panel);
    // pi reads the file of a project only once the project is trusted.
    await panel.post(`agents/${await panel.firstAgent()}/setup/trust`, { decision: 'always' });
    await page.keyboard.press('ControlOrMeta+,');
    await settings(page).getByRole('tab', { name: 'MCP' }).click();
    const row = (name: RegExp) => settings(page).getByRole('listitem', { name });
    await expect(row(/^clock, Connected/)).toBeVisible({ timeout: 60_000 });
    const lent = settings(page).getByRole('list', { name: 'Servers from extensions' });
    await expect(lent).toContainText('http://127.0.0.1:9/mcp');
    await expect(lent).toContainText('lender.ts · deferred');

    await button(row(/^clock,/), 'Options').click();
    await row(/^clock,/)
      .getByLabel('Exposure of clock')
      .selectOption('direct');
    await expect.poll(() => stored()).toMatchObject({ mcpServers: { clock: { exposure: 'direct' } } });
    await button(row(/^clock, Connected/), '1 tool, direct').click({ timeout: 60_000 });
    await row(/^clock,/)
      .getByLabel('Exposure of tell_time')
      .selectOption('hidden');
    await expect
      .poll(() => stored())
      .toMatchObject({ mcpServers: { clock: { toolExposure: { tell_time: 'hidden' } } } });
    const project = path.join(panel.workspace, '.pi/mcp.json');
    await row(/^clock,/)
      .getByLabel('In this project:')
      .selectOption('Off', { timeout: 60_000 });
    await expect(row(/^clock, Off/)).toBeVisible({ timeout: 60_000 });
    expect(await stored(project)).toEqual({ mcpServers: { clock: { enabled: false } } });
    await row(/^clock,/)
      .getByLabel('In this project:')
      .selectOption('as in all projects', { timeout: 60_000 });
    await expect(row(/^clock, Connected/)).toBeVisible({ timeout: 60_000 });

    await button(row(/^far,/), 'Options').click();
    const scopes = row(/^far,/).getByLabel('OAuth scopes');
    await (await InputMethod.of(page)).composeIn('web/settings/mcp/McpServerOptions.svelte', scopes);
    await scopes.fill('read write');
    await scopes.press('Tab');
    await expect
      .poll(() => stored())
      .toMatchObject({ mcpServers: { far: { ...far, oauth: { scope: 'read write' } } } });

    // Removing a server loses what it was configured with, so it is asked for.
    await button(row(/^far,/), 'Remove far').click({ timeout: 60_000 });
    const question = page.getByRole('alertdialog', { name: /^Remove far from/ });
    await expect(question).toBeVisible();
    expect(await stored()).toMatchObject({ mcpServers: { far } });
    await button(question, 'Remove').click();
    await expect(row(/^far,/)).toHaveCount(0, { timeout: 60_000 });
    expect(await stored()).toMatchObject({ mcpServers: { clock: { exposure: 'direct' } } });
  });
});
