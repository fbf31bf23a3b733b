// HTTPS requests with any Host, to a port or to the socket of a proxy.
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { Readable } from 'node:stream';

export const CERT = new URL('fixtures/cert.pem', import.meta.url);
export const KEY = new URL('fixtures/key.pem', import.meta.url);

export interface TlsRequest {
  at: { port: number } | { socketPath: string };
  path: string;
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

/** Resolves to the head of the response; its body is still unread. */
export function tlsRequest({
  at,
  path,
  method = 'GET',
  headers,
  body,
}: TlsRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { ...at, host: '127.0.0.1', path, method, headers, agent: false as const };
    // The test certificate is always for localhost.
    const sent = request({ ...options, ca: readFileSync(CERT), servername: 'localhost' }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

export async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return text;
}

/** Reads until the text matches, then closes the connection. */
export async function readUntil(response: Readable, matches: (text: string) => boolean): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk as string;
    if (matches(text)) return text;
  }
  throw new Error(`The response ended with: ${text.slice(-200)}`);
}
