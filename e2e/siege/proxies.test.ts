// A panel behind real proxies: names, origins, prefixes and streams.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGunzip } from 'node:zlib';
import { PROXIES, startProxy, whyNot } from '../panel/proxies.ts';
import { SiegePanel } from './siege-panel.ts';
import { readUntil, textOf, tlsRequest, type TlsRequest } from './tls-request.ts';

for (const kind of Object.values(PROXIES))
  test(
    `S-01, S-02, S-05, S-65, R-10: behind ${kind.program} it works under its public name, its prefix kept or stripped, and events arrive at once`,
    { skip: await whyNot(kind) },
    async (t) => {
      const panel = await SiegePanel.open({
        args: ['--behind-proxy', '--base-path', '/panel', '--allowed-host', 'panel.example'],
      });
      t.after(() => panel.close());
      const proxy = await startProxy(kind, panel.folders.root, panel.port);
      t.after(() => proxy.close());
      const Host = 'panel.example';
      let prefix = '/panel';
      const ask = (
        route: string,
        more: Omit<Partial<TlsRequest>, 'path'> = {},
      ): ReturnType<typeof tlsRequest> =>
        tlsRequest({
          ...{ at: proxy, path: `${prefix}/${route}` },
          ...more,
          headers: { Host, Origin: `https://${Host}`, ...panel.authorization, ...more.headers },
        });
      const page = await ask('');
      assert.equal(page.statusCode, 200);
      assert.equal(page.headers['x-frame-options'], 'DENY');
      assert.match(String(page.headers['content-security-policy']), /require-trusted-types-for/);
      const script = /src="\.\/([^"]+)"/.exec(await textOf(page))?.[1] ?? 'none';
      assert.match(await textOf(await ask(script)), /import|export|const/);

      const { agents } = JSON.parse(await textOf(await ask('api/agents'))) as { agents: { id: string }[] };
      const agent = `api/agents/${agents[0]!.id}`;
      const isEnd = (text: string): boolean => text.includes('"panel_bash_end"');
      const route = `api/events?agents=${agents[0]!.id}`;
      const compressed = await ask(route, { headers: { 'Accept-Encoding': 'gzip' } });
      assert.equal(compressed.headers['content-encoding'], 'gzip');
      const events = Promise.all([
        readUntil(await ask(route), isEnd),
        readUntil(compressed.pipe(createGunzip()), isEnd),
      ]);
      const headers = { 'Content-Type': 'application/json', Prefer: 'respond-async' };
      const body = JSON.stringify({ type: 'bash', command: 'echo through' });
      const accepted = await ask(`${agent}/commands`, { method: 'POST', headers, body });
      assert.equal(accepted.statusCode, 202);
      const { data } = JSON.parse(await textOf(accepted)) as { data: { call: string } };
      await events;
      assert.equal(await textOf(await ask(`${agent}/calls/${data.call}/output?follow=1`)), 'through\n');

      const status = async (more: Record<string, string>): Promise<unknown> => {
        const response = await ask('api/agents', { headers: more });
        response.resume();
        return response.statusCode;
      };
      assert.equal(await status({ Authorization: 'Bearer x' }), 401);
      assert.equal(await status({ Origin: 'https://evil.test' }), 403);
      assert.equal(await status({ Host: 'evil.test', 'X-Forwarded-Host': Host }), 403);
      prefix = '/stripped';
      assert.equal(await status({}), 200);
      assert.match(await textOf(await ask(script)), /import|export|const/);
    },
  );
