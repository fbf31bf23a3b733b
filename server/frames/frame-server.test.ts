import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { FrameSource } from '../../shared/frames.ts';
import { createHttpServer } from '../gate/http-server.ts';
import { FrameServer } from './frame-server.ts';
import { Frames, type Frame } from './frames.ts';

const frames = new Frames();
let server: Server;
let app: Server;
let port = 0;
const seen: IncomingMessage[] = [];

before(async () => {
  const frameServer = new FrameServer({
    frames,
    pathOf: ({ url = '' }) => url,
    frameAncestors: [],
    filesOf: () => Promise.reject(new Error('no files here')),
    script: () => Promise.resolve('/* script */'),
    onBug: (error) => {
      throw error;
    },
  });
  server = createHttpServer({
    fetch: () => new Response('the panel', { status: 403 }),
    findFrame: (asked) => frameServer.find(asked),
    upgradeFrame: (...given) => frameServer.upgrade(...given),
  });
  app = createServer((asked, response) => {
    seen.push(asked);
    if (asked.url === '/slow') {
      response.write('begin');
      asked.socket.once('close', () => app.emit('left'));
    } else if (asked.url === '/echo') asked.pipe(response);
    else if (asked.url === '/packed')
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' })
        .end(gzipSync('<head>packed'));
    else if (asked.url === '/strict')
      response
        .writeHead(200, {
          'Content-Type': 'text/html',
          'Content-Security-Policy': "script-src 'nonce-app' 'strict-dynamic'",
          ETag: '"1"',
        })
        .end('<head>strict');
    // It never ends.
    else if (asked.url === '/drip')
      response.writeHead(200, { 'Content-Type': 'text/html' }).write('<!doctype html><p>first');
    else if (asked.url === '/none')
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>no such page');
    else response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 10 }).end('<head>page');
  });
  app.on('upgrade', (asked, socket) => {
    seen.push(asked);
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Own: x\r\n\r\nearly ',
    );
    socket.pipe(socket);
  });
  for (const each of [server, app]) {
    each.listen(0, '127.0.0.1');
    await once(each, 'listening');
  }
  port = portOf(server);
});

after(() => {
  frames?.close();
  for (const each of [server, app]) {
    each?.closeAllConnections();
    each?.close();
  }
});

const portOf = (each: Server): number => (each.address() as AddressInfo).port;

function openFrame(source: FrameSource = { port: portOf(app) }): Frame {
  return frames.open({ agent: 'a', source, way: 'host', origin: 'http://127.0.0.1:1', base: '' });
}

