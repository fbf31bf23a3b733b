// Compresses an event stream for other machines, which halves the bytes of an answer. Each piece is flushed, so that
// none waits for the next one. On the panel's own machine, compressing would only cost time.
import { isIP } from 'node:net';
import { constants, createGzip } from 'node:zlib';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

export interface StreamReader {
  /** The address of the request's socket; empty if it has none. */
  from: string;
  /** Whether a declared proxy forwards the stream to another machine. */
  isBehindProxy: boolean;
  acceptedEncodings: string;
}

export function mayCompress({ from, isBehindProxy, acceptedEncodings }: StreamReader): boolean {
  const isElsewhere = isBehindProxy || (isIP(from) !== 0 && !LOOPBACK.test(from));
  return isElsewhere && /(?:^|,)\s*gzip\s*(?:,|$)/.test(acceptedEncodings);
}

/** Compresses the stream. As without compression, nothing is read from `body` before it is needed. */
export function compressStream(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const gzip = createGzip();
  let output: Buffer[] = [];
  gzip.on('data', (bytes: Buffer) => output.push(bytes));
  const takeOutput = (): Buffer => {
    const bytes = Buffer.concat(output);
    output = [];
    return bytes;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        await new Promise<void>((resolve, reject) => {
          gzip.once('error', reject);
          const finish = (): void => {
            gzip.off('error', reject);
            resolve();
          };
          if (done) gzip.once('end', finish).end();
          else {
            gzip.write(value);
            gzip.flush(constants.Z_SYNC_FLUSH, finish);
          }
        });
        controller.enqueue(takeOutput());
        if (done) controller.close();
      },
      async cancel(reason) {
        gzip.destroy();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
