import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { ConnectionLimits } from './connections.ts';
import { gate } from './gate.ts';
import { createHttpServer } from './http-server.ts';
import { Links } from './links.ts';

/** Far beyond what a test takes, so that a test sets only the limit that it is about. */
const NEVER = 1_000_000;
const PATIENT = { headers: NEVER, answer: NEVER, body: NEVER, idle: NEVER };
const LARGE = Buffer.alloc(20_000_000, 'x');

class Panel {
  readonly links = new Links();
  server!: Server;

  static async open(t: TestContext, limits: Partial<ConnectionLimits> = {}): Promise<Panel> {
    const panel = new Panel();
    const app = new Hono<{ Bindings: HttpBindings }>();
    app.use(gate({ links: panel.links, port: () => panel.port }));
    app.get('/healthz', (c) => c.text('ok'));
    app.get('/large', (c) => c.body(LARGE));
    app.get('/api/agents', (c) => c.text('agents'));
    app.post('/api/agents', async (c) => c.text(String((await c.req.text()).length)));
    app.get('/api/events', (c) => {
      c.env.outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
      c.env.outgoing.write(': hello\n\n');
      return RESPONSE_ALREADY_SENT;
    });
    app.onError((_error, c) => c.text('the request ended before its body did', 400));
    panel.server = createHttpServer({ fetch: app.fetch, limits: { tickMs: 10, ...PATIENT, ...limits } });
    panel.server.listen(0, '127.0.0.1');
    await once(panel.server, 'listening');
    t.after(async () => {
      panel.server.closeAllConnections();
      panel.server.close();
      await once(panel.server, 'close');
    });
    return panel;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** A request; the owner's has the token. */
  request(target: string, { method = 'GET', token = '', more = '', body = '' } = {}): string {
    const authorization = token && `Authorization: Bearer ${token}\r\n`;
    return `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\n${authorization}${more}\r\n${body}`;
  }

  get ownersRequest(): string {
    return this.request('/api/agents', { token: this.links.token });
  }

  /** Connects, and resolves once the server has accepted the connection. */
  async visit(t: TestContext): Promise<Visitor> {
    const accepted = once(this.server, 'connection') as Promise<[Socket]>;
    const visitor = new Visitor(connect(this.port, '127.0.0.1'));
    t.after(() => visitor.socket.destroy());
    const [[socket]] = await Promise.all([accepted, once(visitor.socket, 'connect')]);
    visitor.dropped = once(socket, 'close');
    return visitor;
  }
}

class Visitor {
  readonly socket: Socket;
  received = '';
  readonly closed: Promise<unknown>;
  isClosed = false;
  /** Resolves once the server has closed its side, which a visitor that keeps its own side open does not see. */
  dropped: Promise<unknown> = Promise.resolve();

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1').on('data', (text: string) => (this.received += text));
    // A dropped connection is reset.
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once('close', () => resolve((this.isClosed = true)));
    });
  }

  send(text: string): void {
    this.socket.write(text);
  }

  async receives(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received)) {
      const isOver = await Promise.race([this.closed, once(this.socket, 'data').then(() => false)]);
      if (isOver && !pattern.test(this.received)) assert.fail(`closed after: ${this.received || 'nothing'}`);
    }
    return this.received;
  }
}

