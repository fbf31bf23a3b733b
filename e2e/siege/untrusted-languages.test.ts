// A folder with a program that calls itself a language server is opened without trust, and everything is tried that
// could start it.
import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { LanguageServerRow, ServerTable } from '../../shared/languages.ts';
import { SiegePanel } from './siege-panel.ts';

test('S-59: no route, turn or tool starts a language server of a folder that is not trusted', async (t) => {
  const panel = await SiegePanel.open({});
  t.after(() => panel.close());
  const mark = path.join(panel.workspace, 'started');
  const bin = path.join(panel.workspace, 'node_modules', '.bin');
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(panel.workspace, 'package.json'), '{}');
  const program = path.join(bin, 'typescript-language-server');
  await writeFile(program, `#!/bin/sh\ntouch '${mark}'\nexec cat\n`);
  await chmod(program, 0o755);
  const agent = await panel.readyAgent();
  const choices = {
    servers: { vtsls: { command: [program] } },
    added: [{ id: 'own', command: [program], languages: ['typescript'] }],
    turns: 'always',
    hasTool: true,
  };
  const post = async (route: string, json: object): Promise<number> =>
    (await panel.fetch(route, { method: 'POST', json, headers: { 'idempotency-key': route } })).status;
  assert.equal(await post('languages', choices), 204);
  const open = { open: { path: 'a.ts', text: 'const a = 1;' } };
  const uri = `file://${panel.workspace}/a.ts`;
  const ask = {
    id: 1,
    server: 'typescript',
    method: 'textDocument/hover',
    params: { textDocument: { uri } },
  };
  const sent = { page: 'page', number: 1, messages: [open, { ask }] };
  assert.equal(await post(`agents/${agent}/languages/messages`, sent), 204);
  assert.equal(await post(`agents/${agent}/languages/restart`, { server: 'typescript' }), 403);
  for (const read of ['servers', 'symbols?query=a'])
    assert.equal((await panel.fetch(`agents/${agent}/languages/${read}`)).status, 200);
  await panel.runScript(agent, [
    { steps: [{ tool: 'write', args: { path: 'b.ts', content: 'const b: string = 1;\n' } }] },
    { steps: [{ tool: 'diagnostics', args: { paths: ['b.ts'] } }] },
    { steps: [{ text: 'Done.' }] },
  ]);
  const table = (await (await panel.fetch(`agents/${agent}/languages/servers`)).json()) as ServerTable;
  const states = table.servers.flatMap(({ row }) =>
    row ? [row.state] : [],
  ) satisfies LanguageServerRow['state'][];
  assert.ok(states.length > 0 && states.every((state) => state === 'untrusted'), JSON.stringify(states));
  assert.ok(!(await readdir(panel.workspace)).includes('started'));
});
