// Passes requests of a frame on to an app that listens on a port of this machine, and its answers back, as they come.
import { Agent, request as send, type IncomingMessage, type RequestOptions } from 'node:http';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream';
import { Refusal } from '../../shared/refusal.ts';
import { appPolicies, toApp, toBrowser, type AppPlace } from './app-headers.ts';
import type { FrameExchange } from './frame-exchange.ts';
import { ScriptInserter } from './insert-script.ts';

/** Dev servers listen on one of these or both. No name is looked up, so it is never another machine. */
const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
const lookup: LookupFunction = (_name, { all }, done) =>
  all ? done(null, LOOPBACK) : done(null, LOOPBACK[0]!.address, 4);

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
  const isHtml = isDocument(request) && isPlainHtml(answer);
  for (const policy of appPolicies(rawHeaders)) response.appendHeader('Content-Security-Policy', policy);
  for (let headers = toBrowser(rawHeaders, place); headers.length > 0; headers = headers.slice(2)) {
    const [name = '', value = ''] = headers;
    if (!isHtml || name.toLowerCase() !== 'content-length') response.appendHeader(name, value);
  }
  response.writeHead(statusCode, statusMessage);
  // An event stream may say nothing for a long time.
  response.flushHeaders();
  const isBare = request.method === 'HEAD' || statusCode === 204 || statusCode === 304;
  // Either side may leave at any time, which ends the other.
  const done = (): void => undefined;
  if (isHtml && !isBare) pipeline(answer, new ScriptInserter(scriptAt), response, done);
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

function isPlainHtml({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding'] ?? 'identity';
  return /^text\/html\b/i.test(headers['content-type'] ?? '') && encoding === 'identity';
}

function withoutEncodings(headers: string[]): string[] {
  return headers.flatMap((name, n) => {
    if (n % 2 === 1 || /^(?:accept-encoding|range)$/i.test(name)) return [];
    return [name, headers[n + 1]!];
  });
}
