import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { ToolResultMessage, UserMessage } from '../../../shared/pi/messages.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { answer, begin, delta, end, NOW, slimOf, textStart, viewOf } from '../fixtures/pi-events.ts';
import { ImageStore } from './images.ts';
import { slim } from './slim.ts';
import { slimMessage } from './slim-message.ts';

const KB = 1024;
const png = Buffer.from('a picture').toString('base64');

function lastMessage(events: ViewEvent[]) {
  const last = events.at(-1);
  assert.ok(last?.type === 'message_end');
  return last.message;
}

test('only the end of a message is sent, except for answers', () => {
  const user = { role: 'user', content: [{ type: 'text', text: 'Hi' }], timestamp: 1 };
  const events = slimOf([
    { type: 'message_start', message: user },
    { type: 'message_end', message: user },
  ]);
  assert.deepEqual(events, [{ type: 'message_end', message: user }]);
});

test('a long message of the user is cut, and marked so that its whole text is fetched', () => {
  const user = (content: UserMessage['content']): UserMessage => ({ role: 'user', content, timestamp: 1 });
  const images = new ImageStore();
  const short = user('x'.repeat(256 * KB));
  assert.deepEqual(slimMessage(short, images), short);
  for (const content of ['x'.repeat(256 * KB + 1), [{ type: 'text' as const, text: 'x'.repeat(300 * KB) }]])
    assert.equal((slimMessage(user(content), images) as UserMessage).panel_cut, true);
});

test('an unknown role and an unknown block reach the page, within limits', () => {
  const content = [{ type: 'hologram', depth: 3 }];
  const strange = { role: 'oracle', content: 'x'.repeat(1024 * 1024), timestamp: 1 };
  const [first, second] = slimOf([
    { type: 'message_end', message: strange },
    { type: 'message_end', message: answer(content) },
  ]);
  assert.ok(first?.type === 'message_end' && first.message.role === ('oracle' as string));
  assert.ok(JSON.stringify(first).length < 100_000);
  assert.ok(second?.type === 'message_end' && second.message.role === 'assistant');
  assert.deepEqual(second.message.content, content);
  assert.deepEqual(
    viewOf([{ type: 'message_end', message: strange }]).entries.map(({ key }) => key),
    ['oracle-1'],
  );
});

test('an answer lasts from its start to its end, unless pi says how long it took', () => {
  let now = answer([]).timestamp;
  const stage = slim({ date: () => now, images: new ImageStore() });
  const durationOf = (events: PiEvent[]): number | undefined => {
    const message = lastMessage([...stage.push(events)]);
    return message.role === 'assistant' ? message.durationMs : undefined;
  };
  stage.push([begin] as PiEvent[]);
  now += 1500;
  assert.equal(durationOf([end([])] as PiEvent[]), 1500);
  stage.push([begin] as PiEvent[]);
  const told = { type: 'message_end', message: { ...answer([]), durationMs: 7 } } as PiEvent;
  assert.equal(durationOf([told]), 7);
  assert.equal(durationOf([end([])] as PiEvent[]), undefined, 'its start was not seen');
});

test('system prompts and hidden messages of extensions are not sent', () => {
  const system = { role: 'system', content: '', sections: { preamble: 'You are' }, timestamp: 1 };
  const hidden = { role: 'custom', customType: 'x', content: 'secret', display: false, timestamp: 1 };
  const events = [system, hidden].flatMap((message) => [
    { type: 'message_start', message },
    { type: 'message_end', message },
  ]);
  assert.deepEqual(slimOf(events), []);
});

test('every event refers to its images, which are stored', () => {
  const images = new ImageStore();
  const stage = slim({ date: () => NOW, images });
  const image = { type: 'image', mimeType: 'image/png', data: png };
  const vector = { type: 'image', mimeType: 'image/svg+xml', data: png };
  const messages = [{ role: 'user' }, { role: 'custom', customType: 'x', display: true }].map((message) => ({
    type: 'message_end',
    message: { ...message, content: [image, vector], timestamp: 1 },
  }));
  const read = { type: 'tool_execution_end', toolCallId: 'c', toolName: 'read', isError: false };
  const events = stage.push([
    ...messages,
    { ...read, result: { content: [image, vector] } },
  ] as unknown as PiEvent[]);
  const [ref] = /[0-9a-f]{32}/.exec(JSON.stringify(events)) ?? assert.fail('no reference');
  assert.equal(images.get(ref)?.bytes.toString('base64'), png);
  const shown = { type: 'image', mimeType: 'image/png', panel_ref: ref };
  for (const event of events.slice(0, 2)) {
    assert.ok(event.type === 'message_end' && 'content' in event.message);
    assert.deepEqual(event.message.content, [shown, { type: 'text', text: '[image/svg+xml not shown]' }]);
  }
  const run = events.at(2);
  assert.ok(run?.type === 'tool_execution_end');
  assert.deepEqual([run.panel_images, run.panel_text], [[shown], '[image/svg+xml not shown]']);
});

test('a block that pi echoes unchecked does not make the message unreadable', () => {
  const message = { role: 'user', content: [{ data: 'x' }, { type: 'text', text: 'y' }], timestamp: 1 };
  const view = viewOf([{ type: 'message_end', message }]);
  assert.match(JSON.stringify(view.entries), /cannot be shown.*"y"/);
});

test('long texts are cut with a note', () => {
  const text = 'x'.repeat(300 * KB);
  const message = { role: 'user', content: text, timestamp: 1 };
  assert.match(JSON.stringify(slimOf([{ type: 'message_end', message }])), /x… \(45056 more characters\)/);
  const content = [{ type: 'text', text }];
  const whole = slimOf([begin, textStart, delta(text), end(content)]);
  assert.match(JSON.stringify(lastMessage(whole)), /x… \(45056 more characters\)/);
});

