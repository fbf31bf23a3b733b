// The one thing that the page of another panel may read here: the state of the agents at one address, with a token that
// opens nothing else, from the origins named with --other-panel only.
import type { RawRequest } from './raw-request.ts';

export const STATUS_PATH = '/api/status';

/** The origin of another panel's page that asks for the state; null for every other request. */
export function askingPanel(
  path: string,
  request: RawRequest,
  otherPanels: readonly string[],
): string | null {
  const [origin, ...more] = request.all('origin');
  const isKnown = origin !== undefined && more.length === 0 && otherPanels.includes(origin);
  return path === STATUS_PATH && isKnown ? origin : null;
}

/** The browser asks whether the page may send exactly what the state needs. */
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

/** Also on a refusal, so that the page can tell a wrong token from a panel that is away. */
export function allowReading(headers: Headers, origin: string): void {
  headers.set('Access-Control-Allow-Origin', origin);
  headers.append('Vary', 'Origin');
}
