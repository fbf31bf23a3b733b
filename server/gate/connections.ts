// Decides which connections stay open, so that nobody without a token keeps the owner out. A connection belongs to a
// stranger until a request on it has shown a token. Strangers share a bounded number of places: a new connection, which
// may be the owner's, takes the place of the oldest stranger and is never refused.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** Strangers whose request is still incomplete. Node accepts one connection per turn of its loop, and reads between. */
  arriving: number;
  /**
   * Strangers that are being answered: enough for the files of a page, few enough for the memory of answers that nobody
   * reads.
   */
  answering: number;
  /** Ticks for the headers of a stranger's request, from its first byte, and before that for the first byte. */
  headers: number;
  /** Ticks for the answer to a stranger. */
  answer: number;
  /** Ticks for the body of a request, once its headers are complete. */
  body: number;
  /** Ticks that a connection of the owner stays open without a request. */
  idle: number;
  tickMs: number;
}

/** 576 strangers leave room below the 1024 open files of systems with a low limit. */
const DEFAULTS: ConnectionLimits = {
  arriving: 512,
  answering: 64,
  headers: 10,
  answer: 60,
  body: 30,
  idle: 60,
  tickMs: 1000,
};

interface Connection {
  /** The socket that carries HTTP; under TLS, once the handshake is complete. */
  socket: Socket;
  /** The socket that the system accepted. */
  readonly accepted: Socket;
  isOwner: boolean;
  /** Whether it was sent an answer that says that the request took too long. */
  isRefused: boolean;
  hasBytes: boolean;
  /** The requests without a complete answer. */
  open: number;
  newest: IncomingMessage | null;
  /**
   * The time since its last step. It is counted in ticks and not read from a clock, so that a time in which this
   * process did not run, such as a suspended machine, does not count against a client whose bytes were waiting.
   */
  ticks: number;
}

export interface ConnectionsOptions {
  limits?: Partial<ConnectionLimits>;
  /** Called for a connection whose request took too long. Answers it, and the connection ends after that. */
  onSlow: (socket: Socket) => void;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #onSlow: (socket: Socket) => void;
  // Each set lists the oldest member first.
  readonly #arriving = new Set<Connection>();
  readonly #answering = new Set<Connection>();
  readonly #owners = new Set<Connection>();
  readonly #bySocket = new WeakMap<Socket, Connection>();
  /** TLS connections during the handshake, because Node does not say which socket they were accepted on. */
  readonly #byPeer = new Map<string, Connection>();
  readonly #timer: NodeJS.Timeout;

