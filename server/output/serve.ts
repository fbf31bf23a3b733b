// GET /api/agents/:agent/calls/:call/output?from=N&follow=1: the bytes of one run, as they are asked for.
import { Refusal } from '../../shared/refusal.ts';
import type { Outputs } from './outputs.ts';

export interface OutputQuery {
  /** First byte wanted, as it stands in the query; default 0. */
  from?: string;
  /** `1`: stay until the run is over; `0` or nothing: what there is. */
  follow?: string;
}

/**
 * The answer to that request: raw bytes, pulled by whoever reads, nothing buffered. `X-Output-Bytes` is how many
 * there are by now. `signal` is that of the request.
 *
 * @throws Refusal 400 for a query that makes no sense, 404 for an unknown call, 410 for output that is gone
 */
export async function serveOutput(
  outputs: Outputs,
  call: string,
  request: { query: OutputQuery; signal?: AbortSignal },
): Promise<Response> {
  const from = parseFrom(request.query.from);
  const follow = parseFollow(request.query.follow);
  await outputs.checkReadable(call);

  const headers = {
    'Content-Type': 'application/octet-stream',
    'Cache-Control': 'no-store',
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
        else controller.enqueue(value);
      },
      async cancel() {
        // First the signal: a reader that waits for the run to say something hears nothing else.
        gone.abort();
        await chunks.return?.();
      },
    },
    // Nothing is read ahead of the one who reads.
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });
}

function parseFrom(from = '0'): number {
  const value = Number(from);
  if (/^\d+$/.test(from) && Number.isSafeInteger(value)) return value;
  throw new Refusal(
    400,
    'bad_query',
    `from: the number of the first byte, 0 or more, is wanted, not ${quote(from)}.`,
  );
}

function parseFollow(follow = '0'): boolean {
  if (follow === '0' || follow === '1') return follow === '1';
  throw new Refusal(400, 'bad_query', `follow: 1 or 0 is wanted, not ${quote(follow)}.`);
}

function quote(value: string): string {
  return JSON.stringify(value.slice(0, 40));
}