/** Keeps this process, and so the server, from running for a while, as a suspended machine does. */
function suspend(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('S-28: a connection without a token ends after its answer, and one that has shown a token stays', async (t) => {
  const panel = await Panel.open(t);
  for (const target of ['/healthz', '/', '/api/agents']) {
    const stranger = await panel.visit(t);
    stranger.send(panel.request(target));
    await stranger.closed;
    assert.match(stranger.received, /^connection: close\r$/im, target);
  }
  const owner = await panel.visit(t);
  owner.send(panel.ownersRequest);
  assert.doesNotMatch(await owner.receives(/agents$/), /^connection: close/im);
  owner.send(panel.request('/healthz'));
  assert.doesNotMatch(await owner.receives(/ok$/), /^connection: close/im);
});

test('S-28: a connection whose token has ended ends with the refusal', async (t) => {
  const panel = await Panel.open(t);
  const owner = await panel.visit(t);
  const { ownersRequest } = panel;
  owner.send(ownersRequest);
  await owner.receives(/agents$/);
  await panel.links.replaceAll();
  owner.send(ownersRequest);
  await owner.closed;
  assert.match(owner.received, /HTTP\/1\.1 401 [^]*^connection: close\r$/im);
});

test('requests of the owner that arrive together on a new connection are all answered', async (t) => {
  const panel = await Panel.open(t);
  const owner = await panel.visit(t);
  owner.send(panel.ownersRequest.repeat(5));
  await owner.receives(/(?:HTTP\/1\.1 200 [^]*){5}agents$/);
});

test('S-28: of requests that a stranger sends together only the first is answered', async (t) => {
  const panel = await Panel.open(t);
  const stranger = await panel.visit(t);
  stranger.send(panel.request('/healthz').repeat(20));
  await stranger.closed;
  assert.equal(stranger.received.split('HTTP/1.1 200 ').length, 2);
});

test('S-28: a new connection takes the place of the oldest stranger and is served', async (t) => {
  const panel = await Panel.open(t, { arriving: 3 });
  const strangers: Visitor[] = [];
  for (let i = 0; i < 5; i++) strangers.push(await panel.visit(t));
  strangers.at(-1)!.send('GET /healthz HTTP/1.1\r\nHost: ');
  await Promise.all(strangers.slice(0, 2).map(({ closed }) => closed));
  const owner = await panel.visit(t);
  owner.send(panel.ownersRequest);
  await owner.receives(/agents$/);
  await strangers[2]!.closed;
  assert.deepEqual(
    strangers.map(({ isClosed }) => isClosed),
    [true, true, true, false, false],
  );
});

test('S-28: no number of strangers ends a connection of the owner', async (t) => {
  const panel = await Panel.open(t, { arriving: 2, answering: 1 });
  const owners: Visitor[] = [];
  for (let i = 0; i < 20; i++) {
    const owner = await panel.visit(t);
    owner.send(i % 2 ? panel.ownersRequest : panel.request('/api/events', { token: panel.links.token }));
    await owner.receives(/(?:agents|hello\s+)$/);
    owners.push(owner);
  }
  for (let i = 0; i < 20; i++) {
    const stranger = await panel.visit(t);
    stranger.send(i % 2 ? panel.request('/healthz') : 'GET');
  }
  for (const [i, owner] of owners.entries()) {
    assert.ok(!owner.isClosed, String(i));
    if (i % 2) owner.send(panel.ownersRequest);
    if (i % 2) await owner.receives(/agents[^]*agents$/);
  }
});

test('S-28: strangers that do not read their answers give way to newer ones', async (t) => {
  const panel = await Panel.open(t, { answering: 2 });
  const strangers: Visitor[] = [];
  for (let i = 0; i < 4; i++) {
    const stranger = await panel.visit(t);
    const arrived = once(panel.server, 'request');
    stranger.send(panel.request('/large'));
    stranger.socket.pause();
    await arrived;
    strangers.push(stranger);
  }
  // A closed connection is noticed only by reading.
  for (const { socket } of strangers.slice(0, 2)) socket.resume();
  await Promise.all(strangers.slice(0, 2).map(({ closed }) => closed));
  for (const { received } of strangers.slice(0, 2)) assert.ok(received.length < LARGE.length);
  for (const stranger of strangers.slice(2)) {
    stranger.socket.resume();
    await stranger.closed;
    assert.ok(stranger.received.length > LARGE.length);
  }
});

test('S-28: headers have a time, whatever trickles in, and so has silence', async (t) => {
  const panel = await Panel.open(t, { headers: 5 });
  const slow = await panel.visit(t);
  slow.send('GET /healthz HTTP/1.1\r\nX-Long: ');
  const trickle = setInterval(() => slow.send('x'), 5);
  t.after(() => clearInterval(trickle));
  const silent = await panel.visit(t);
  await Promise.all([slow.closed, silent.closed]);
  assert.match(slow.received, /^HTTP\/1\.1 408 [^]*"code":"too_slow"/);
  assert.equal(silent.received, '');
});

test('S-28: a connection that is not HTTP any more has a time as well', async (t) => {
  const panel = await Panel.open(t, { headers: 5 });
  const visitors = [await panel.visit(t), await panel.visit(t)];
  visitors[0]!.send('CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n');
  visitors[1]!.send('nonsense\r\n\r\n');
  // Neither visitor closes its side.
  for (const { socket } of visitors) socket.allowHalfOpen = true;
  await Promise.all(visitors.map(({ dropped }) => dropped));
  for (const { received } of visitors) assert.match(received, /^HTTP\/1\.1 400 /);
});

test('S-28: a body has a time as well, and without a token nobody waits for it', async (t) => {
  const panel = await Panel.open(t, { body: 5 });
  const more = 'Content-Type: application/json\r\nContent-Length: 10\r\n';
  const post = { method: 'POST', more, body: '1' };
  const [owner, stranger] = [await panel.visit(t), await panel.visit(t)];
  owner.send(panel.request('/api/agents', { ...post, token: panel.links.token }));
  stranger.send(panel.request('/api/agents', post));
  await Promise.all([owner.closed, stranger.closed]);
  assert.match(owner.received, /^HTTP\/1\.1 408 [^]*"code":"too_slow"/);
  assert.match(stranger.received, /^HTTP\/1\.1 401 /);
});

test('an idle connection of the owner ends in the end, and a long answer on it does not', async (t) => {
  const panel = await Panel.open(t, { idle: 5, answer: 5 });
  const [idle, following] = [await panel.visit(t), await panel.visit(t)];
  following.send(panel.request('/api/events', { token: panel.links.token }));
  await following.receives(/hello/);
  idle.send(panel.ownersRequest);
  await idle.closed;
  assert.match(idle.received, /agents$/);
  assert.ok(!following.isClosed);
});

test('a request whose bytes were waiting while the machine was suspended is answered', async (t) => {
  const panel = await Panel.open(t, { headers: 0, idle: 0, tickMs: 300 });
  const owner = await panel.visit(t);
  owner.send(panel.ownersRequest);
  suspend(400);
  await owner.receives(/^HTTP\/1\.1 200 [^]*agents$/);
  owner.send(panel.ownersRequest);
  suspend(400);
  await owner.receives(/agents[^]*HTTP\/1\.1 200 [^]*agents$/);
});
