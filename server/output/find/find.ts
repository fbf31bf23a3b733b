// GET /api/agents/:agent/calls/:call/output/matches: finds text in all of an output, up to its present end. The answer
// is a stream of JSON lines, one for each piece that was searched.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../../shared/refusal.ts';
import type { FoundInOutput } from '../../../shared/wire.ts';
import type { Outputs } from '../outputs.ts';
import type { FindReply, FindRequest, FindTask } from './find-worker.ts';

export interface FindQuery {
  query?: string;
  /** `1`: capital letters differ from small ones. */
  case?: string;
  /** `1`: `query` is a regular expression. */
  regex?: string;
  /** The byte to start at, the first of a line; default 0. */
  from?: string;
}

/** Further ones are only counted. */
const MAX_HITS = 100_000;
const MAX_QUERY_CHARS = 1000;
/** For one piece of a megabyte, which takes milliseconds unless the expression is one that takes forever. */
const MAX_PIECE_MS = 2000;
/** At once, for all pages. */
const MAX_SEARCHES = 8;
let searches = 0;

/** @throws Refusal 400 for an invalid query, 404 and 410 as for the output itself, 429 */
export async function findInOutput(
  outputs: Outputs,
  call: string,
  request: { query: FindQuery; signal?: AbortSignal },
): Promise<Response> {
  const task = parseQuery(request.query);
  await outputs.checkReadable(call);
  if (searches >= MAX_SEARCHES)
    throw new Refusal(
      429,
      'too_many_searches',
      `${MAX_SEARCHES} searches are running: wait for one of them.`,
    );
  const gone = new AbortController();
  const signal = request.signal ? AbortSignal.any([request.signal, gone.signal]) : gone.signal;
  const lines = find(outputs.read(call, { from: task.from, signal }), task);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(Buffer.from(`${JSON.stringify(value)}\n`));
      },
      async cancel() {
        gone.abort();
        await lines.return();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' },
  });
}

async function* find(
  chunks: AsyncIterable<Uint8Array>,
  task: FindTask,
): AsyncGenerator<FoundInOutput, void, void> {
  searches += 1;
  const worker = new Worker(new URL('find-worker.ts', import.meta.url), { workerData: task });
  let found: FoundInOutput = { hits: [], count: 0, next: task.from };
  try {
    await once(worker, 'online');
    for await (const bytes of chunks) {
      const reply = await ask(worker, { bytes });
      yield (found = foundMore(found, reply));
    }
    yield foundMore(found, await ask(worker, { end: true }));
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    yield {
      ...found,
      hits: [],
      error: 'This expression takes too long. Write it more simply, or search for text.',
    };
  } finally {
    searches -= 1;
    void worker.terminate();
  }
}

function foundMore({ count }: FoundInOutput, { hits, next }: FindReply): FoundInOutput {
  return { hits: hits.slice(0, Math.max(0, MAX_HITS - count)), count: count + hits.length, next };
}

class TookTooLong extends Error {
  override name = 'TookTooLong';
}

async function ask(worker: Worker, request: FindRequest): Promise<FindReply> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), MAX_PIECE_MS);
  try {
    const answer = once(worker, 'message', { signal: timeout.signal });
    worker.postMessage(request);
    return ((await answer) as [FindReply])[0];
  } catch (error) {
    throw timeout.signal.aborted ? new TookTooLong() : error;
  } finally {
    clearTimeout(timer);
  }
}

function parseQuery({ query = '', case: isCaseKept = '0', regex = '0', from = '0' }: FindQuery): FindTask {
  if (query === '') throw new Refusal(400, 'bad_query', 'query: what to find is missing.');
  if (query.length > MAX_QUERY_CHARS)
    throw new Refusal(400, 'bad_query', `query: must be at most ${MAX_QUERY_CHARS} characters long.`);
  for (const [name, value] of Object.entries({ case: isCaseKept, regex })) {
    if (value !== '0' && value !== '1')
      throw new Refusal(
        400,
        'bad_query',
        `${name}: expected 1 or 0, not ${JSON.stringify(value.slice(0, 40))}.`,
      );
  }
  const start = Number(from);
  if (!/^\d+$/.test(from) || !Number.isSafeInteger(start))
    throw new Refusal(400, 'bad_query', 'from: expected the number of a byte, 0 or more.');
  const flags = isCaseKept === '1' ? 'g' : 'gi';
  const source = regex === '1' ? query : query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  try {
    new RegExp(source, flags);
  } catch {
    throw new Refusal(400, 'bad_query', 'query: this is not a regular expression.');
  }
  return { source, flags, from: start };
}
