// GET /api/agents/:agent/calls/:call/output/matches: finds text in an output, up to its current end. The response is a
// stream of JSON lines, one for each piece that was searched.
import { Refusal } from '../../../shared/refusal.ts';
import type { FoundInOutput } from '../../../shared/searches.ts';
import type { Outputs } from '../outputs.ts';
import { jsonLines } from '../../lib/json-lines.ts';
import { parseSearchQuery, TOO_SLOW, type SearchQuery } from '../../lib/search-query.ts';
import { TimedWorker, WorkerTimeout } from '../../lib/timed-worker.ts';
import type { FindReply, FindRequest, FindTask } from './find-worker.ts';

export interface FindQuery extends SearchQuery {
  /** The byte to start at, which must be the first of a line. Default: 0. */
  from?: string;
}

/** How many matches are listed. Further ones are only counted. */
const MAX_HITS = 100_000;
/** How long one piece may take. A piece of a megabyte takes milliseconds unless the expression backtracks endlessly. */
const MAX_PIECE_MS = 2000;
/** The most searches that run at once, for all pages together. */
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
  return findInBytes(task, request.signal, (signal) => outputs.read(call, { from: task.from, signal }));
}

/**
 * Finds text in the bytes that `read` yields in pieces, starting at `task.from`.
 * @throws Refusal 429
 */
export function findInBytes(
  task: FindTask,
  left: AbortSignal | undefined,
  read: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
): Response {
  if (searches >= MAX_SEARCHES)
    throw new Refusal(
      429,
      'too_many_searches',
      `${MAX_SEARCHES} searches are running: wait for one of them.`,
    );
  const gone = new AbortController();
  const signal = left ? AbortSignal.any([left, gone.signal]) : gone.signal;
  const lines = find(read(signal), task);
  return jsonLines(lines, () => gone.abort());
}

async function* find(
  chunks: AsyncIterable<Uint8Array>,
  task: FindTask,
): AsyncGenerator<FoundInOutput, void, void> {
  searches += 1;
  const url = new URL('find-worker.ts', import.meta.url);
  const worker = new TimedWorker<FindRequest, FindReply>(url, { data: task, maxMs: MAX_PIECE_MS });
  let found: FoundInOutput = { hits: [], count: 0, next: task.from };
  try {
    for await (const bytes of chunks) {
      const reply = await worker.ask({ bytes });
      yield (found = foundMore(found, reply));
    }
    yield foundMore(found, await worker.ask({ end: true }));
  } catch (error) {
    if (!(error instanceof WorkerTimeout)) throw error;
    yield { ...found, hits: [], error: TOO_SLOW };
  } finally {
    searches -= 1;
    worker.close();
  }
}

function foundMore({ count }: FoundInOutput, { hits, next }: FindReply): FoundInOutput {
  return { hits: hits.slice(0, Math.max(0, MAX_HITS - count)), count: count + hits.length, next };
}

/** @throws Refusal 400 */
export function parseQuery({ from = '0', ...query }: FindQuery): FindTask {
  const pattern = parseSearchQuery(query);
  const start = Number(from);
  if (!/^\d+$/.test(from) || !Number.isSafeInteger(start))
    throw new Refusal(400, 'bad_query', 'from: expected the number of a byte, 0 or more.');
  return { ...pattern, from: start };
}
