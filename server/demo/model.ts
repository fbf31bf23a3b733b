/**
 * Owns the HTTP server of the demo model: it speaks OpenAI chat completions on a loopback port, so that a real
 * pi can work without a key and without a network. What it says is decided in `choose.ts`, how in `play.ts`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorText } from '../../shared/error-text.ts';
import type { Answer } from './answer.ts';
import { parseChatRequest, type ChatRequest } from './chat.ts';
import { chooseAnswer } from './choose.ts';
import { failFirst } from './failures.ts';
import { play } from './play.ts';
import { startRequestLog } from './request-log.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;

export interface ModelOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Factor on every wait, 0 or more (default 1): 0 answers as fast as the client reads, 2 takes twice as long. */
  pace?: number;
  /** Whether a prompt without a script gets the tour (default) or an echo. */
  tour?: boolean;
}

export interface DemoModel {
  /** The base URL of the API, `http://127.0.0.1:<port>/v1`. */
  url: string;
  /** These answers are played before anything else, one per request, in this order. */
  queue(answers: readonly Answer[]): void;
  /** What was queued and not played yet is forgotten. */
  unqueue(): void;
  /** What was asked, oldest first; only the newest are kept (`request-log.ts`). */
  readonly requests: readonly ChatRequest[];
  /** Cuts what is being said and frees the port. May be called again. */
  close(): Promise<void>;
}

/** Rejects when the port is taken or the pace is no number of 0 or more. */
export async function startModel({ port = 0, pace = 1, tour = true }: ModelOptions = {}): Promise<DemoModel> {
  if (!(pace >= 0 && pace < Infinity)) throw new RangeError(`The pace is a number from 0 on, not ${pace}.`);

  const queue: Answer[] = [];
  const log = startRequestLog();
  const refusalFor = failFirst();
  const closing = new AbortController();

  const server = createServer((incoming, response) => {
    // A client that goes away in mid-answer is how an aborted run ends; a write that comes too late is no error.
    response.on('error', () => response.destroy());
    answerRequest(incoming, response).catch((error: unknown) => {
      if (response.destroyed || closing.signal.aborted) return response.destroy();
      return sendError(response, 500, `The demo model failed: ${String(error)}`);
    });
  });

  async function answerRequest(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') {
      return sendError(response, 404, 'The demo model only knows POST /v1/chat/completions.');
    }
    const body = await readBody(incoming);
    if (body === undefined) return sendError(response, 413, `The request is over ${MAX_BODY_BYTES} bytes.`);
    const request = parsed(body);
    if (typeof request === 'string') return sendError(response, 400, request);

    log.add(request, body.length);
    const answer = queue.shift() ?? chooseAnswer(request, { tour, pace });
    const gone = new AbortController();
    response.once('close', () => gone.abort(new Error('The client went away.')));
    const signal = AbortSignal.any([gone.signal, closing.signal]);
    await play(refusalFor(request, answer) ?? answer, { request, response, pace, signal });
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });

  let closed: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    queue: (answers) => void queue.push(...answers.flatMap(withFailuresApart)),
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

/** A queued answer is taken by the first request that comes, so its failures take their own places. */
function withFailuresApart(answer: Answer): Answer[] {
  if ('status' in answer) return [answer];
  const { failures = [], ...rest } = answer;
  return [...failures, rest];
}

/** Undefined when the body is too large. */
async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The socket stays open past the limit, so that the refusal can be read.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The request, or what is wrong with it. */
function parsed(body: string): ChatRequest | string {
  try {
    return parseChatRequest(body);
  } catch (error) {
    return errorText(error);
  }
}

/** In mid-stream the status is gone already; an error object in the stream reaches the client all the same. */
function sendError(response: ServerResponse, status: number, message: string): void {
  const error = JSON.stringify({ error: { type: 'demo_model', message } });
  if (response.headersSent) return void response.end(`data: ${error}\n\n`);
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(error);
}
