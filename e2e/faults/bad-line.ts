// A TCP proxy that fails on purpose. It is between a page and the panel, and cuts connections or loses responses.
import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

export interface BadLineOptions {
  /** The panel's port. */
  port: number;
  /**
   * Called for each connection; returns the time in ms after which it is cut. Without this, connections are not cut by
   * age.
   */
  life?: () => number;
  /** Cuts the connection when the panel's response arrives, instead of passing it on. */
  dropsAnswers?: boolean;
}

export class BadLine {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  cuts = 0;

  static async open(options: BadLineOptions): Promise<BadLine> {
    const line = new BadLine(options);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  private constructor({ port, life, dropsAnswers = false }: BadLineOptions) {
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      const timer = life && setTimeout(() => this.#cut(near, far), life());
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          clearTimeout(timer);
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      if (dropsAnswers) far.once('data', () => this.#cut(near, far));
      else far.pipe(near);
    });
  }

  get port(): number {
    const address = this.#server.address();
    return address && typeof address === 'object' ? address.port : 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #cut(...sockets: Socket[]): void {
    this.cuts += 1;
    for (const socket of sockets) socket.resetAndDestroy();
  }
}

/** Returns a generator of pseudorandom numbers in [0, 1). The same seed gives the same sequence. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // A linear congruential generator is random enough to decide when to break something.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
