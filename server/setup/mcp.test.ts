import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { passRedirect, redirectIn } from './mcp.ts';

/** A server that keeps what it was asked. It ends with the test, even if the test fails. */
async function listen(t: TestContext) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  t.after(close);
  return { port: (server.address() as AddressInfo).port, seen, close };
}

const printed = (redirect: string): string =>
  `Sign in to MCP server "x" in your browser:\nhttps://auth.test/authorize?client_id=c&redirect_uri=${encodeURIComponent(redirect)}&state=s\n`;

test('pi waits at the loopback address in the authorization address that it printed', () => {
  assert.equal(redirectIn(printed('http://127.0.0.1:8765/callback'))?.href, 'http://127.0.0.1:8765/callback');
  assert.equal(redirectIn(printed('http://10.0.0.1:8765/callback')), null);
  assert.equal(redirectIn('no address'), null);
});

test('S-25: a pasted address is requested only if it is the one at which pi waits', async (t) => {
  const { port, seen, close } = await listen(t);
  const output = printed(`http://127.0.0.1:${port}/callback`);
  for (const wrong of [
    'x',
    `http://127.0.0.1:${port}/other?code=1`,
    `http://127.0.0.1:1/callback?code=1`,
    `http://user@10.0.0.1/callback`,
  ])
    await assert.rejects(passRedirect(output, wrong), { status: 400 }, wrong);
  assert.deepEqual(seen, []);
  await passRedirect(output, `http://127.0.0.1:${port}/callback?code=c0de&state=s`);
  assert.deepEqual(seen, ['/callback?code=c0de&state=s']);
  await close();
  await assert.rejects(passRedirect(output, `http://127.0.0.1:${port}/callback?code=1`), { status: 409 });
});
