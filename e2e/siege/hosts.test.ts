// Attacks on the routes and options for hosts and proxies: health, idleness, prefixes, frames, a socket without a token.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import type { IdleInfo } from '../../shared/wire.ts';
import { makeFolders } from '../panel/folders.ts';
import { SiegePanel, type RawRequest } from './siege-panel.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

test('S-65, S-16, S-33: under every spelling of its prefixes the panel answers with the same gates, and the proxy may strip them', async (t) => {
  const panel = await SiegePanel.open({
    args: ['--behind-proxy', '--base-path', '/@me/work.agent/~x/', '--base-path', '/user/a%40b/proxy/4317'],
  });
  t.after(() => panel.close());
  assert.equal(panel.url.pathname, '/@me/work.agent/~x/');
  const { authorization: headers } = panel;
  const script = /src="\.(\/[^"]+)"/.exec((await panel.raw({ target: '/' })).body)?.[1] ?? 'none';
  const kept = [
    '',
    '/@me/work.agent/~x',
    '/%40me/work.agent/%7ex',
    '/user/a@b/proxy/4317',
    '/user/a%40b/proxy/4317',
  ];
  for (const prefix of kept) {
    assert.match(
      (await panel.raw({ target: `${prefix}/` })).head,
      /^content-security-policy: default-src 'none'/im,
      prefix,
    );
    assert.equal((await panel.raw({ target: prefix + script })).status, 200, prefix);
    assert.equal((await panel.raw({ target: `${prefix}/api/agents` })).status, 401, prefix);
    assert.equal((await panel.raw({ target: `${prefix}/api/agents`, headers })).status, 200, prefix);
    assert.equal((await panel.raw({ target: `${prefix}/%61pi/agents` })).status, 401, prefix);
  }
  const nowhere = [
    '/@me/work.agent/~x',
    '/@me/work.agent/~xx/',
    '/user/a/proxy/4317/api/agents',
    '/@me/work.agent/~x//api/agents',
  ];
  for (const target of nowhere) assert.equal((await panel.raw({ target, headers })).status, 404, target);

  const forwarded = (prefix: string, more = {}): RawRequest => ({
    target: '/forwarded/api/agents',
    headers: { ...more, 'X-Forwarded-Prefix': prefix },
  });
  assert.equal((await panel.raw(forwarded('/forwarded', headers))).status, 200);
  assert.equal((await panel.raw(forwarded('/forwarded'))).status, 401);
  for (const bad of ['/other', '/forwarded/api', '/a, /forwarded', '/..', '//evil.test', '']) {
    assert.equal((await panel.raw(forwarded(bad, headers))).status, 404, bad);
  }
});

test('S-12, S-65, S-66: unless an option allows it, it trusts no forwarded prefix and no frame, and its health says only "ok"', async (t) => {
  const panel = await SiegePanel.open({ args: ['--frame-ancestor', 'https://hub.example'] });
  t.after(() => panel.close());
  const headers = { ...panel.authorization, 'X-Forwarded-Prefix': '/forwarded' };
  assert.equal((await panel.raw({ target: '/forwarded/api/agents', headers })).status, 404);

  const health = await panel.raw({ target: '/healthz' });
  assert.deepEqual([health.status, health.body], [200, 'ok']);
  assert.match(health.head, /^x-content-type-options: nosniff/im);
  assert.equal((await panel.raw({ target: '/healthz', headers: { Host: 'evil.test' } })).status, 403);
  assert.equal(
    (await panel.raw({ target: '/healthz', headers: { Origin: 'https://evil.test' } })).status,
    403,
  );
  assert.equal(
    (
      await panel.raw({
        target: '/healthz',
        method: 'POST',
        headers: { ...JSON_TYPE, 'Content-Length': '0' },
      })
    ).status,
    404,
  );
  assert.equal((await panel.raw({ target: '/api/idle' })).status, 401);

  const framed = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'cross-site' };
  const shell = await panel.raw({ target: '/', headers: framed });
  assert.equal(shell.status, 200);
  assert.match(shell.head, /^content-security-policy: .*frame-ancestors https:\/\/hub\.example$/im);
  assert.doesNotMatch(shell.head, /^x-frame-options/im);
  const api = await panel.raw({ target: '/api/agents', headers: panel.authorization });
  assert.match(api.head, /^content-security-policy: .*frame-ancestors 'none'/im);
  assert.match(api.head, /^x-frame-options: DENY/im);
});

