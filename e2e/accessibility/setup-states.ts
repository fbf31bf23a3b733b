// The states before there is a model, and of signing in. They have a panel of their own: with MCP servers, without any
// model, in a folder that brings code of its own.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { signInExtension } from '../panel/authorization-server.ts';
import { startMcpOAuthServer, STDIO_SERVER } from '../panel/mcp-server.ts';
import { makeFolders } from '../panel/folders.ts';
import { Panel } from '../panel/panel.ts';
import { button, expect, overlay, type Visit } from './page.ts';

export async function withNewPanel(visit: (panel: Panel) => Promise<void>): Promise<void> {
  const docs = await startMcpOAuthServer();
  const folders = await makeFolders({ files: { '.pi/extensions/own.ts': 'export default () => {};\n' } });
  const [extension, clock] = ['extension.ts', 'clock.mjs'].map((name) => path.join(folders.root, name));
  await writeFile(extension!, signInExtension('http://127.0.0.1:9', 'http://127.0.0.1:9'));
  await writeFile(clock!, STDIO_SERVER);
  const mcpServers = { clock: { command: process.execPath, args: [clock] }, docs: { url: docs.url } };
  await writeFile(path.join(folders.agentDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  const panel = new Panel(folders, {
    withDemo: false,
    piArgs: ['-e', extension!],
  });
  try {
    await panel.start();
    await visit(panel);
  } finally {
    await panel.close();
    await docs.close();
  }
}

export async function visitSetup({ page, say, onState }: Omit<Visit, 'model'>): Promise<void> {
  const start = page.getByRole('region', { name: say('No model') });
  await expect(start).toBeVisible();
  await onState('no model, and a folder that is not trusted');
  await start.getByRole('button', { name: 'OpenRouter' }).click();
  await expect(start.locator('input[type="password"]')).toBeVisible();
  await onState('signing in with a key');
  await page.keyboard.press('ControlOrMeta+,');
  const show = (name: string): Promise<void> =>
    overlay(page)
      .getByRole('tab', { name: say(name), exact: true })
      .click();
  await show('Providers');
  await overlay(page)
    .getByRole('searchbox', { name: say('Search providers') })
    .fill('Corp');
  const corp = overlay(page).getByRole('listitem').filter({ hasText: 'Corp' }).first();
  await button(corp, say('Sign in')).click();
  await corp.getByRole('button', { name: /Corp account/ }).click();
  await expect(corp.getByRole('link')).toBeVisible();
  await onState('signing in with an account');
  await show('MCP');
  await expect(overlay(page).getByRole('listitem').filter({ hasText: 'clock' })).toBeVisible();
  await onState('the settings: MCP servers');
  const docs = overlay(page).getByRole('listitem').filter({ hasText: 'docs' });
  await docs.getByRole('button', { name: say('Sign in to {name}', { name: 'docs' }) }).click();
  await expect(overlay(page).getByRole('form').getByRole('link')).toBeVisible();
  await onState('signing in to an MCP server');
}