  constructor({ limits, onSlow }: ConnectionsOptions) {
    this.#limits = { ...DEFAULTS, ...limits };
    this.#onSlow = onSlow;
    this.#timer = setInterval(() => this.#tick(), this.#limits.tickMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Counts a connection that the system has accepted. */
  accept(socket: Socket): void {
    const connection: Connection = {
      socket,
      accepted: socket,
      isOwner: false,
      isRefused: false,
      hasBytes: false,
      open: 0,
      newest: null,
      ticks: 0,
    };
    const peer = peerOf(socket);
    this.#bySocket.set(socket, connection);
    this.#byPeer.set(peer, connection);
    this.#arriving.add(connection);
    socket.once('close', () => {
      for (const set of [this.#arriving, this.#answering, this.#owners]) set.delete(connection);
      if (this.#byPeer.get(peer) === connection) this.#byPeer.delete(peer);
    });
    this.#evict(this.#arriving, this.#limits.arriving);
  }

  /** Names the socket inside TLS, once the handshake is complete. */
  secure(socket: Socket): void {
    const connection = this.#byPeer.get(peerOf(socket));
    if (!connection) return;
    connection.socket = socket;
    this.#bySocket.set(socket, connection);
  }

  /**
   * Counts a request whose headers are complete. Returns false if it must be ignored: a stranger's connection ends after
   * one answer, so nothing that follows its first request is looked at.
   */
  receive(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#bySocket.get(request.socket);
    if (!connection || (!connection.isOwner && connection.newest)) return false;
    connection.newest = request;
    connection.ticks = 0;
    connection.open += 1;
    response.once('close', () => {
      connection.open -= 1;
      connection.ticks = 0;
    });
    if (connection.isOwner) return true;
    response.setHeader('Connection', 'close');
    this.#arriving.delete(connection);
    this.#answering.add(connection);
    this.#evict(this.#answering, this.#limits.answering);
    return true;
  }

  /** Gives the connection to the owner, after a request on it has shown a token. */
  admit(response: ServerResponse): void {
    const connection = response.socket && this.#bySocket.get(response.socket);
    if (!connection || connection.isOwner) return;
    connection.isOwner = true;
    this.#answering.delete(connection);
    this.#owners.add(connection);
    response.removeHeader('Connection');
  }

  /** Ends an owner's connection after this answer, because its token is no longer accepted. */
  expel(response: ServerResponse): void {
    const connection = response.socket && this.#bySocket.get(response.socket);
    if (!connection?.isOwner) return;
    connection.isOwner = false;
    this.#owners.delete(connection);
    this.#answering.add(connection);
    response.setHeader('Connection', 'close');
  }

  /** No longer counts a connection that is not for HTTP any more. Its owner ends it. */
  release(socket: Socket): void {
    const connection = this.#bySocket.get(socket);
    if (!connection) return;
    for (const set of [this.#arriving, this.#answering, this.#owners]) set.delete(connection);
  }

  #evict(set: Set<Connection>, most: number): void {
    for (const connection of set) {
      if (set.size <= most) return;
      set.delete(connection);
      drop(connection);
    }
  }

  #tick(): void {
    const late: [Connection, bytes: number][] = [];
    for (const set of [this.#arriving, this.#answering, this.#owners]) {
      for (const connection of set) {
        if (!connection.hasBytes && set === this.#arriving && connection.accepted.bytesRead > 0) {
          connection.hasBytes = true;
          connection.ticks = 0;
        }
        connection.ticks += 1;
        if (this.#isLate(connection)) late.push([connection, connection.accepted.bytesRead]);
      }
    }
    if (late.length === 0) return;
    // If this process has just been resumed, the bytes that complete a request may be waiting. They are read before
    // this runs.
    setImmediate(() => {
      for (const [connection, bytes] of late) {
        if (!this.#isLate(connection)) continue;
        const isFirst = !connection.hasBytes || (connection.isOwner && connection.open === 0);
        // The next request has just begun.
        if (isFirst && connection.accepted.bytesRead > bytes) connection.ticks = 0;
        else this.#end(connection);
      }
    });
  }

  #isLate(connection: Connection): boolean {
    const { isOwner, newest, open, ticks } = connection;
    const { answer, body, headers, idle } = this.#limits;
    if (!newest) return ticks > headers;
    if (!isOwner) return ticks > answer;
    if (open === 0) return ticks > idle;
    return !newest.complete && ticks > body;
  }

  /** Ends a late connection: with an answer, if a request has begun and none was given. */
  #end(connection: Connection): void {
    const { accepted, isOwner, isRefused, newest, open, socket } = connection;
    const isAwaited = newest ? isOwner && open > 0 : accepted.bytesRead > 0;
    if (isRefused || !isAwaited) return drop(connection);
    connection.isRefused = true;
    connection.ticks = 0;
    this.#onSlow(socket);
  }
}

/** Ends a connection at once. A reset leaves nothing behind in the system, which would keep the port of a closed one. */
function drop({ accepted, socket }: Connection): void {
  if (socket !== accepted) socket.destroy();
  if (accepted.remoteFamily === undefined) accepted.destroy();
  else accepted.resetAndDestroy();
}

/** Distinguishes the TCP connections to one server. TLS is not available on a Unix socket, which has no such names. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
