// Node's server below Hono: its limits, its TLS files, and the responses to requests that reach no middleware. The
// caller calls `listen` and `close`.
import { RequestError, getRequestListener, type HttpBindings } from '@hono/node-server';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { STATUS_CODES, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionBindings } from './gate.ts';
import { Connections, type ConnectionLimits } from './connections.ts';
import { checkForm, nodeRequest } from './raw-request.ts';
import { fixedHeaders } from './security-headers.ts';

export interface HttpServerOptions {
  /** `app.fetch` of an app that begins with `gate()`. */
  fetch: Parameters<typeof getRequestListener>[0];
  /** PEM texts; with them the server speaks https. */
  tls?: { cert: string | Buffer; key: string | Buffer };
  /** Whether pages may be framed at all. The gate decides that for each response. */
  isFramed?: boolean;
  /**
   * Finds what answers a request instead of the app: a frame, whose address is a secret that counts like the token.
   */
  findFrame?: (request: IncomingMessage) => ((response: ServerResponse) => void) | null;
  /** Takes over a connection that asks to be upgraded, if it is for a frame. Returns whether it was. */
  upgradeFrame?: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /** Default: those of `Connections`. */
  limits?: Partial<ConnectionLimits>;
}

/** Creates a server that is ready for `listen()`, over TLS if `tls` is given. */
export function createHttpServer({
  fetch,
  tls,
  isFramed = false,
  findFrame,
  upgradeFrame,
  limits = {},
}: HttpServerOptions): Server {
  const newest = new WeakMap<Duplex, ServerResponse>();
  const refuse = (socket: Duplex, status: number): void => {
    const current = newest.get(socket);
    // If a response has already begun, a second status line would become part of its body.
    const isAnswering = current?.headersSent && !current.writableFinished;
    if (!socket.writable || isAnswering) socket.destroy();
    else socket.end(bareAnswer(status));
  };
  const connections = new Connections({ limits, onSlow: (socket) => refuse(socket, 408) });
  const answer = getRequestListener(
    (request, env) => {
      const { outgoing } = env as HttpBindings;
      const bindings: HttpBindings & ConnectionBindings = {
        ...(env as HttpBindings),
        admit: () => connections.admit(outgoing),
        expel: () => connections.expel(outgoing),
      };
      return fetch(request, bindings);
    },
    { hostname: 'localhost', errorHandler: answerUnrouted },
  );
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    if (!connections.receive(request, response)) return;
    newest.set(request.socket, response);
    // A request without exactly one plain Host and a plain path is left to the gate, which refuses it.
    const answerFrame = checkForm(nodeRequest(request)) ? null : findFrame?.(request);
    if (answerFrame) {
      connections.admit(response);
      return answerFrame(response);
    }
    // These headers are for responses that a route writes itself, past Hono's Response. `writeHead` overrides them.
    for (const [name, value] of bareHeaders) response.setHeader(name, value);
    if (isFramed) response.removeHeader('X-Frame-Options');
    void answer(request, response);
  };
  const server = tls ? createTlsServer({ ...settings, ...tls }, listener) : createServer(settings, listener);
  server.on('connection', (socket: Socket) => connections.accept(socket));
  server.on('secureConnection', (socket: Socket) => connections.secure(socket));
  server.on('close', () => connections.close());
  // Node would answer an unknown expectation itself, without our headers.
  server.on('checkExpectation', listener);
  if (upgradeFrame)
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      // The panel itself has no WebSockets.
      if (checkForm(nodeRequest(request)) || !upgradeFrame(request, socket, head))
        socket.end(bareAnswer(400));
      else connections.release(socket);
    });
  // The panel is not a proxy. Without this handler, the connection would be closed without a response.
  server.on('connect', (_request, socket: Duplex) => socket.end(bareAnswer(400)));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
  });
  return server;
}

const settings: ServerOptions = {
  // `Connections` has limits instead of Node's. Node compares clocks, so after a time in which the process did not run,
  // it would end connections before it reads the bytes that were waiting.
  headersTimeout: 0,
  requestTimeout: 0,
  keepAliveTimeout: 0,
  /** In bytes. */
  maxHeaderSize: 16_384,
  // Node's own 400 lacks the security headers. The gate refuses a missing Host with all of them.
  requireHostHeader: false,
};

const bareHeaders = [...Object.entries(fixedHeaders), ['Cache-Control', 'no-store']] as [string, string][];

/** Writes a response by hand. A request that Node's parser rejects never reaches the app. */
function bareAnswer(status: number): string {
  const body =
    status === 408
      ? errorBody('too_slow', 'The request was sent too slowly, so the panel stopped reading it.')
      : errorBody('malformed_request', 'The request is not valid HTTP.');
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...bareHeaders.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
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
