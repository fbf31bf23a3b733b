import assert from 'node:assert/strict';
import test from 'node:test';
import type { Answer } from './answer.ts';
import { startModel, type DemoModel, type ModelOptions } from './model.ts';

interface Chunk {
  choices: { delta: Record<string, unknown>; finish_reason: string | null }[];
  usage?: Record<string, number>;
}

/** Each test has its own model, closed when the test ends. */
async function modelFor(t: test.TestContext, options: ModelOptions = { pace: 0 }): Promise<DemoModel> {
  const model = await startModel(options);
  t.after(() => model.close());
  return model;
}

function post(model: DemoModel, fields: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${model.url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'demo-tour', stream: true, messages: [], ...fields }),
    ...(signal && { signal }),
  });
}

const asked = (content: string) => ({ messages: [{ role: 'user', content }] });

async function chunks(response: Response): Promise<Chunk[]> {
  const events = (await response.text()).trim().split('\n\n');
  assert.equal(events.pop(), 'data: [DONE]');
  return events.map((event) => JSON.parse(event.replace(/^data: /, '')) as Chunk);
}

async function textFrom(response: Response): Promise<string> {
  return joined(await chunks(response), 'content');
}

function joined(all: Chunk[], field: string): string {
  return all.flatMap(({ choices }) => choices.map(({ delta }) => (delta[field] as string) ?? '')).join('');
}

test('an answer streams its thoughts, text, and tool calls, then the finish reason and the usage', async (t) => {
  const model = await modelFor(t);
  model.queue([
    {
      steps: [
        { think: 'Hm. ' },
        { text: 'Yes.' },
        { tool: 'bash', args: { command: 'ls' }, id: 'call_1', chunk: 5 },
        { tool: 'read', args: '{"path": broken' },
      ],
      usage: { prompt_tokens: 7, completion_tokens: 3 },
    },
  ]);
  const all = await chunks(await post(model, {}));
  assert.equal(joined(all, 'reasoning_content'), 'Hm. ');
  assert.equal(joined(all, 'content'), 'Yes.');

  interface Call {
    index: number;
    id?: string;
    function: { name?: string; arguments: string };
  }
  const calls = all.flatMap(({ choices }) =>
    choices.flatMap(({ delta }) => (delta.tool_calls as Call[]) ?? []),
  );
  const args = (index: number) =>
    calls
      .filter((c) => c.index === index)
      .map((c) => c.function.arguments)
      .join('');
  assert.equal(args(0), '{"command":"ls"}');
  assert.equal(args(1), '{"path": broken', 'Arguments given as text are sent unchanged.');
  assert.deepEqual(
    calls.filter(({ id }) => id).map((c) => c.function.name),
    ['bash', 'read'],
  );

  assert.equal(all.at(-2)?.choices[0]?.finish_reason, 'tool_calls');
  assert.deepEqual(all.at(-1)?.usage, { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 });
});

test('calls without an id get ids that differ between answers', async (t) => {
  const model = await modelFor(t);
  const answer: Answer = { steps: [{ tool: 'bash', args: {} }] };
  model.queue([answer, answer]);
  const ids = async () => /"id":"(call_[^"]+)"/.exec(await (await post(model, {})).text())?.[1];
  assert.notEqual(await ids(), await ids());
});

test('a chunk size never cuts a character in two', async (t) => {
  const model = await modelFor(t);
  const text = 'aé👩‍🔬日本語😀'.repeat(5);
  for (const chunk of [1, 2, 3, 7]) {
    model.queue([{ steps: [{ text, chunk }] }]);
    const all = await chunks(await post(model, {}));
    for (const { choices } of all) assert.ok(((choices[0]?.delta.content as string) ?? '').isWellFormed());
    assert.equal(joined(all, 'content'), text);
  }
});

test('queued answers are played first and in order, one per request', async (t) => {
  const model = await modelFor(t);
  model.queue([{ steps: [{ text: 'one' }] }, { steps: [{ text: 'two' }] }]);
  assert.equal(await textFrom(await post(model, asked('[[script]] []'))), 'one');
  assert.equal(await textFrom(await post(model, {})), 'two');
});