const onUnix = { skip: process.platform === 'win32' && 'needs Unix sockets' };

test(
  'S-64, S-24: a socket belongs to the user alone, and pages of other sites cannot use it through a forward',
  onUnix,
  async (t) => {
    const { root } = await makeFolders();
    const file = path.join(root, 's');
    // A panel that was killed has left its socket behind.
    const dead = createNetServer().listen(file);
    await once(dead, 'listening');
    await writeFile(path.join(root, 'plain'), '');
    const panel = new SiegePanel(await makeFolders(), { args: ['--socket', file], hasNoPort: true });
    await assert.rejects(panel.start(), /another panel listens there/);
    dead.close();
    await panel.start();
    t.after(() => panel.close());
    assert.equal(panel.socket, file);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const other = new SiegePanel(panel.folders, {
      args: ['--socket', path.join(root, 'plain')],
      hasNoPort: true,
    });
    await assert.rejects(other.start(), /another file has this name/);

    const status = async (headers: Record<string, string>, more: Partial<RawRequest> = {}): Promise<number> =>
      (await panel.raw({ target: '/api/agents', ...more, headers })).status;
    for (const Host of ['localhost', 'localhost:8080', '127.0.0.1:1', '[::1]:65535'])
      assert.equal(await status({ Host }), 200, Host);
    for (const Host of [
      'evil.test',
      'localhost.:80',
      'localhost:8080.evil.test',
      'localhost:x',
      'localhost@evil.test',
      '',
    ])
      assert.ok([400, 403].includes(await status({ Host })), Host);
    const Host = 'localhost:8080';
    assert.equal(await status({ Host, Origin: `http://${Host}`, 'Sec-Fetch-Site': 'same-origin' }), 200);
    for (const Origin of ['http://localhost:3000', 'https://evil.test', 'null', 'http://127.0.0.1:8080'])
      assert.equal(await status({ Host, Origin }), 403, Origin);
    for (const site of ['same-site', 'cross-site', 'none'])
      assert.equal(await status({ Host, 'Sec-Fetch-Site': site }), 403, site);
    const post = { method: 'POST', body: '{}' };
    assert.equal(await status({ Host, 'Content-Type': 'text/plain', 'Content-Length': '2' }, post), 415);
    const renew = { ...post, target: '/api/links' };
    assert.equal(await status({ Host, ...JSON_TYPE, 'Content-Length': '2' }, renew), 409);
  },
);

test('R-61: an unused panel exits, but not while an agent works, and reading does not count as use', async (t) => {
  const reports: { last_activity: string; authorization: string | undefined }[] = [];
  const hub = createServer((request: IncomingMessage, response) => {
    void json(request).then((body) => {
      const { authorization } = request.headers;
      reports.push({ ...(body as { last_activity: string }), authorization });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(hub, 'listening');
  t.after(() => hub.close());
  const url = `http://127.0.0.1:${(hub.address() as AddressInfo).port}/activity`;
  const panel = await SiegePanel.open({
    args: ['--idle-exit', '3', '--activity-url', url],
    prepare: async () => ({ JUPYTERHUB_API_TOKEN: 'hub-token' }),
  });
  t.after(() => panel.close());
  const agent = await panel.firstAgent();
  const started = performance.now();
  await panel.command({ type: 'bash', command: 'sleep 4' }, agent);
  assert.ok(performance.now() - started > 3900, 'it did not end during the command');
  const { seconds, busy } = await panel.getJson<IdleInfo>('idle');
  assert.ok(seconds >= 4 && !busy, 'the last act was to start it');
  await panel.command({ type: 'get_state' }, agent);
  assert.ok((await panel.getJson<IdleInfo>('idle')).seconds >= 4);
  assert.equal(await panel.ended, 0);
  assert.match(panel.output, /nobody has used it for 3 seconds, so it ends/);
  assert.ok(performance.now() - started < 60_000);
  assert.equal(reports[0]?.authorization, 'token hub-token');
  assert.ok(Math.abs(Date.parse(reports[0].last_activity) - Date.now()) < 15_000);
});