async function ask(
  { name }: Frame,
  path: string,
  {
    headers = {},
    method = 'GET',
    body = '',
  }: { headers?: Record<string, string>; method?: string; body?: string } = {},
): Promise<IncomingMessage> {
  const sent = request({
    port,
    host: '127.0.0.1',
    path,
    method,
    headers: { Host: `${name}.localhost:${port}`, ...headers },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

const PAGE = { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'cross-site' };

test('a document of an app gets the script, and nothing else is changed', async () => {
  const frame = openFrame();
  const page = await ask(frame, '/', { headers: PAGE });
  assert.equal(await text(page), '<head><script src="/-pi-panel/frame.js"></script>page');
  assert.equal(page.headers['content-length'], undefined);
  assert.equal(seen.at(-1)!.headers['accept-encoding'], undefined);
  const part = await ask(frame, '/', {
    headers: { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin' },
  });
  assert.equal(await text(part), '<head>page');
  const packed = await ask(frame, '/packed', {
    headers: { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin' },
  });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  packed.resume();
  const none = await ask(frame, '/none', { headers: PAGE });
  assert.equal(none.statusCode, 404);
  assert.match(await text(none), /<script.*no such page/);
});

test('a document that the app compresses anyway, or that has a strict policy, gets the script as well', async () => {
  const frame = openFrame();
  const packed = await ask(frame, '/packed', { headers: PAGE });
  assert.equal(packed.headers['content-encoding'], undefined);
  assert.match(await text(packed), /^<head><script [^>]*><\/script>packed$/);
  const strict = await ask(frame, '/strict', { headers: PAGE });
  const [, nonce] = /<script nonce="([^"]+)" src/.exec(await text(strict)) ?? [];
  const own = `script-src 'nonce-app' 'strict-dynamic' 'nonce-${nonce}'`;
  assert.ok(String(strict.headers['content-security-policy']).includes(own));
  const again = await ask(frame, '/strict', { headers: PAGE });
  assert.ok(!(await text(again)).includes(nonce!));
  // Its nonce is that of one answer, so the browser must not ask whether it may use another one again.
  assert.equal(strict.headers.etag, undefined);
});

test('a document without a head is passed on as it comes', async () => {
  const answer = await ask(openFrame(), '/drip', { headers: PAGE });
  const [first] = (await once(answer, 'data')) as [Buffer];
  assert.match(first.toString(), /^<!doctype html><script [^>]*><\/script><p>first$/);
  answer.destroy();
});

test('a body goes through as it is, and an app that is not there is named', async () => {
  const frame = openFrame();
  const echo = await ask(frame, '/echo', { method: 'POST', body: 'x'.repeat(1_000_000) });
  assert.equal((await text(echo)).length, 1_000_000);
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const gone = portOf(free);
  free.close();
  const answer = await ask(openFrame({ port: gone }), '/');
  assert.equal(answer.statusCode, 502);
  assert.match(await text(answer), new RegExp(`Nothing listens on port ${gone}\\.`));
});

test('an answer begins before it is complete, and ends for the app when its frame ends', async () => {
  const frame = openFrame();
  const answer = await ask(frame, '/slow');
  const [chunk] = (await once(answer, 'data')) as [Buffer];
  assert.equal(chunk.toString(), 'begin');
  const left = once(app, 'left');
  answer.on('error', () => undefined);
  const ended = new Promise((resolve) => answer.once('close', resolve));
  frames.end(frame.name);
  await Promise.all([left, ended]);
  assert.equal((await ask(frame, '/')).statusCode, 403);
});

/** Asks for a WebSocket. Resolves to the socket, or to the status of the refusal. */
function connect(headers: Record<string, string>): Promise<Duplex | number> {
  const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', ...headers };
  const sent = request({ port, host: '127.0.0.1', path: '/socket?x', headers: upgrade });
  sent.end();
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (answer) => resolve((answer.resume(), answer.statusCode ?? 0)));
    sent.once('upgrade', (answer, socket, head) => {
      assert.equal(answer.headers['x-own'], 'x');
      socket.unshift(head);
      resolve(socket);
    });
  });
}

test('S-14, S-74: WebSockets pass for the frame itself, and for nothing else', async () => {
  const frame = openFrame();
  const host = `${frame.name}.localhost:${port}`;
  const socket = await connect({ Host: host, Origin: `http://${host}` });
  assert.ok(typeof socket === 'object');
  assert.equal(seen.at(-1)!.headers.origin, `http://localhost:${portOf(app)}`);
  assert.equal(seen.at(-1)!.url, '/socket?x');
  socket.write('and late');
  let got = '';
  for await (const chunk of socket) {
    got += String(chunk);
    if (got.length >= 'early and late'.length) break;
  }
  assert.equal(got, 'early and late');
  const refused = [
    { Host: host, Origin: 'http://evil.test' },
    { Host: host, Origin: 'null' },
    { Host: host },
    { Host: `127.0.0.1:${port}`, Origin: `http://127.0.0.1:${port}` },
    { Host: `${'0'.repeat(52)}.localhost:${port}`, Origin: `http://${host}` },
  ] as Record<string, string>[];
  for (const headers of refused) assert.equal(await connect(headers), 400, JSON.stringify(headers));
  const { name } = openFrame({ file: 'a.html', hasNetwork: true });
  const own = `${name}.localhost:${port}`;
  assert.equal(await connect({ Host: own, Origin: `http://${own}` }), 400);
});

test('a WebSocket ends with its frame', async () => {
  const frame = openFrame();
  const host = `${frame.name}.localhost:${port}`;
  const socket = await connect({ Host: host, Origin: `http://${host}` });
  assert.ok(typeof socket === 'object');
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.resume().once('close', resolve));
  frames.end(frame.name);
  await closed;
});
