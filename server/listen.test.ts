import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Server as TcpServer, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { listen, listeningName } from './listen.ts';

async function occupyPort(t: TestContext): Promise<number> {
  const server = serverFor(t);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function serverFor(t: TestContext): Server {
  const server = createServer();
  t.after(() => server.close());
  return server;
}

test('R-58: a chosen port that is taken is reported with a remedy', async (t) => {
  const port = await occupyPort(t);
  await assert.rejects(
    listen(serverFor(t), { host: '127.0.0.1', port, isPortFixed: true }),
    new RegExp(`port ${port} is taken; give another one with --port`),
  );
});

test('R-58: a default port that is taken is replaced by the next free one', async (t) => {
  const port = await occupyPort(t);
  const server = serverFor(t);
  await listen(server, { host: '127.0.0.1', port, isPortFixed: false });
  assert.ok((server.address() as AddressInfo).port > port);
});

/** Windows reserves ranges of ports, such as 100 for Hyper-V, and refuses those below as it does here. */
class ReservedServer extends TcpServer {
  tried: number[] = [];
  readonly #end: number;

  constructor(end: number) {
    super();
    this.#end = end;
  }

  override listen(...args: unknown[]): this {
    const [port, host, , onListening] = args as [number, string, number, () => void];
    this.tried.push(port);
    if (port >= this.#end) return super.listen(0, host, onListening);
    const error = Object.assign(new Error('not permitted'), { code: 'EACCES' });
    setImmediate(() => this.emit('error', error));
    return this;
  }
}

test('a default port in a range that the system reserves is replaced by the first one after it', async (t) => {
  const server = new ReservedServer(4500);
  t.after(() => server.close());
  await listen(server, { host: '127.0.0.1', port: 4317, isPortFixed: false });
  assert.equal(server.tried.at(-1), 4500);
  const chosen = new ReservedServer(4500);
  await assert.rejects(
    listen(chosen, { host: '127.0.0.1', port: 4317, isPortFixed: true }),
    /no permission to use port 4317; give another one/,
  );
  assert.deepEqual(chosen.tried, [4317]);
});

test('a socket in a folder that does not exist is reported as that', async (t) => {
  // The system calls it a lack of permission.
  const socket = '/no/such/folder/s';
  const place = { socket, host: '', port: 0, isPortFixed: false };
  await assert.rejects(listen(serverFor(t), place), {
    message: '--socket /no/such/folder/s: there is no folder /no/such/folder.',
  });
});

test('an address or a name is returned as a URL spells it', () => {
  assert.equal(listeningName('127.0.0.1'), '127.0.0.1');
  assert.equal(listeningName('::1'), '[::1]');
  assert.equal(listeningName('192.168.1.5'), '192.168.1.5');
  assert.equal(listeningName('Panel.Example'), 'panel.example');
});

test('S-01, S-04: every spelling of "all addresses" has no name', () => {
  const spellings = [
    '0.0.0.0',
    '::',
    '[::]',
    '',
    '0',
    '0x0',
    '0.0',
    '::0',
    '::ffff:0.0.0.0',
    '*',
    '00.0x0.0',
  ];
  for (const host of spellings) assert.equal(listeningName(host), undefined, host);
});
