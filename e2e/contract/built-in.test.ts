// The parts of pi that are extensions, switched on and off through the panel.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SlashCommand } from '../../shared/pi/commands.ts';
import type { Resource, Resources } from '../../shared/resources.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';

onEveryPi({ piOptions: ['--approve'] }, ({ pi, test }) => {
  if (!pi.can.connectMcp) {
    test('a pi without such parts lists none', async (panel) => {
      assert.deepEqual(
        (await list(panel)).filter(({ isBuiltIn }) => isBuiltIn),
        [],
      );
    });
    return;
  }

  test('a part of pi is switched off for all projects and on for one, and pi follows when it starts again', async (panel) => {
    const { agentDir, workspace } = panel.folders;
    const project = path.join(workspace, '.pi', 'settings.json');
    await mkdir(path.dirname(project), { recursive: true });
    await writeFile(project, '{"extensions":[]}');
    const names = (await list(panel)).filter(({ isBuiltIn }) => isBuiltIn).map(({ path: name }) => name);
    assert.deepEqual(names.sort(), [
      'builtin:codemode',
      'builtin:llama.cpp',
      'builtin:mcp',
      'builtin:tool-search',
    ]);
    assert.deepEqual(await stateOf(panel), [true, null, true]);
    await change(panel, { isEnabled: false });
    assert.match(await readFile(path.join(agentDir, 'settings.json'), 'utf8'), /"-builtin:mcp"/);
    assert.deepEqual(await stateOf(panel), [false, null, false]);
    await change(panel, { isEnabled: false, inProject: true });
    assert.match(await readFile(project, 'utf8'), /"\+builtin:mcp"/);
    assert.deepEqual(await stateOf(panel), [false, true, true]);
    await change(panel, { isEnabled: false, inProject: null });
    assert.deepEqual(await stateOf(panel), [false, null, false]);
    await change(panel, { isEnabled: true });
  });
});

async function list(panel: Lab): Promise<Resource[]> {
  return (await panel.getJson<Resources>(`agents/${panel.agent}/setup/resources`)).resources;
}

async function change(panel: Lab, to: Pick<Resource, 'isEnabled' | 'inProject'>): Promise<void> {
  const body = { kind: 'extensions', path: 'builtin:mcp', ...to };
  assert.equal((await panel.postToAgent('setup/resources/switch', body)).status, 200);
}

/** Whether MCP is on for all projects, for this one, and whether a new pi has its command. */
async function stateOf(panel: Lab): Promise<unknown[]> {
  const mcp = (await list(panel)).find(({ path: name }) => name === 'builtin:mcp');
  await panel.restart();
  const { commands } = await panel.command<{ commands: SlashCommand[] }>({ type: 'get_commands' });
  return [mcp?.isEnabled, mcp?.inProject, commands.some(({ name }) => name === 'mcp')];
}