test('the texts of the queue stay whole', () => {
  const queue = { type: 'queue_update', steering: ['x'.repeat(300 * KB)], followUp: [] };
  assert.deepEqual(slimOf([queue]), [queue]);
});

test('the end of a turn or a run is sent without the messages that it repeats', () => {
  const messages = [answer([{ type: 'text', text: 'x' }])];
  assert.deepEqual(
    slimOf([
      { type: 'turn_end', message: messages[0], toolResults: [{ role: 'toolResult' }] },
      { type: 'agent_end', messages, willRetry: true },
      { type: 'agent_end', messages },
    ]),
    [{ type: 'turn_end' }, { type: 'agent_end', willRetry: true }, { type: 'agent_end' }],
  );
});

test('events whose time matters carry the server’s time', () => {
  const dialog = { type: 'extension_ui_request', id: 'd', method: 'confirm', title: 'Sure?', timeout: 5 };
  const events = [
    { type: 'agent_start' },
    { type: 'turn_start' },
    { type: 'compaction_start', reason: 'manual' },
    { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 10, errorMessage: 'e' },
    { type: 'summarization_retry_scheduled', attempt: 1, maxAttempts: 3, delayMs: 10, errorMessage: 'e' },
    { type: 'extension_error', extensionPath: 'x.ts', event: 'tool_call', error: 'e' },
    dialog,
  ];
  assert.deepEqual(
    slimOf(events),
    events.map((event) => ({ ...event, panel_at: NOW })),
  );
});

test('a compaction ends with its summary, cut if it is long, its token counts and its files', () => {
  const counts = { tokensBefore: 9, estimatedTokensAfter: 3 };
  const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, cost: { total: 7 } };
  const outcome = { summary: 's'.repeat(257 * KB), ...counts, details: { readFiles: [] }, usage };
  const [event] = slimOf([{ type: 'compaction_end', reason: 'manual', result: outcome, aborted: false }]);
  assert.ok(event?.type === 'compaction_end' && event.result);
  assert.deepEqual(Object.keys(event.result), [
    ...['summary', 'tokensBefore', 'estimatedTokensAfter', 'details', 'usage'],
  ]);
  assert.equal(event.result.usage?.cost.total, 7);
  assert.match(event.result.summary, /s… \(1024 more characters\)$/);
  const [failed] = slimOf([{ type: 'compaction_end', reason: 'manual', aborted: false, errorMessage: 'no' }]);
  assert.equal(viewOf([failed]).notices[0]?.message, 'no');
});

test('an unknown event passes if it is small, otherwise only its type', () => {
  const small = { type: 'from_the_future', n: 1 };
  const large = { type: 'from_the_future', text: 'x'.repeat(20 * KB) };
  assert.deepEqual(slimOf([small, large]), [small, { type: 'from_the_future' }]);
});

test('a known event of an unknown shape is a bad record, and the next one is read', () => {
  const odd = [
    { type: 'message_end' },
    { type: 'message_end', message: { role: 'user', timestamp: 1 } },
    { type: 'message_update' },
    { type: 'tool_execution_end', toolCallId: 'c' },
  ];
  assert.deepEqual(slimOf([...odd, { type: 'turn_start' }]), [
    ...odd.map(() => ({ type: 'panel_bad_record' })),
    { type: 'turn_start', panel_at: NOW },
  ]);
});

test('a stored tool result keeps its whole text, and a stored user bash keeps no text', () => {
  const images = new ImageStore();
  const text = 'x'.repeat(300 * KB);
  const stored: ToolResultMessage = {
    role: 'toolResult',
    toolCallId: 'c1',
    toolName: 'grep',
    content: [{ type: 'text', text }],
    isError: false,
    timestamp: 9,
  };
  assert.deepEqual(slimMessage(stored, images), stored);
  const bash = { role: 'bashExecution', command: 'ls', output: 'a', cancelled: false } as const;
  const slim = slimMessage({ ...bash, truncated: false, timestamp: 1 }, images);
  assert.equal(slim.role === 'bashExecution' && slim.output, '');
});

test('an answer of the stream equals the same one of the session file', () => {
  const content = [
    { type: 'thinking', thinking: 'Hm', thinkingSignature: 'x' },
    { type: 'text', text: 'Hello' },
  ];
  const streamed = viewOf([end(content)]).entries[0]?.message;
  assert.deepEqual(slimMessage(answer(content), new ImageStore()), streamed);
});

test('a context edit is sent with its target when pi appends it, and labels are not', () => {
  const appended = (entry: object) => slimOf([{ type: 'entry_appended', entry }]);
  const edit = { type: 'context_edit', id: 'e', targetId: 't', replacement: 'much text' };
  assert.deepEqual(appended(edit), [
    { type: 'entry_appended', entry: { type: 'context_edit', targetId: 't' } },
  ]);
  assert.deepEqual(appended({ ...edit, targetId: 3 }), []);
  assert.deepEqual(appended({ type: 'label', id: 'e', targetId: 't' }), []);
});

test('a request that warmed the cache becomes a row when pi appends its entry', () => {
  const usage = { input: 1, cacheRead: 2, cacheWrite: 3, cost: { total: 0.1 } };
  const entry = { type: 'usage', id: 'u', kind: 'cache_warm', provider: 'p', model: 'm', usage };
  const message = { role: 'warming', model: 'p/m', cost: 0.1, promptTokens: 6, timestamp: 0 };
  assert.deepEqual(slimOf([{ type: 'entry_appended', entry }]), [{ type: 'panel_entry', id: 'u', message }]);
  assert.deepEqual(slimOf([{ type: 'entry_appended', entry: { ...entry, kind: 'other' } }]), []);
});
