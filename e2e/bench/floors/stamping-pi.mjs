// Speaks the part of pi's RPC (0.87.1) that the panel uses at its start. It answers the prompt `RATE COUNT` with COUNT
// deltas, RATE a second, each containing the time of its writing in microseconds by the clock of `timing.ts`, and a
// space. It acknowledges a steer at once and ignores it. A real pi cannot tell when it wrote something.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const MODEL = { id: 'stamps', name: 'Stamps', provider: 'bench', contextWindow: 128_000, reasoning: false };
const ZERO = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
// pi repeats it in every update, so these lines are as long as real ones.
const USAGE = { ...ZERO, totalTokens: 0, cost: { ...ZERO, total: 0 } };
const STATS = { sessionId: 'bench', userMessages: 0, assistantMessages: 0, toolCalls: 0, toolResults: 0 };

/** @type {Record<string, object>} */
const ANSWERS = {
  get_state: {
    model: MODEL,
    thinkingLevel: 'off',
    isStreaming: false,
    isCompacting: false,
    steeringMode: 'one-at-a-time',
    followUpMode: 'one-at-a-time',
    sessionId: 'bench',
    autoCompactionEnabled: false,
    messageCount: 0,
    pendingMessageCount: 0,
  },
  get_available_thinking_levels: { levels: ['off'] },
  get_available_models: { models: [MODEL] },
  get_commands: { commands: [] },
  get_session_stats: { ...STATS, totalMessages: 0, tokens: { ...ZERO, total: 0 }, cost: 0 },
};

if (process.argv.includes('--version')) {
  write('0.87.1');
} else {
  for await (const line of createInterface(process.stdin)) {
    const { id, type, message } = JSON.parse(line);
    const data = ANSWERS[type];
    const isKnown = data !== undefined || type === 'prompt' || type === 'steer';
    say({ id, type: 'response', command: type, success: isKnown, ...(data && { data }) });
    // Not awaited: like pi, it keeps reading while it answers.
    if (type === 'prompt') void answer(message);
  }
}

/** @param {string} prompt */
async function answer(prompt) {
  const [rate = 1, count = 0] = prompt.split(' ').map(Number);
  const message = {
    role: 'assistant',
    content: [],
    stopReason: 'pending',
    usage: USAGE,
    timestamp: Date.now(),
  };
  say({ type: 'agent_start' });
  say({ type: 'turn_start' });
  say({ type: 'message_start', message });
  say({ type: 'message_update', assistantMessageEvent: { type: 'text_start', contentIndex: 0 } });
  let text = '';
  const start = performance.now();
  for (let i = 1; i <= count; i++) {
    const rest = start + (i * 1000) / rate - performance.now();
    if (rest > 0) await sleep(rest);
    const delta = `${process.hrtime.bigint() / 1000n} `;
    const assistantMessageEvent = { type: 'text_delta', contentIndex: 0, delta };
    say({ type: 'message_update', usage: USAGE, assistantMessageEvent });
    text += delta;
  }
  const whole = { ...message, content: [{ type: 'text', text }], stopReason: 'stop' };
  say({ type: 'message_end', message: whole });
  say({ type: 'turn_end', message: whole, toolResults: [] });
  say({ type: 'agent_end', messages: [whole], willRetry: false });
  say({ type: 'agent_settled' });
}

/** @param {object} record */
function say(record) {
  write(JSON.stringify(record));
}

/** @param {string} line */
function write(line) {
  process.stdout.write(`${line}\n`);
}
