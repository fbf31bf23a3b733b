// Speaks the part of pi's RPC (0.87.1) that the panel uses, and misbehaves as prompts tell it to, which a real pi
// cannot. A prompt is a JSON array of acts, or a text that it repeats as its answer. It reads a prompt that begins
// with `unheard` without responding.
//   node fake-pi.ts LOG --mode rpc ...     records in LOG what it is sent, line by line
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export type Act =
  /** Deltas of `length` characters, one every `every` ms (0: as fast as they are read). */
  | { act: 'deltas'; count: number; length?: number; every?: number }
  /** Sends events that cannot be merged; afterwards the status `count` is `last`. */
  | { act: 'statuses'; count: number; last: number }
  /** Sends a status with the time at which it was written (ms since 1970), one every `every` ms. */
  | { act: 'clock'; count: number; every: number }
  /** Sends one record of this size. */
  | { act: 'big'; bytes: number }
  /** Writes these bytes, given in base64. */
  | { act: 'raw'; bytes: string }
  /** Leaves a program running outside its process group. */
  | { act: 'orphan' }
  | { act: 'exit'; code: number };

const [log = ''] = process.argv.slice(2);
const MODEL = { id: 'fake', name: 'Fake', provider: 'fake', contextWindow: 128_000, reasoning: false };
const ZERO = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const USAGE = { ...ZERO, totalTokens: 0, cost: { ...ZERO, total: 0 } };
const STATE = {
  model: MODEL,
  thinkingLevel: 'off',
  isStreaming: false,
  isCompacting: false,
  steeringMode: 'one-at-a-time',
  followUpMode: 'one-at-a-time',
  sessionId: `fake-${process.pid}`,
  autoCompactionEnabled: false,
  messageCount: 0,
  pendingMessageCount: 0,
};
const ANSWERS: Record<string, object> = {
  get_state: STATE,
  get_available_thinking_levels: { levels: ['off'] },
  get_available_models: { models: [MODEL] },
  get_commands: { commands: [] },
  get_session_stats: { sessionId: STATE.sessionId, tokens: { ...ZERO, total: 0 }, cost: 0 },
};

if (process.argv.includes('--version')) process.stdout.write('0.87.1\n');
else if (process.env.FAKE_PI_FAILS) {
  appendFileSync(log, '{"type":"failed"}\n');
  process.stderr.write('fake-pi: told to fail at its start\n');
  process.exitCode = 1;
} else await serve();

async function serve(): Promise<void> {
  for await (const line of createInterface(process.stdin)) {
    appendFileSync(log, `${line}\n`);
    const { id, type, message } = JSON.parse(line) as { id: string; type: string; message?: string };
    if (message?.startsWith('unheard')) continue;
    const data = ANSWERS[type];
    await send({ id, type: 'response', command: type, success: true, ...(data && { data }) });
    // Not awaited: like pi, it keeps reading while it answers.
    if (type === 'prompt' || type === 'steer') void answer(message ?? '');
  }
  // At the end of its input pi exits cleanly, whatever it is doing.
  process.exit();
}

async function answer(prompt: string): Promise<void> {
  const timestamp = Date.now();
  const user = { role: 'user', content: prompt, timestamp };
  await send({ type: 'agent_start' }, { type: 'turn_start' });
  await send({ type: 'message_start', message: user }, { type: 'message_end', message: user });
  const message = { role: 'assistant', content: [], stopReason: 'pending', usage: USAGE, timestamp };
  await send({ type: 'message_start', message });
  await send({ type: 'message_update', assistantMessageEvent: { type: 'text_start', contentIndex: 0 } });
  const text = prompt.startsWith('[') ? await perform(JSON.parse(prompt) as Act[]) : await write(prompt);
  const whole = { ...message, content: [{ type: 'text', text }], stopReason: 'stop' };
  await send({ type: 'message_end', message: whole }, { type: 'turn_end', message: whole, toolResults: [] });
  await send({ type: 'agent_end', messages: [whole], willRetry: false }, { type: 'agent_settled' });
}

/** Resolves with the text of the answer. */
async function perform(acts: readonly Act[]): Promise<string> {
  let text = '';
  for (const act of acts) {
    if (act.act === 'exit') process.exit(act.code);
    else if (act.act === 'raw') process.stdout.write(Buffer.from(act.bytes, 'base64'));
    else if (act.act === 'big') await send({ type: 'big', text: 'x'.repeat(act.bytes) });
    else if (act.act === 'statuses') await showStatuses(act);
    else if (act.act === 'clock') await showTime(act);
    else if (act.act === 'orphan') await leaveOrphan();
    else text += await writeDeltas(act);
  }
  return text;
}

async function writeDeltas({
  count,
  length = 8,
  every = 0,
}: Extract<Act, { act: 'deltas' }>): Promise<string> {
  let text = '';
  const start = performance.now();
  for (let n = 0; n < count; n++) {
    const rest = start + n * every - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    text += await write(`${n} `.padEnd(length, '.'));
  }
  return text;
}

async function showStatuses({ count, last }: Extract<Act, { act: 'statuses' }>): Promise<void> {
  for (let n = last - count + 1; n <= last; n++) await setStatus('count', `${n}`);
}

async function showTime({ count, every }: Extract<Act, { act: 'clock' }>): Promise<void> {
  for (let n = 0; n < count; n++) {
    await new Promise((resolve) => setTimeout(resolve, every));
    await setStatus('clock', `${Date.now()}`);
  }
}

async function setStatus(statusKey: string, statusText: string): Promise<void> {
  const id = `status-${statusKey}-${statusText}`;
  await send({ type: 'extension_ui_request', id, method: 'setStatus', statusKey, statusText });
}

async function write(delta: string): Promise<string> {
  await send({
    type: 'message_update',
    usage: USAGE,
    assistantMessageEvent: { type: 'text_delta', contentIndex: 0, delta },
  });
  return delta;
}

async function leaveOrphan(): Promise<void> {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  await new Promise((resolve) => child.once('spawn', resolve));
  child.unref();
}

/** Waits while nobody reads. */
async function send(...records: object[]): Promise<void> {
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  if (!process.stdout.write(lines)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
