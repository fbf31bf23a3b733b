import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { gate } from './gate.ts';
import { Links } from './links.ts';
import { createHttpServer } from './http-server.ts';
import { exchange } from './raw-exchange.ts';
import { createToken } from './token.ts';

const token = createToken();
const authorization = `Authorization: Bearer ${token}`;
const reached: string[] = [];
let server: Server;
let port = 0;

before(async () => {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(gate({ links: new Links({ token }), port: () => port }));
  app.use(async (c, next) => {
    reached.push(c.req.path);
    await next();
  });
  app.get('/', (c) => c.html('<!doctype html>'));
  app.get('/api/agents', (c) => c.json({ url: c.req.url }));
  app.get('/api/raw', (c) => {
    c.env.outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
    c.env.outgoing.end(': hello\n\n');
    return RESPONSE_ALREADY_SENT;
  });
  app.put('/api/file', async (c) => c.json({ bytes: (await c.req.arrayBuffer()).byteLength }));
  server = createHttpServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

after(async () => {
  server?.closeAllConnections();
  server?.close();
  await once(server, 'close');
});

function get(target: string, ...headers: string[]) {
  return exchange(port, [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close']);
}

test('our own name serves the page, and with the token the API', async () => {
  assert.equal((await get('/', `Host: 127.0.0.1:${port}`)).status, 200);
  assert.equal((await get('/', `Host: LOCALHOST:${port}`)).status, 200);
  assert.equal((await get('/', `host: [::1]:${port}`)).status, 200);
  assert.equal((await get('/api/agents', `Host: localhost:${port}`, authorization)).status, 200);
});

test('S-04, S-29, S-32: malformed HTTP is refused on every path, with the security headers', async () => {
  const good = `Host: 127.0.0.1:${port}`;
  const requests: [string, string[], number][] = [
    ['two Hosts', ['GET / HTTP/1.1', good, good], 400],
    ['two Hosts, the evil one last', ['GET / HTTP/1.1', good, 'Host: evil.test'], 400],
    ['HTTP/1.0 without Host', ['GET / HTTP/1.0'], 400],
    ['HTTP/1.1 without Host', ['GET / HTTP/1.1'], 400],
    ['absolute form', ['GET http://evil.test/api/agents HTTP/1.1', good, authorization], 400],
    ['absolute form of our own', [`GET http://127.0.0.1:${port}/ HTTP/1.1`, good], 400],
    ['asterisk form', ['GET * HTTP/1.1', good], 400],
    ['a hash', ['GET /#x HTTP/1.1', good], 400],
    ['a control byte', ['GET /\x01 HTTP/1.1', good], 400],
    ['a byte that is not ASCII', ['GET /\xe9 HTTP/1.1', good], 400],
    ['a backslash', ['GET /assets/..\\x HTTP/1.1', good], 400],
    ['an empty Host', ['GET / HTTP/1.1', 'Host:'], 403],
    ['userinfo in the Host', ['GET / HTTP/1.1', `Host: localhost:${port}@evil.test`], 400],
    ['another name', ['GET / HTTP/1.1', `Host: evil.test:${port}`], 403],
    ['two lengths', ['GET / HTTP/1.1', good, 'Content-Length: 1', 'Transfer-Encoding: chunked'], 400],
    ['an unknown coding', ['GET / HTTP/1.1', good, 'Transfer-Encoding: xchunked'], 400],
    ['a folded header', ['GET / HTTP/1.1', good, 'X-A: 1', ' 2'], 400],
    ['a GET with a body', ['GET / HTTP/1.1', good, 'Content-Length: 20000000'], 400],
    ['a method of our own making', ['TRACE / HTTP/1.1', good], 400],
    ['headers without end', ['GET / HTTP/1.1', good, `X-A: ${'a'.repeat(20_000)}`], 431],
  ];
  reached.length = 0;
  for (const [name, lines, status] of requests) {
    const answer = await exchange(port, [...lines, 'Connection: close']);
    assert.equal(answer.status, status, name);
    assert.match(answer.head, /^x-content-type-options: nosniff/im, name);
    assert.match(answer.head, /^x-frame-options: DENY/im, name);
    assert.match(answer.head, /^cache-control: no-store/im, name);
    assert.ok((JSON.parse(answer.body) as { error: { code: string } }).error.code, name);
  }
  assert.deepEqual(reached, []);
});

test('S-19: two tokens are refused', async () => {
  const two = await get('/api/agents', `Host: 127.0.0.1:${port}`, authorization, 'Authorization: Bearer x');
  assert.equal(two.status, 401);
});

test('S-14: an upgrade passes the same gates and never ends in 101', async () => {
  const upgrade = [
    'Upgrade: websocket',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Version: 13',
  ];
  const lines = (host: string) => [
    'GET /api/agents HTTP/1.1',
    host,
    ...upgrade,
    'Connection: Upgrade, close',
  ];
  assert.equal((await exchange(port, lines('Host: evil.test'))).status, 403);
  assert.equal((await exchange(port, lines(`Host: 127.0.0.1:${port}`))).status, 401);
});

test('S-32: a response that a route writes past Hono has the security headers, too', async () => {
  const { head, body } = await get('/api/raw', `Host: 127.0.0.1:${port}`, authorization);
  assert.match(head, /^content-type: text\/event-stream/im);
  assert.match(head, /^x-content-type-options: nosniff/im);
  assert.match(body, /: hello/);
});

test('S-27: a declared body of 20 MB is refused before any of it is sent', async () => {
  const put = [`PUT /api/file HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Content-Type: application/octet-stream'];
  const socket = connect(port, '127.0.0.1');
  socket.write([...put, authorization, 'Content-Length: 20000000', '', ''].join('\r\n'));
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  assert.match(chunk.toString(), /^HTTP\/1\.1 413 /);
  socket.destroy();
});

test('S-27: 20 MB in chunks are refused once they pass the limit, and at once without a token', async () => {
  const put = [`PUT /api/file HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Content-Type: application/octet-stream'];
  const chunked = ['Transfer-Encoding: chunked', 'Connection: close'];
  const part = Buffer.alloc(1_000_000, 'x');
  const chunk = Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
  const body = Buffer.concat([...Array<Buffer>(20).fill(chunk), Buffer.from('0\r\n\r\n')]);
  reached.length = 0;
  assert.equal((await exchange(port, [...put, authorization, ...chunked], body)).status, 413);
  assert.equal((await exchange(port, [...put, ...chunked], body)).status, 401);
  assert.deepEqual(reached, []);
});

test('a chunked body within the limit arrives whole', async () => {
  const put = [`PUT /api/file HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Content-Type: application/octet-stream'];
  const lines = [...put, authorization, 'Transfer-Encoding: chunked', 'Connection: close'];
  const { status, body } = await exchange(port, lines, '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n');
  assert.equal(status, 200);
  assert.match(body, /"bytes":5/);
});