test('an answer to one agent is not played to another that asks first', async (t) => {
  const model = await modelFor(t);
  model.queue([{ steps: [{ text: 'one' }] }, { steps: [{ text: 'two' }] }], 'first task');
  model.queue([{ steps: [{ text: 'three' }] }]);
  assert.equal(await textFrom(await post(model, asked('The second task'))), 'three');
  assert.equal(await textFrom(await post(model, asked('The first task'))), 'one');
  assert.equal(await textFrom(await post(model, asked('The first task'))), 'two');
});

test('a response has the headers of its answer', async (t) => {
  const model = await modelFor(t);
  model.queue([{ steps: [{ text: 'one' }], headers: { 'x-limit': '5' } }]);
  const { headers } = await post(model, asked('Go'));
  assert.deepEqual([headers.get('x-limit'), headers.get('content-type')], ['5', 'text/event-stream']);
});

test('a script in a prompt is played turn by turn, even after a message was steered in', async (t) => {
  const model = await modelFor(t);
  const script = `go [[script]] ${JSON.stringify([{ steps: [{ text: 'a' }] }, { steps: [{ text: 'b' }] }])}`;
  const messages = [{ role: 'user', content: script }];
  assert.equal(await textFrom(await post(model, { messages })), 'a');
  messages.push({ role: 'assistant', content: 'a' }, { role: 'user', content: 'and this' });
  assert.equal(await textFrom(await post(model, { messages })), 'b');
});

test('an invalid script is answered with what is wrong with it', async (t) => {
  const model = await modelFor(t);
  assert.match(
    await textFrom(await post(model, asked('[[script]] [{'))),
    /script cannot be read: SyntaxError/,
  );
  assert.match(await textFrom(await post(model, asked('[[script]] {"steps":[]}'))), /not a JSON array/);
});

test('a compaction request gets a summary of its conversation, even when it quotes a script', async (t) => {
  const model = await modelFor(t);
  const conversation =
    '<conversation>\n[User]: make tea [[script]] []\n\n[Assistant tool calls]: bash(command="kettle")\n</conversation>';
  const text = await textFrom(await post(model, asked(`${conversation}\n\nCreate a structured summary.`)));
  assert.match(text, /## Goal\n- make tea/);
  assert.match(text, /- \[x\] bash\(command="kettle"\)/);
});

test('without the tour a prompt is echoed', async (t) => {
  const model = await modelFor(t, { tour: false });
  assert.equal(await textFrom(await post(model, asked('hello'))), 'echo: hello');
});

test('the tour has thoughts only when thinking is on', async (t) => {
  const model = await modelFor(t);
  const tools = ['bash', 'read', 'edit', 'write'].map((name) => ({ function: { name } }));
  const thoughts = async (fields: object) =>
    joined(await chunks(await post(model, { ...asked('hello'), tools, ...fields })), 'reasoning_content')
      .length;
  assert.ok((await thoughts({ reasoning_effort: 'medium' })) > 0);
  assert.equal(await thoughts({}), 0);
});

test('an answer may be an HTTP error with a given body', async (t) => {
  const model = await modelFor(t);
  model.queue([{ status: 429, headers: { 'retry-after': '2' }, body: { error: { message: 'slow down' } } }]);
  const response = await post(model, {});
  assert.equal(response.status, 429);
  assert.equal(response.headers.get('retry-after'), '2');
  assert.deepEqual(await response.json(), { error: { message: 'slow down' } });
});

test('failures come before the answer, counted separately for each conversation', async (t) => {
  const model = await modelFor(t);
  const statuses = async (content: string) => (await post(model, asked(content))).status;
  assert.deepEqual([await statuses('error'), await statuses('error, other')], [529, 529]);
  assert.deepEqual([await statuses('error'), await statuses('error')], [529, 200]);
  assert.equal(await statuses('error'), 529, 'and it begins again afterwards');
});

test('the failures of a queued answer are queued before it', async (t) => {
  const model = await modelFor(t);
  model.queue([{ failures: [{ status: 500 }], steps: [{ text: 'at last' }] }]);
  assert.equal((await post(model, {})).status, 500);
  assert.equal(await textFrom(await post(model, {})), 'at last');
});

test('a cut answer ends in the middle of the stream', async (t) => {
  const model = await modelFor(t);
  model.queue([{ steps: [{ text: 'half an ans' }, { cut: true }] }]);
  const response = await post(model, {});
  const seen: string[] = [];
  const decoder = new TextDecoder();
  await assert.rejects(async () => {
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      seen.push(decoder.decode(bytes, { stream: true }));
    }
  });
  assert.match(seen.join(''), /half an ans/);
});

