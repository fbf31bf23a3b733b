// For tests: sends HTTP as bytes on a socket, because fetch and curl normalize exactly what the gate checks.
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** The status line and the headers as received. */
  head: string;
  body: string;
}

/**
 * Sends the lines of one request (CRLF added, then an empty line) and reads until the server closes. `to`: a port, or
 * the path of a socket.
 */
export function exchange(
  to: number | string,
  lines: string[],
  body: string | Buffer = '',
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const place = typeof to === 'number' ? { port: to, host: '127.0.0.1' } : { path: to };
    const socket = connect(place, () => {
      // Sends everything in one write, because after a refused head a second write would fail before the response is
      // read.
      socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]));
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server that refuses while we are still writing resets the connection, but its response arrived before.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))));
  });
}

function parse(answer: string): RawAnswer {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') };
}
