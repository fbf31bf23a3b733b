// A crowd of strangers, in a process of its own: opens connections that never show a token, and opens each again when
// the panel drops it. Loopback only; ends with its parent, and after a minute in any case.
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface Crowd {
  /** A port of this machine, or the path of a socket. */
  to: number | string;
  isTls?: boolean;
  kinds: Partial<Record<Kind, number>>;
  /** How long a dropped stranger waits before it connects again, in ms. */
  pause: number;
}

/** Keeps an open connection of a stranger busy. Returns the timer that does it. */
const ACTS = {
  silent: () => undefined,
  /** Asks for what needs no token, every three seconds. */
  healthz: (socket: Socket, host: string) => {
    const ask = (): void => void socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    ask();
    return setInterval(ask, 3000);
  },
  /** Sends headers without end, a letter at a time. */
  letters: (socket: Socket, host: string) => {
    socket.write(`GET /api/agents HTTP/1.1\r\nHost: ${host}\r\nX-Long: `);
    return setInterval(() => socket.write('x'), 300);
  },
  /** Announces a body and sends it a byte at a time. */
  body: (socket: Socket, host: string) => {
    socket.write(
      `POST /api/agents HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`,
    );
    return setInterval(() => socket.write(' '), 300);
  },
  pipelined: (socket: Socket, host: string) => {
    const many = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(50);
    socket.write(many);
    return setInterval(() => socket.write(many), 3000);
  },
  upgrade: (socket: Socket, host: string) => {
    socket.write(
      `GET /api/events HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    return undefined;
  },
  connect: (socket: Socket, host: string) =>
    void socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
  /** Asks for the page and never reads the answer. */
  unread: (socket: Socket, host: string) => {
    socket.pause();
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(20));
    return undefined;
  },
} satisfies Record<string, (socket: Socket, host: string) => NodeJS.Timeout | undefined | void>;

export type Kind = keyof typeof ACTS;

const LIFE_MS = 60_000;

function attend(kind: Kind, { to, isTls, pause }: Crowd): void {
  const place = typeof to === 'number' ? { port: to, host: '127.0.0.1' } : { path: to };
  const host = `127.0.0.1:${typeof to === 'number' ? to : 80}`;
  const socket = isTls ? connectTls({ ...place, rejectUnauthorized: false }) : connectTcp(place);
  let timer: NodeJS.Timeout | undefined | void;
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    timer = ACTS[kind](socket, host);
  });
  socket.on('error', () => undefined);
  if (kind !== 'unread') socket.resume();
  socket.on('close', () => {
    if (timer) clearInterval(timer);
    setTimeout(attend, pause, kind, { to, isTls, pause });
  });
}

function run(crowd: Crowd): void {
  const waiting = Object.entries(crowd.kinds).flatMap(([kind, count]) =>
    Array<Kind>(count).fill(kind as Kind),
  );
  // In portions, so that the sockets of one are connecting while the next ones are made.
  const next = (): void => {
    for (const kind of waiting.splice(0, 200)) attend(kind, crowd);
    if (waiting.length > 0) setTimeout(next, 10);
    else process.send?.('there');
  };
  next();
}

if (process.send) {
  process.once('message', (crowd) => run(crowd as Crowd));
  process.once('disconnect', () => process.exit());
  setTimeout(() => process.exit(), LIFE_MS);
}
