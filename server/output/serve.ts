// GET /api/agents/:agent/calls/:call/output?from=N&follow=1: the bytes of one run, pulled by the client. As server-sent
// events they are base64, because some proxies (jupyter-server-proxy) hold back every other stream until its end.
import { Refusal } from '../../shared/refusal.ts';
import type { Outputs } from './outputs.ts';

export interface OutputQuery {
  /** The first byte to send, as in the query. Default: 0. */
  from?: string;
  /** `1`: send output until the run is over. `0` or absent: send only the current output. */
  follow?: string;
}

/**
 * Responds with raw bytes and buffers nothing. `X-Output-Bytes` is the current length of the output. `signal`: the
 * signal of the request.
 *
 * @throws Refusal 400 for an invalid query, 404 for an unknown call, 410 for output that is gone
 */
export async function serveOutput(
  outputs: Outputs,
  call: string,
  request: { query: OutputQuery; signal?: AbortSignal; asEvents?: boolean },
): Promise<Response> {
  const from = parseFrom(request.query.from);
  const follow = parseFollow(request.query.follow);
  await outputs.checkReadable(call);

  const { asEvents = false } = request;
  const headers = {
    ...(asEvents
      ? EVENT_HEADERS
      : { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' }),
    'X-Output-Bytes': String(outputs.bytes(call)),
  };
  const gone = new AbortController();
  const signal = request.signal ? AbortSignal.any([request.signal, gone.signal]) : gone.signal;
  const chunks = outputs.read(call, { from, follow, signal })[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(asEvents ? eventOf(value) : value);
      },
      async cancel() {
        // The reader is aborted first, because one that waits for output reacts to nothing else.
        gone.abort();
        await chunks.return?.();
      },
    },
    // With 0, nothing is read before the client asks for it.
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });
}

/** The headers of a stream, which no proxy may compress or collect. Also used by GET /api/events. */
export const EVENT_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  // Caddy 2.6 compresses despite no-transform, and then buffers. It leaves alone what is already encoded.
  'Content-Encoding': 'identity',
};

function eventOf(bytes: Uint8Array): Uint8Array {
  const { buffer, byteOffset, byteLength } = bytes;
  return Buffer.from(`data: ${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}\n\n`);
}

function parseFrom(from = '0'): number {
  const value = Number(from);
  if (/^\d+$/.test(from) && Number.isSafeInteger(value)) return value;
  throw new Refusal(
    400,
    'bad_query',
    `from: expected the number of the first byte, 0 or more, not ${quote(from)}.`,
  );
}

function parseFollow(follow = '0'): boolean {
  if (follow === '0' || follow === '1') return follow === '1';
  throw new Refusal(400, 'bad_query', `follow: expected 1 or 0, not ${quote(follow)}.`);
}

function quote(value: string): string {
  return JSON.stringify(value.slice(0, 40));
}
