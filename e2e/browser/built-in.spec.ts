// The parts of pi that are extensions have switches, and tools are shown by their label.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { calls, says } from '../panel/scripted.ts';
import { button, conversation, entries, expectIdle, open, send, settings } from './page.ts';
import { expect, test } from './panel.ts';

const LABELED = `
export default function (pi) {
  pi.registerTool({
    name: 'look_up', label: 'Look it up', description: 'looks up', parameters: { type: 'object', properties: {} },
    execute: async () => ({ content: [{ type: 'text', text: 'found' }], details: undefined }),
  });
}`;

test.use({ panelOptions: { piArgs: ['--approve', '-e', './labeled.ts'], files: { 'labeled.ts': LABELED } } });

test('MCP is switched off for all projects, and on for this one', async ({ page, panel }) => {
  await open(page, panel);
  await button(page, 'Settings').click();
  await settings(page).getByRole('tab', { name: 'Skills and prompts' }).click();
  const use = settings(page).getByRole('switch', { name: 'Use builtin:mcp' });
  await expect(use).toBeChecked();
  await use.click();
  await expect(use).not.toBeChecked();
  const row = settings(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('switch', { name: 'Use builtin:mcp' }) });
  await row.getByLabel('In this project:').selectOption('On');
  const file = path.join(panel.workspace, '.pi/settings.json');
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('+builtin:mcp');
  await row.getByLabel('In this project:').selectOption('as in all projects');
  await expect.poll(() => readFile(file, 'utf8')).not.toContain('builtin:mcp');
  await use.click();
  await expect(use).toBeChecked();
});

test('the card of a tool has the label of the tool', async ({ page, panel }) => {
  await open(page, panel);
  panel.model.queue([calls('look_up', {}), says('Done.')]);
  await send(page, 'look');
  await expect(conversation(page)).toContainText('Done.');
  await expectIdle(page);
  await expect(entries(page, 'Tool look_up (Look it up)')).toContainText('Look it up');
});
