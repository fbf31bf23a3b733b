// Node's server below Hono: its limits, and the answers that are given before a request reaches any
// middleware. It listens to nothing yet, and closing it is up to whoever does.
import { RequestError, getRequestListener } from '@hono/node-server';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { STATUS_CODES, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { fixedHeaders } from './security-headers.ts';

export interface HttpServerOptions {
  /** `app.fetch` of an app that `gate()` stands before. */
  fetch: Parameters<typeof getRequestListener>[0];
  /** PEM texts; with them the server speaks https. */
  tls?: { cert: string | Buffer; key: string | Buffer };
}

/** A server that is ready for `listen()`, over TLS if `tls` is given. */
export function createHttpServer({ fetch, tls }: HttpServerOptions): Server {
  const answer = getRequestListener(fetch, { hostname: 'localhost', errorHandler: answerUnrouted });
  const newest = new WeakMap<Duplex, ServerResponse>();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    newest.set(request.socket, response);
    // Also for answers that a route writes on its own, past Hono's Response. `writeHead` overrides.
    for (const [name, value] of bareHeaders) response.setHeader(name, value);
    void answer(request, response);
  };
  const server = tls ? createTlsServer({ ...limits, ...tls }, listener) : createServer(limits, listener);
  // Node would answer an expectation that it does not know on its own, without a header of ours.
  server.on('checkExpectation', listener);
  // Nothing here is a proxy; without this the connection would be closed without a word.
  server.on('connect', (_request, socket: Duplex) => socket.end(bareAnswer(400)));
  // More than one person's tabs ever open, and more than half-open sockets can fill in `headersTimeout`.
  server.maxConnections = 512;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const current = newest.get(socket);
    // In the middle of an answer a second status line would become part of its body.
    const isAnswering = current?.headersSent && !current.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy();
    else socket.end(bareAnswer(statusOf(error)));
  });
  return server;
}

/** Times in ms, sizes in bytes. Neither limit touches how long an answer may stream. */
const limits: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
  // Node's own 400 has no headers; the gate refuses a missing Host with all of them.
  requireHostHeader: false,
};

const bareHeaders = [...Object.entries(fixedHeaders), ['Cache-Control', 'no-store']] as [string, string][];

/** What Node's parser calls wrong never becomes a request; the answer is written by hand. */
function bareAnswer(status: number): string {
  const body = errorBody('malformed_request', 'The request could not be read as HTTP, or came too slowly.');
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...bareHeaders.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

function statusOf(error: NodeJS.ErrnoException): number {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 431;
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/** A request that no URL can be made of (a bad Host), or something thrown past the app's `onError`. */
function answerUnrouted(error: unknown): Response {
  if (error instanceof RequestError) {
    const body = errorBody('malformed_request', 'The Host or the target of the request cannot be read.');
    return new Response(body, { status: 400, headers: { 'Content-Type': 'application/json' } });
  }
  process.emitWarning(error instanceof Error ? error : new Error('a route threw no Error', { cause: error }));
  const body = errorBody('internal', 'The panel failed at this request; its log says more.');
  return new Response(body, { status: 500, headers: { 'Content-Type': 'application/json' } });
}

function errorBody(code: string, message: string): string {
  return JSON.stringify({ error: { code, message } });
}
