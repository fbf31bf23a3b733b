// Loaded into every Node process of a panel under attack (`--import`): logs each connection it makes to EGRESS_LOG,
// as `<script> <host>`, and refuses those that leave this machine.
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
// oxlint-disable-next-line typescript/unbound-method -- called with the socket as its `this`, below
const connect: (this: Socket, ...args: never[]) => Socket = Socket.prototype.connect;

Socket.prototype.connect = function (this: Socket, ...args: never[]): Socket {
  // Node's own modules pass their arguments on as one list.
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[];
  const options =
    typeof first === 'object' && first !== null ? (first as { host?: string; path?: string }) : {};
  const host = options.path ?? options.host ?? (typeof second === 'string' ? second : 'localhost');
  appendFileSync(process.env.EGRESS_LOG ?? '', `${process.argv[1] ?? '-'} ${host}\n`);
  if (!LOOPBACK.has(host) && !options.path) throw new Error(`no network in this test: ${host}`);
  return connect.apply(this, args);
};
