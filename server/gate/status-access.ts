// Lets the pages of other panels read the state of the agents, and nothing else: at one address, with a token that
// opens nothing else, and only from the origins given with --other-panel.
import type { RawRequest } from './raw-request.ts';

export const STATUS_PATH = '/api/status';

/** Returns the origin of the other panel whose page asks for the state; null for every other request. */
export function askingPanel(
  path: string,
  request: RawRequest,
  otherPanels: readonly string[],
): string | null {
  const [origin, ...more] = request.all('origin');
  const isKnown = origin !== undefined && more.length === 0 && otherPanels.includes(origin);
  return path === STATUS_PATH && isKnown ? origin : null;
}

/** Whether this is a preflight that asks for exactly what reading the state needs. */
export function isStatusPreflight(request: RawRequest): boolean {
  const [method, headers] = ['method', 'headers'].map((what) =>
    request.all(`access-control-request-${what}`).join().toLowerCase(),
  );
  return request.method === 'OPTIONS' && method === 'get' && headers === 'authorization';
}

export function answerPreflight(): Response {
  const headers = {
    'Access-Control-Allow-Methods': 'GET',
    'Access-Control-Allow-Headers': 'authorization',
    'Access-Control-Max-Age': '600',
  };
  return new Response(null, { status: 204, headers });
}

/**
 * Allows the other panel's page to read a response. Call this for refusals as well, so that the page can distinguish a
 * wrong token from a panel that does not respond.
 */
export function allowReading(headers: Headers, origin: string): void {
  headers.set('Access-Control-Allow-Origin', origin);
  headers.append('Vary', 'Origin');
}
