// HTTP over a bare socket, to measure times. Node's own client would cost 0.45 ms for each request, which is twice a
// round trip through a pipe. One connection, one request at a time.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface BareResponse {
  status: number;
  body: string;
}

export class BareHttp {
  readonly #socket: Socket;
  readonly #authority: string;
  readonly #closed = Promise.withResolvers<never>();
  #received = '';
  #onResponse: (response: BareResponse) => void = () => undefined;

  static async open(port: number): Promise<BareHttp> {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    return new BareHttp(socket, `127.0.0.1:${port}`);
  }

  private constructor(socket: Socket, authority: string) {
    this.#socket = socket;
    this.#authority = authority;
    this.#closed.promise.catch(() => undefined);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#receive(text));
    socket.on('error', this.#closed.reject);
    socket.on('close', () => this.#closed.reject(new Error('The panel closed the connection.')));
  }

  /** Sends `json` unchanged. */
  post(path: string, headers: Readonly<Record<string, string>>, json: string): Promise<BareResponse> {
    const answered = Promise.withResolvers<BareResponse>();
    this.#onResponse = answered.resolve;
    const lines = Object.entries({
      Host: this.#authority,
      ...headers,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(json),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${json}`);
    return Promise.race([answered.promise, this.#closed.promise]);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Every response of the API to a command declares its length. */
  #receive(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, end))?.[1];
    const body = this.#received.slice(end + 4);
    if (body.length < Number(length)) return;
    const status = Number(this.#received.slice('HTTP/1.1 '.length).slice(0, 3));
    this.#received = '';
    this.#onResponse({ status, body });
  }
}
