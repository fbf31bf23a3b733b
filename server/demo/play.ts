// Sends an answer of the demo model as server-sent events, at its pace.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Answer, HttpFailure, Pacing, SpokenStep } from './answer.ts';
import { estimateTokens, type ChatRequest } from './chat.ts';

export interface Stage {
  request: ChatRequest;
  response: ServerResponse;
  /** Multiplies every wait; 0 plays as fast as the client reads. */
  pace: number;
  /** Aborts when the client disconnects or the model closes. */
  signal: AbortSignal;
}

/**
 * Sends one answer and ends the response; waits for a slow client. Rejects with the signal's reason when it aborts, or
 * with the error of an `until` step.
 */
export async function play(answer: Answer, stage: Stage): Promise<void> {
  const { request, response, signal } = stage;
  if ('status' in answer) return refuse(response, answer);

  const stream = openStream(stage, answer.headers);
  const clock = startClock(answer.pace ?? stage.pace, signal);
  let calls = 0;
  let spoken = 0;
  for (const step of answer.steps) {
    if ('delay' in step) await clock.wait(step.delay);
    else if ('until' in step) await Promise.race([step.until, aborted(signal)]);
    else if ('hang' in step) await aborted(signal);
    else if ('raw' in step) await stream.write(step.raw);
    else if ('cut' in step) return cutOff(response);
    else {
      if ('tool' in step) await stream.send(opening(step, calls++));
      for (const piece of pieces(spokenText(step), step)) {
        await stream.send(delta(step, piece, calls - 1));
        spoken += piece.length;
        await clock.wait(step.every ?? 0);
      }
    }
  }
  await stream.send({}, answer.finish ?? (calls > 0 ? 'tool_calls' : 'stop'));
  const prompt = answer.usage?.prompt_tokens ?? estimateTokens(request);
  const completion = answer.usage?.completion_tokens ?? Math.ceil(spoken / 4);
  await stream.end({
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...(answer.usage?.cached_tokens !== undefined && {
      prompt_tokens_details: { cached_tokens: answer.usage.cached_tokens },
    }),
  });
}

/** Ends the connection after what was written so far, which Node passes to the socket only at the end of a turn. */
async function cutOff(response: ServerResponse): Promise<void> {
  await setImmediate();
  response.socket?.destroySoon();
}

function refuse(response: ServerResponse, { status, body, headers }: HttpFailure): void {
  const error = body ?? { error: { type: 'demo', message: `The demo model was told to answer ${status}.` } };
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(error));
}

function openStream({ request, response, signal }: Stage, headers: Record<string, string> = {}) {
  const frame = { id: `chatcmpl-${randomId()}`, object: 'chat.completion.chunk', model: request.model };
  const created = Math.floor(Date.now() / 1000);

  /** The head is sent with the first byte, so that an answer can begin with a pause. */
  async function write(text: string): Promise<void> {
    signal.throwIfAborted();
    if (!response.headersSent) {
      const own = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
      response.writeHead(200, { ...headers, ...own });
      await event({
        choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
      });
    }
    if (!response.write(text)) await once(response, 'drain', { signal });
  }

  function event(fields: object): Promise<void> {
    return write(`data: ${JSON.stringify({ ...frame, created, ...fields })}\n\n`);
  }

  return {
    write,
    send: (delta: object, finish: string | null = null) =>
      event({ choices: [{ index: 0, delta, finish_reason: finish }] }),
    async end(usage: object): Promise<void> {
      await event({ choices: [], usage });
      await write('data: [DONE]\n\n');
      response.end();
    },
  };
}

function startClock(pace: number, signal: AbortSignal) {
  let due = performance.now();
  return {
    /**
     * Waits. The time counts from the planned end of the last wait, so that a delta every 11 ms is 11 ms on average.
     */
    async wait(ms: number): Promise<void> {
      if (ms * pace === 0) return;
      const now = performance.now();
      // After a stall (a slow reader, an `until`) it continues at the normal rhythm instead of catching up in a burst.
      due = Math.max(due, now - 50) + ms * pace;
      if (due - now >= 1) await sleep(due - now, undefined, { signal });
    },
  };
}

/** The generated id is random because pi uses it to distinguish all calls of a session. */
function opening(step: { tool: string; id?: string }, index: number): object {
  const call = { index, id: step.id ?? `call_${randomId()}`, type: 'function' };
  return { tool_calls: [{ ...call, function: { name: step.tool, arguments: '' } }] };
}

function delta(step: SpokenStep, piece: string, call: number): object {
  if ('think' in step) return { reasoning_content: piece };
  if ('text' in step) return { content: piece };
  return { tool_calls: [{ index: call, function: { arguments: piece } }] };
}

function spokenText(step: SpokenStep): string {
  if ('think' in step) return step.think;
  if ('text' in step) return step.text;
  return typeof step.args === 'string' ? step.args : JSON.stringify(step.args);
}

function* pieces(text: string, { chunk = 12, repeat = 1 }: Pacing): Generator<string> {
  for (let round = 0; round < repeat; round += 1) yield* cut(text, Math.max(1, chunk));
}

/** Cuts a text into pieces, but never within a surrogate pair, whose halves cannot be encoded as UTF-8. */
function* cut(text: string, chunk: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(start + chunk - 1));
    const end = start + chunk + (splitsPair ? 1 : 0);
    yield text.slice(start, end);
    start = end;
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function randomId(): string {
  return Math.random().toString(36).slice(2, 14);
}
