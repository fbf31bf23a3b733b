// For tests: requests over TLS by any name, to a port or to the socket of a proxy.
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';

export const CERT = new URL('fixtures/cert.pem', import.meta.url);
export const KEY = new URL('fixtures/key.pem', import.meta.url);

export interface TlsRequest {
  at: { port: number } | { socketPath: string };
  path: string;
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

/** Resolves with the head of the answer; the body is still to be read. */
export function tlsRequest({
  at,
  path,
  method = 'GET',
  headers,
  body,
}: TlsRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { ...at, host: '127.0.0.1', path, method, headers, agent: false as const };
    // The certificate of the tests is for localhost, whatever the Host.
    const sent = request({ ...options, ca: readFileSync(CERT), servername: 'localhost' }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

export async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
  return text;
}

/** Reads until the text so far is enough, and hangs up. */
export async function readUntil(
  answer: IncomingMessage,
  isEnough: (text: string) => boolean,
): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk as string;
    if (isEnough(text)) return text;
  }
  throw new Error(`The answer ended with: ${text.slice(-200)}`);
}
