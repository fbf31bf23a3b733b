// Passes WebSockets of a frame on to its app.
import { request as send, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { toApp, toBrowser, type AppPlace } from './app-headers.ts';
import { appTarget } from './app-frame.ts';

export interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  /** What the browser has sent already. */
  head: Buffer;
  /** Path and query within the frame. */
  target: string;
}

/** Connects both sides until one of them ends, or the frame does. */
export function upgradeToApp({ request, socket, head, target }: Upgrade, place: AppPlace): void {
  const end = (): void => void socket.destroy();
  const { signal } = place.frame.end;
  signal.addEventListener('abort', end);
  const headers = [
    ...toApp(request.rawHeaders, place),
    ...['Connection', 'Upgrade', 'Upgrade', String(request.headers.upgrade)],
  ];
  // A connection of its own: it never answers anything else.
  const upstream = send({ ...appTarget(place.port), agent: false, method: 'GET', path: target, headers });
  socket.on('close', () => {
    signal.removeEventListener('abort', end);
    upstream.destroy();
  });
  socket.on('error', end);
  upstream.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n'));
  upstream.on('response', (answer) => {
    socket.write(headOf(answer, [...toBrowser(answer.rawHeaders, place), 'Connection', 'close']));
    answer.pipe(socket);
  });
  upstream.on('upgrade', (answer, other, early: Buffer) => {
    const switched = ['Connection', 'Upgrade', 'Upgrade', String(answer.headers.upgrade)];
    socket.write(headOf(answer, [...toBrowser(answer.rawHeaders, place), ...switched]));
    socket.write(early);
    other.write(head);
    other.on('error', end);
    other.on('close', end);
    socket.on('close', () => other.destroy());
    socket.pipe(other).pipe(socket);
  });
  upstream.end();
}

function headOf({ statusCode, statusMessage }: IncomingMessage, headers: readonly string[]): string {
  const lines = Array.from(
    { length: headers.length / 2 },
    (_, n) => `${headers[2 * n]}: ${headers[2 * n + 1]}`,
  );
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
}
