// Tests the addresses of a panel: plain HTTP on loopback, and TLS on others.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SiegePanel } from './siege-panel.ts';
import { CERT, KEY, readUntil, textOf, tlsRequest, type TlsRequest } from './tls-request.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const tls = ['--tls-cert', fileURLToPath(CERT), '--tls-key', fileURLToPath(KEY)];

/** Starts a panel that must refuse to start. */
function startRefused(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const words = [MAIN, '--no-open', '--demo', '--port', '0', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: tmpdir(), timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });
}

/** Whether something listens there. */
async function isListening(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address && !address.internal && address.family === 'IPv4')?.address;

test('S-01: a wildcard address needs TLS or a proxy, and an unusable certificate stops the start with a reason', async () => {
  const wildcards = await Promise.all(['0.0.0.0', '::', ''].map((host) => startRefused(`--host=${host}`)));
  for (const { code, stdout, stderr } of wildcards) {
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /^pi-panel: --host .*--tls-cert.*--behind-proxy/);
  }
  const missing = await startRefused('--tls-cert', '/no/such.pem', '--tls-key', fileURLToPath(KEY));
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /^pi-panel cannot start: --tls-cert \/no\/such\.pem cannot be read/);
  const swapped = await startRefused('--tls-cert', fileURLToPath(KEY), '--tls-key', fileURLToPath(CERT));
  assert.equal(swapped.code, 1);
  assert.match(swapped.stderr, /cannot be used together/);
});

test('S-01, S-02, S-05: over TLS it may listen on all addresses, and accepts only its own names and origin', async (t) => {
  const panel = await SiegePanel.open({ args: ['--host', '0.0.0.0', ...tls] });
  t.after(() => panel.close());
  const { port } = panel;
  assert.equal(panel.url.origin, `https://localhost:${port}`);
  const ask = (more: Partial<TlsRequest>): ReturnType<typeof tlsRequest> =>
    tlsRequest({
      ...{ at: { port }, path: '/api/agents' },
      ...more,
      headers: { Host: `localhost:${port}`, ...panel.authorization, ...more.headers },
    });
  const status = async (more: Partial<TlsRequest>): Promise<unknown> => {
    const response = await ask(more);
    response.resume();
    return response.statusCode;
  };
  assert.match(await textOf(await ask({ path: '/' })), /<div id="app">/);
  assert.equal(await status({ headers: { Origin: `https://localhost:${port}` } }), 200);
  assert.equal(await status({ headers: { Origin: `http://localhost:${port}` } }), 403);
  assert.equal(await status({ headers: { Authorization: '' } }), 401);
  for (const Host of [`0.0.0.0:${port}`, `${outside ?? '192.0.2.1'}:${port}`, `evil.test:${port}`]) {
    assert.equal(await status({ headers: { Host } }), 403, Host);
  }
  const { agents } = JSON.parse(await textOf(await ask({}))) as { agents: { id: string }[] };
  await readUntil(await ask({ path: `/api/events?agents=${agents[0]!.id}` }), (text) =>
    /^event: snapshot/.test(text),
  );
  const plain = connect(port, '127.0.0.1');
  plain.on('error', () => undefined);
  plain.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  let text = '';
  plain.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  await once(plain, 'close');
  assert.doesNotMatch(text, /200 OK|<!doctype/, 'nothing is sent unencrypted');
});

test('S-01, S-32: with a base path the panel answers below it, and it listens on loopback only', async (t) => {
  const panel = await SiegePanel.open({ args: ['--behind-proxy', '--base-path', '/a/panel/'] });
  t.after(() => panel.close());
  assert.equal(panel.url.pathname, '/a/panel/');
  const page = await panel.raw({ target: '/a/panel/' });
  assert.match(page.head, /^content-security-policy: default-src 'none'/im);
  const script = /src="\.\/([^"]+)"/.exec(page.body)?.[1] ?? 'none';
  assert.equal((await panel.raw({ target: `/a/panel/${script}` })).status, 200);
  assert.equal((await panel.raw({ target: '/a/panel/api/agents' })).status, 401);
  assert.equal(
    (await panel.raw({ target: '/a/panel/api/agents', headers: panel.authorization })).status,
    200,
  );
  assert.equal((await panel.raw({ target: '/a/panelx/' })).status, 404);
  if (outside) assert.equal(await isListening(outside, panel.port), false, outside);
  assert.equal(await isListening('127.0.0.1', panel.port), true);
});
