// MCP servers through the panel: their state and tools as pi reports them, switching one off, and signing in.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { McpServer, McpServers } from '../../shared/mcp.ts';
import type { PiRun } from '../../shared/resources.ts';
import { startMcpOAuthServer, STDIO_SERVER, type McpOAuthServer } from '../panel/mcp-server.ts';
import type { View } from '../../shared/view/view.ts';
import { choosePis, contractPis, VERSION_TIMEOUT_MS } from './contract-pis.ts';
import { openLab, type Lab } from './lab.ts';

const { pis } = await contractPis();

for (const pi of choosePis(pis, ['0.87.1']))
  describe(`pi ${pi.version}`, { timeout: VERSION_TIMEOUT_MS }, () => {
    let lab: Lab;
    let docs: McpOAuthServer;
    before(async () => {
      docs = await startMcpOAuthServer();
      lab = await openLab(pi);
      const script = path.join(lab.folders.root, 'clock.mjs');
      await writeFile(script, STDIO_SERVER);
      const mcpServers = {
        clock: { command: process.execPath, args: [script] },
        docs: { url: docs.url },
        gone: { command: '/no/such/program' },
      };
      await writeFile(path.join(lab.folders.agentDir, 'mcp.json'), JSON.stringify({ mcpServers }));
    });
    after(async () => {
      await lab?.close();
      await docs?.close();
    });

    const list = (): Promise<McpServers> => lab.getJson<McpServers>(`agents/${lab.agent}/setup/mcp`);
    const find = async (name: string): Promise<McpServer | undefined> =>
      (await list()).servers.find((one) => one.name === name);

    if (!pi.can.connectMcp) {
      test('a pi without MCP says so', async () => {
        assert.deepEqual(await list(), { isSupported: false, servers: [], errors: [], note: null });
      });
      return;
    }

    test('each server is listed with its state, its tools, or why it failed, and can be switched off', async () => {
      const { servers } = await list();
      assert.deepEqual(
        servers.map(({ name, state, tools }) => [name, state, tools]),
        [
          ['clock', 'connected', ['tell_time']],
          ['docs', 'needs-auth', []],
          ['gone', 'failed', []],
        ],
      );
      assert.match(servers[2]?.error ?? '', /no\/such\/program/);
      const off = { path: ['mcpServers', 'clock', 'enabled'], value: false };
      assert.equal((await lab.postToAgent('setup/files/mcp/changes', off)).status, 200);
      assert.equal((await find('clock'))?.state, 'disabled');
    });

    test('the page knows the label, the server and the hints of a tool of a server', async () => {
      const on = { path: ['mcpServers', 'clock', 'enabled'], value: true };
      assert.equal((await lab.postToAgent('setup/files/mcp/changes', on)).status, 200);
      await lab.restart();
      await lab.converse('hello', 'Here.');
      const isTold = ({ registered: { tools = [] } }: View): boolean =>
        tools.some(({ name }) => name === 'mcp__clock__tell_time');
      // The server may connect only after the first answer.
      for (let n = 0; n < 20 && !isTold(lab.view); n++) await lab.converse('again', 'Here.');
      assert.deepEqual(
        lab.view.registered.tools?.find(({ name }) => name === 'mcp__clock__tell_time'),
        { name: 'mcp__clock__tell_time', label: 'clock/tell_time', group: 'clock', isReadOnly: true },
      );
    });

    test('S-25: a server is signed in to by the address that the browser was sent to, and out of again', async () => {
      const reply = await lab.postToAgent('setup/mcp', { act: 'login', server: 'docs' });
      let run = reply.body as unknown as PiRun;
      let output = run.output;
      const more = async (): Promise<void> => {
        run = await lab.getJson<PiRun>(`setup/runs/${run.id}?from=${run.next}`);
        output += run.output;
      };
      const authorization = (): URL | null => {
        const [found] = /http:\S+\/authorize\S+(?=\s)/.exec(output) ?? [];
        return found === undefined ? null : new URL(found);
      };
      while (!authorization() && run.state === 'running') await more();
      const query = authorization()?.searchParams;
      assert.ok(query, output);
      const url = `${query.get('redirect_uri')}?code=c0de&state=${query.get('state')}`;
      const passed = await lab.post(`setup/runs/${run.id}/redirect`, { url });
      assert.equal(passed.status, 204, await passed.text());
      while (run.state === 'running') await more();
      assert.equal(run.state, 'done', output);
      assert.deepEqual((await find('docs'))?.tools, ['search_docs']);
      assert.doesNotMatch(output, new RegExp(docs.accessToken));
      const stored = await readFile(path.join(lab.folders.agentDir, 'mcp-auth.json'), 'utf8');
      assert.match(stored, new RegExp(docs.accessToken));
      const leaving = await lab.postToAgent('setup/mcp', { act: 'logout', server: 'docs' });
      run = leaving.body as unknown as PiRun;
      while (run.state === 'running') await more();
      assert.equal((await find('docs'))?.state, 'needs-auth');
    });
  });
