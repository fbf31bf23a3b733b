// Node's server below Hono: its limits, its TLS files, and the responses to requests that reach no middleware. The
// caller calls `listen` and `close`.
import { RequestError, getRequestListener } from '@hono/node-server';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { STATUS_CODES, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Duplex } from 'node:stream';
import { fixedHeaders } from './security-headers.ts';

export interface HttpServerOptions {
  /** `app.fetch` of an app that begins with `gate()`. */
  fetch: Parameters<typeof getRequestListener>[0];
  /** PEM texts; with them the server speaks https. */
  tls?: { cert: string | Buffer; key: string | Buffer };
  /** Whether pages may be framed at all. The gate decides that for each response. */
  isFramed?: boolean;
}

/** Creates a server that is ready for `listen()`, over TLS if `tls` is given. */
export function createHttpServer({ fetch, tls, isFramed = false }: HttpServerOptions): Server {
  const answer = getRequestListener(fetch, { hostname: 'localhost', errorHandler: answerUnrouted });
  const newest = new WeakMap<Duplex, ServerResponse>();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    newest.set(request.socket, response);
    // These headers are for responses that a route writes itself, past Hono's Response. `writeHead` overrides them.
    for (const [name, value] of bareHeaders) response.setHeader(name, value);
    if (isFramed) response.removeHeader('X-Frame-Options');
    void answer(request, response);
  };
  const server = tls ? createTlsServer({ ...limits, ...tls }, listener) : createServer(limits, listener);
  // Node would answer an unknown expectation itself, without our headers.
  server.on('checkExpectation', listener);
  // The panel is not a proxy. Without this handler, the connection would be closed without a response.
  server.on('connect', (_request, socket: Duplex) => socket.end(bareAnswer(400)));
  // More than the tabs of one user ever open, and more than half-open sockets can fill within `headersTimeout`.
  server.maxConnections = 512;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const current = newest.get(socket);
    // If a response has already begun, a second status line would become part of its body.
    const isAnswering = current?.headersSent && !current.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy();
    else socket.end(bareAnswer(statusOf(error)));
  });
  return server;
}

/** Times in ms, sizes in bytes. No limit applies to how long a response may stream. */
const limits: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
  // Node's own 400 lacks the security headers. The gate refuses a missing Host with all of them.
  requireHostHeader: false,
};

const bareHeaders = [...Object.entries(fixedHeaders), ['Cache-Control', 'no-store']] as [string, string][];

/** Writes a response by hand. A request that Node's parser rejects never reaches the app. */
function bareAnswer(status: number): string {
  const body = errorBody('malformed_request', 'The request is not valid HTTP, or was sent too slowly.');
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

/**
 * Responds to a request without a valid URL (because of a bad Host), and to an error thrown past the app's `onError`.
 */
function answerUnrouted(error: unknown): Response {
  if (error instanceof RequestError) {
    const body = errorBody('malformed_request', 'The Host or the target of the request is not valid.');
    return new Response(body, { status: 400, headers: { 'Content-Type': 'application/json' } });
  }
  process.emitWarning(
    error instanceof Error
      ? error
      : new Error('a route threw something other than an Error', { cause: error }),
  );
  const body = errorBody('internal', 'Internal error. Details are in the output of the panel.');
  return new Response(body, { status: 500, headers: { 'Content-Type': 'application/json' } });
}

function errorBody(code: string, message: string): string {
  return JSON.stringify({ error: { code, message } });
}

/** Reads a certificate (chain) and its key, PEM. Throws an Error for the user if they cannot be used. */
export async function readTlsFiles(paths: {
  cert: string;
  key: string;
}): Promise<{ cert: Buffer; key: Buffer }> {
  const [cert, key] = await Promise.all([
    readOption('--tls-cert', paths.cert),
    readOption('--tls-key', paths.key),
  ]);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const what = `--tls-cert ${paths.cert} and --tls-key ${paths.key} cannot be used together`;
    throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
  }
  return { cert, key };
}

async function readOption(option: string, path: string): Promise<Buffer> {
  return readFile(path).catch((error: Error) => {
    throw new Error(`${option} ${path} cannot be read: ${error.message}`, { cause: error });
  });
}
