// The HTTP server of the demo model: OpenAI chat completions on a loopback port, so that a real pi works without a key
// or a network. `choose.ts` decides what it answers, and `play.ts` sends it.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorText } from '../../shared/error-text.ts';
import type { Answer, HttpFailure } from './answer.ts';
import { parseChatRequest, textOf, type ChatRequest } from './chat.ts';
import { chooseAnswer } from './choose.ts';
import type { Texts } from './texts/en.ts';
import { play } from './play.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_REQUESTS = 500;
const MAX_REQUEST_BYTES = 32 * 1024 * 1024;
const MAX_CONVERSATIONS = 64;

export interface ModelOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Multiplies every wait, 0 or more (default 1): 0 answers as fast as the client reads, 2 takes twice as long. */
  pace?: number;
  /** For conversations whose language cannot be recognized (default: English). */
  texts?: Texts;
  /** Whether a prompt without a script gets the tour (default) or an echo. */
  tour?: boolean;
}

export interface DemoModel {
  /** The base URL of the API, `http://127.0.0.1:<port>/v1`. */
  url: string;
  /**
   * These answers are played before any other, one per request, in this order. With `to`, only to requests with this text
   * in a message of the user, for several agents that use the model at the same time.
   */
  queue: (answers: readonly Answer[], to?: string) => void;
  /** Drops the queued answers that were not played yet. */
  unqueue: () => void;
  /** The requests, oldest first; only the newest are kept. */
  readonly requests: readonly ChatRequest[];
  /** Cuts off running answers and frees the port. Idempotent. */
  close: () => Promise<void>;
}

/** Rejects when the port is taken or the pace is not a number of 0 or more. */
export async function startModel(options: ModelOptions = {}): Promise<DemoModel> {
  const { port = 0, pace = 1, tour = true, texts } = options;
  if (!(pace >= 0 && pace < Infinity))
    throw new RangeError(`The pace must be a number of 0 or more, not ${pace}.`);

  const queue: { answer: Answer; to: string }[] = [];
  const log = startRequestLog();
  const refusalFor = failFirst();
  const closing = new AbortController();

  const server = createServer((incoming, response) => {
    // An aborted run ends with a client that disconnects during the answer. A late write is then not an error.
    response.on('error', () => response.destroy());
    answerRequest(incoming, response).catch((error: unknown) => {
      if (response.destroyed || closing.signal.aborted) return response.destroy();
      return sendError(response, 500, `The demo model failed: ${String(error)}`);
    });
  });

  async function answerRequest(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') {
      return sendError(response, 404, 'The demo model only supports POST /v1/chat/completions.');
    }
    const body = await readBody(incoming);
    if (body === undefined)
      return sendError(response, 413, `The request is larger than ${MAX_BODY_BYTES} bytes.`);
    const request = parseOrExplain(body);
    if (typeof request === 'string') return sendError(response, 400, request);

    log.add(request, body.length);
    const answer = takeQueued(request) ?? chooseAnswer(request, { tour, pace, ...(texts && { texts }) });
    const gone = new AbortController();
    response.once('close', () => gone.abort(new Error('The client disconnected.')));
    const signal = AbortSignal.any([gone.signal, closing.signal]);
    await play(refusalFor(request, answer) ?? answer, { request, response, pace, signal });
  }

  function takeQueued({ messages }: ChatRequest): Answer | undefined {
    const asked = messages.filter(({ role }) => role === 'user').map(textOf);
    const at = queue.findIndex(({ to }) => to === '' || asked.some((text) => text.includes(to)));
    return at === -1 ? undefined : queue.splice(at, 1)[0]?.answer;
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });

  let closed: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    queue: (answers, to = '') =>
      void queue.push(...answers.flatMap(separateFailures).map((answer) => ({ answer, to }))),
    unqueue: () => void queue.splice(0),
    get requests() {
      return log.requests();
    },
    close() {
      closed ??= new Promise((done) => {
        closing.abort(new Error('The demo model was closed.'));
        server.close(() => done());
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

/** Separates the failures from an answer. The next request gets a queued answer, so these must be queued one by one. */
function separateFailures(answer: Answer): Answer[] {
  if ('status' in answer) return [answer];
  const { failures = [], ...rest } = answer;
  return [...failures, rest];
}

/** Reads the body. Undefined if it is too large. */
async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The socket stays open past the limit, so that the client can read the error.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the request, or a message about what is wrong with it. */
function parseOrExplain(body: string): ChatRequest | string {
  try {
    return parseChatRequest(body);
  } catch (error) {
    return errorText(error);
  }
}

/** Sends an error. Within a stream the status was already sent, so the error is sent as an object. */
function sendError(response: ServerResponse, status: number, message: string): void {
  const error = JSON.stringify({ error: { type: 'demo_model', message } });
  if (response.headersSent) return void response.end(`data: ${error}\n\n`);
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(error);
}

/**
 * Keeps the requests, for tests. Every request repeats the whole conversation, so the log has two limits: the newest 500
 * requests, and of these as many as fit into 32 MiB (at least the newest).
 */
function startRequestLog() {
  const kept: { request: ChatRequest; bytes: number }[] = [];
  let total = 0;
  return {
    add(request: ChatRequest, bytes: number): void {
      kept.push({ request, bytes });
      total += bytes;
      while (kept.length > 1 && (kept.length > MAX_REQUESTS || total > MAX_REQUEST_BYTES)) {
        total -= kept.shift()?.bytes ?? 0;
      }
    },
    requests: (): ChatRequest[] => kept.map(({ request }) => request),
  };
}

/**
 * Counts the attempts at answers that fail at first. pi retries with the same conversation, without the failed answer, so
 * the conversation is the key. The oldest counts are dropped.
 */
function failFirst() {
  const attempts = new Map<string, number>();

  /** The failure for this attempt; undefined when the answer itself is due. */
  return (request: ChatRequest, answer: Answer): HttpFailure | undefined => {
    if ('status' in answer || !answer.failures?.length) return undefined;
    const key = createHash('sha256').update(JSON.stringify(request.messages)).digest('base64');
    const attempt = attempts.get(key) ?? 0;
    attempts.delete(key);
    const failure = answer.failures[attempt];
    if (failure) attempts.set(key, attempt + 1);
    for (const oldest of attempts.keys()) {
      if (attempts.size <= MAX_CONVERSATIONS) break;
      attempts.delete(oldest);
    }
    return failure;
  };
}
