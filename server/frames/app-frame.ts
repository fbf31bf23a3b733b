// Passes requests of a frame on to an app that listens on a port of this machine, and its answers back, as they come.
import { randomUUID } from 'node:crypto';
import { Agent, request as send, type IncomingMessage, type RequestOptions } from 'node:http';
import type { LookupFunction } from 'node:net';
import { PassThrough, pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { Refusal } from '../../shared/refusal.ts';
import { toApp, toBrowser, type AppPlace } from './app-headers.ts';
import { appPolicies } from './app-policies.ts';
import type { FrameExchange } from './frame-exchange.ts';
import { ScriptInserter } from './insert-script.ts';

/** Dev servers listen on one of these or both. No name is looked up, so it is never another machine. */
const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
const lookup: LookupFunction = (_name, { all }, done) =>
  all ? done(null, LOOPBACK) : done(null, LOOPBACK[0]!.address, 4);

/** About the bytes of the app's own body. A nonce also belongs to one body, so none is kept for another answer. */
const OF_BYTES = /^(?:content-(?:length|encoding)|etag|last-modified|accept-ranges)$/i;

const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 });

/** What connects to an app on this port. */
export function appTarget(port: number): RequestOptions {
  return { host: 'localhost', port, lookup, agent };
}

interface AppAnswer {
  place: AppPlace;
  /** The address of the script that HTML gets. */
  scriptAt: string;
}

/** Resolves once the answer has begun. Rejects with a Refusal 502 if the app does not answer. */
export async function answerFromApp(exchange: FrameExchange, { place, scriptAt }: AppAnswer): Promise<void> {
  const { request, response } = exchange;
  const answer = await ask(exchange, place);
  const { statusCode = 502, statusMessage, rawHeaders } = answer;
  const decompress = isDocument(request) && isHtml(answer) ? decompressorOf(answer) : null;
  const nonce = randomUUID();
  const script = { address: new URL(scriptAt, `http://${place.host}`).href, nonce };
  const policies = appPolicies(rawHeaders, decompress && script);
  for (const policy of policies) response.appendHeader('Content-Security-Policy', policy);
  for (let headers = toBrowser(rawHeaders, place); headers.length > 0; headers = headers.slice(2)) {
    const [name = '', value = ''] = headers;
    if (!decompress || !OF_BYTES.test(name)) response.appendHeader(name, value);
  }
  response.writeHead(statusCode, statusMessage);
  // An event stream may say nothing for a long time.
  response.flushHeaders();
  const isBare = request.method === 'HEAD' || statusCode === 204 || statusCode === 304;
  // Either side may leave at any time, which ends the other.
  const done = (): void => undefined;
  if (decompress && !isBare)
    pipeline(
      answer,
      decompress(),
      new ScriptInserter(scriptAt, policies.length > 0 ? nonce : null),
      response,
      done,
    );
  else pipeline(answer, response, done);
}

function ask({ request, response, target }: FrameExchange, place: AppPlace): Promise<IncomingMessage> {
  const { method, rawHeaders } = request;
  const hasBody =
    Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers;
  const headers = toApp(rawHeaders, place);
  // The script can only be added to text that is not compressed.
  const sent = isDocument(request) ? withoutEncodings(headers) : headers;
  return new Promise((resolve, reject) => {
    const attempt = (isLast: boolean): void => {
      const upstream = send({ ...appTarget(place.port), method, path: target, headers: sent }, resolve);
      response.once('close', () => upstream.destroy());
      upstream.on('error', (error: NodeJS.ErrnoException) => {
        // The app has closed a connection that was kept for the next request.
        if (upstream.reusedSocket && error.code === 'ECONNRESET' && !isLast) attempt(true);
        else reject(noAnswer(place.port, error));
      });
      if (hasBody) pipeline(request, upstream, () => undefined);
      else upstream.end();
    };
    attempt(hasBody);
  });
}

function noAnswer(port: number, error: NodeJS.ErrnoException): Refusal {
  const isRefused = error.code === 'ECONNREFUSED' || error instanceof AggregateError;
  const why = isRefused
    ? `Nothing listens on port ${port}.`
    : `The app on port ${port} did not answer: ${error.message}.`;
  const message = `${why} Start it, then reload the preview.`;
  return new Refusal(502, 'no_app', message);
}

/** Whether the answer becomes a document, and not a part of one that a script fetches. */
function isDocument({ headers }: IncomingMessage): boolean {
  const dest = headers['sec-fetch-dest'];
  if (dest !== undefined) return dest === 'iframe' || dest === 'frame' || dest === 'document';
  return (headers.accept ?? '').includes('text/html') && !('x-requested-with' in headers);
}

function isHtml({ headers }: IncomingMessage): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '');
}

/** Some apps compress whatever the browser accepts. Returns null for what cannot be undone. */
function decompressorOf({ headers }: IncomingMessage): (() => Transform) | null {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return () => new PassThrough();
  if (encoding === 'br') return () => createBrotliDecompress();
  return /^(?:x-)?gzip$|^deflate$/.test(encoding) ? () => createUnzip() : null;
}

function withoutEncodings(headers: string[]): string[] {
  return headers.flatMap((name, n) => {
    if (n % 2 === 1 || /^(?:accept-encoding|range)$/i.test(name)) return [];
    return [name, headers[n + 1]!];
  });
}
