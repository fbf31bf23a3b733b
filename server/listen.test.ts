import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { listen } from './listen.ts';

async function taken(t: TestContext): Promise<number> {
  const server = closing(t);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function closing(t: TestContext): Server {
  const server = createServer();
  t.after(() => server.close());
  return server;
}

test('R-58: a port that was asked for and is taken is named, with what to do', async (t) => {
  const port = await taken(t);
  await assert.rejects(
    listen(closing(t), { host: '127.0.0.1', port, isPortFixed: true }),
    new RegExp(`port ${port} is taken; give another one with --port`),
  );
});

test('R-58: a default port that is taken is passed over for the next free one', async (t) => {
  const port = await taken(t);
  const server = closing(t);
  await listen(server, { host: '127.0.0.1', port, isPortFixed: false });
  assert.ok((server.address() as AddressInfo).port > port);
});