test('an answer can wait for the test that queued it', async (t) => {
  const model = await modelFor(t);
  const gate = Promise.withResolvers<void>();
  model.queue([{ steps: [{ text: 'first ' }, { until: gate.promise }, { text: 'second' }] }]);
  const response = await post(model, {});
  assert.equal(response.status, 200, 'the head is there with the first words');
  gate.resolve();
  assert.equal(await textFrom(response), 'first second');
});

test('the error of a failed wait is sent within the stream', async (t) => {
  const model = await modelFor(t);
  const gate = Promise.withResolvers<void>();
  model.queue([{ steps: [{ text: 'first' }, { until: gate.promise }] }]);
  const response = await post(model, {});
  gate.reject(new Error('the test broke'));
  assert.match(await response.text(), /data: {"error":.*the test broke/);
});

test('a client that disconnects ends its answer, and the model serves the next one', async (t) => {
  const model = await modelFor(t);
  const left = Promise.withResolvers<void>();
  model.queue([
    { steps: [{ text: 'I am ' }, { until: left.promise }, { text: 'talking to myself', repeat: 100_000 }] },
  ]);
  const client = new AbortController();
  const response = await post(model, {}, client.signal);
  client.abort();
  await assert.rejects(response.text());
  left.resolve();
  model.queue([{ steps: [{ text: 'still here' }] }]);
  assert.equal(await textFrom(await post(model, {})), 'still here');
});

test('a reader that stops reading pauses the answer instead of filling the memory', async (t) => {
  const model = await modelFor(t);
  const before = process.memoryUsage().rss;
  model.queue([{ steps: [{ text: 'x'.repeat(1000), chunk: 1000, repeat: 150_000 }] }]);
  const reader = (await post(model, {})).body?.getReader();
  await reader?.read();
  // Other requests are still served; a hundred of them give the answer time to run ahead.
  for (let round = 0; round < 100; round += 1) await (await post(model, asked('error'))).text();
  assert.ok(process.memoryUsage().rss - before < 120 * 1024 * 1024);
  await reader?.cancel();
});

test('anything but a streaming chat completions request is refused with a message', async (t) => {
  const model = await modelFor(t);
  const refusal = async (request: Promise<Response>) => {
    const response = await request;
    return `${response.status} ${await response.text()}`;
  };
  assert.match(await refusal(post(model, { stream: false })), /^400 .*only streams/);
  assert.match(await refusal(post(model, { messages: 'hello' })), /^400 .*messages/);
  assert.match(
    await refusal(fetch(`${model.url}/chat/completions`, { method: 'POST', body: '{' })),
    /^400 .*JSON/,
  );
  assert.match(await refusal(fetch(`${model.url}/models`)), /^404 .*POST/);
});

test('the newest requests are kept', async (t) => {
  const model = await modelFor(t, { pace: 0, tour: false });
  for (let at = 0; at < 510; at += 1) await (await post(model, asked(`${at}`))).text();
  assert.equal(model.requests.length, 500);
  assert.equal(model.requests.at(-1)?.messages[0]?.content, '509');
});

test('close ends a hanging answer, frees the port, and is idempotent', async () => {
  const model = await startModel();
  model.queue([{ steps: [{ text: 'and then' }, { hang: true }] }]);
  const response = await post(model, {});
  await model.close();
  await model.close();
  await assert.rejects(response.text());
  await assert.rejects(post(model, {}));
});

test('a pace that is not a number of 0 or more is refused', async () => {
  for (const pace of [-1, NaN, Infinity]) await assert.rejects(startModel({ pace }), RangeError);
});
