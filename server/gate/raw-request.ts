// The request exactly as the client sent it. Node keeps only the first of two Host headers, and an absolute-form target
// replaces the Host in the framework's URL.
import type { HttpBindings } from '@hono/node-server';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { Denial } from './denial.ts';

export interface RawRequest {
  method: string;
  /** The request target as sent in the request line. */
  target: string;
  /** All values of a header, in order; empty if it was not sent. `name` is in lower case. */
  all: (name: string) => string[];
}

/**
 * Reads the request from Node's own message. Without one (`app.request()` in tests) the headers of the Request are
 * used. A test has to send `Host` like any client, because the host of the framework's URL is never used.
 */
export function rawRequest(c: Context): RawRequest {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming;
  return incoming ? nodeRequest(incoming) : fromFetch(c.req.raw);
}

export function nodeRequest(incoming: Pick<IncomingMessage, 'rawHeaders' | 'method' | 'url'>): RawRequest {
  const headers = groupHeaders(incoming.rawHeaders);
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    all: (name) => headers.get(name) ?? [],
  };
}

/** `raw`: alternating names and values. */
function groupHeaders(raw: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let i = 0; i < raw.length; i += 2) {
    const [name, value] = [raw[i]!.toLowerCase(), raw[i + 1]!];
    const values = headers.get(name);
    if (values) values.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}

function fromFetch(request: Request): RawRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    target: url.pathname + url.search,
    all: (name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [value];
    },
  };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Requires exactly one Host, a plain path as target, and a known method. All later checks rely on this. */
export function checkForm(request: RawRequest): Denial | undefined {
  if (request.all('host').length !== 1) return malformed('The request must have exactly one Host header.');
  // Visible ASCII only: `#` never belongs in a request line, and the rest has to be percent-encoded.
  if (!/^\/[\x21\x22\x24-\x7e]*$/.test(request.target)) {
    return malformed('The request target must be a path, such as /api/agents.');
  }
  // No path and no text to search for has one, and system calls fail on it.
  if (request.target.includes('%00')) return malformed('The request target must not contain a NUL.');
  const field = oddField(request.target);
  if (field !== undefined)
    return malformed(`${field}: must be UTF-8 text in percent-encoding, such as %C3%A9.`);
  if (!methods.has(request.method)) return malformed('The method is not supported.');
  return undefined;
}

/**
 * Finds what has no text, such as `%ff` or half a surrogate pair: `address`, the name of a parameter, or `query` if the
 * name is the problem. Otherwise the router would take the escapes for the characters of a name.
 */
function oddField(target: string): string | undefined {
  const [path = '', ...query] = target.split('?');
  if (textOf(path) === null) return 'address';
  for (const pair of query.join('?').split('&')) {
    const [name = '', ...value] = pair.split('=');
    if (textOf(pair) === null)
      return textOf(name) !== null && /^\w{1,40}$/.test(name) && value.length > 0 ? name : 'query';
  }
  return undefined;
}

/** Returns the decoded text; null if there is none. */
function textOf(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

function malformed(message: string): Denial {
  return { status: 400, code: 'malformed_request', message };
}
