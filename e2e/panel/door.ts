// A proxy between a browser and a server, for tests that cut the connection.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Opens a port whose connections lead to a socket or another port, once there is one, and can all be cut. */
export class Door {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#pass(socket));
  target: string | number = '';

  async open(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(outside: Socket): void {
    const inside = typeof this.target === 'number' ? connect(this.target, '127.0.0.1') : connect(this.target);
    for (const [socket, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      this.#sockets.add(socket);
      socket.pipe(other);
      // A cut connection fails on both sides; only the page has to cope with that.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
