// One request to a push service, and what its answer means.
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isSpecialAddress, NOT_PUBLIC, publicLookup } from './endpoint.ts';

const TIMEOUT_MS = 20_000;
/** How many characters of a service's answer are used. */
const MAX_REASON = 200;

export type Delivery =
  | { outcome: 'accepted' }
  /** The browser has ended the subscription. */
  | { outcome: 'gone' }
  /** Worth another attempt, after `retryAfter` seconds if the service named a time. */
  | { outcome: 'failed'; why: string; retryAfter: number | null }
  /** The same request would be refused again. */
  | { outcome: 'refused'; why: string };

export interface PushRequest {
  endpoint: string;
  headers: Record<string, string | number>;
  body: Buffer;
}

/**
 * Sends the request. Does not follow redirects, because an allowed service could redirect to an address that is not.
 */
export async function postPush({ endpoint, headers, body }: PushRequest): Promise<Delivery> {
  const url = new URL(endpoint);
  // An address needs no lookup, and may have been stored while an older list counted it as public.
  if (url.protocol === 'https:' && isSpecialAddress(url.hostname))
    return { outcome: 'refused', why: `it ${NOT_PUBLIC}` };
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': body.length },
    timeout: TIMEOUT_MS,
    ...(url.protocol === 'https:' && { lookup: publicLookup }),
  });
  outgoing.on('response', resolve);
  outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} seconds`)));
  outgoing.on('error', reject);
  outgoing.end(body);
  try {
    return await deliveryOf(await promise);
  } catch (error) {
    return { outcome: 'failed', why: (error as Error).message, retryAfter: null };
  }
}

async function deliveryOf(response: IncomingMessage): Promise<Delivery> {
  const { statusCode: status = 0, headers } = response;
  let reason = '';
  response.setEncoding('utf8');
  for await (const chunk of response) if (reason.length < MAX_REASON) reason += String(chunk);
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  const words = reason
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, MAX_REASON)
    .replace(/[\s.]+$/, '')
    .trim();
  const why = `it answered ${status}${words && `: ${words}`}`;
  if (status !== 429 && status < 500) return { outcome: 'refused', why };
  const seconds = Number(headers['retry-after']);
  return { outcome: 'failed', why, retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : null };
}
