import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentMessage, StopReason } from '../pi/messages.ts';
import type { SessionEntry } from '../pi/session.ts';
import { historyOf, type HistoryPlace } from './history.ts';
import type { ToolRun } from './conversation.ts';

let time = 0;

function stored(message: Partial<AgentMessage> & { role: string }): SessionEntry {
  time += 1;
  const whole = { content: [], timestamp: time, ...message } as unknown as AgentMessage;
  return {
    type: 'message',
    id: `e${time}`,
    parentId: null,
    timestamp: new Date(time).toISOString(),
    message: whole,
  };
}

const user = () => stored({ role: 'user', content: 'go' });
const answer = (stopReason: StopReason, errorMessage?: string) =>
  stored({ role: 'assistant', stopReason, ...(errorMessage && { errorMessage }) });

function rows(entries: SessionEntry[], place: HistoryPlace = {}): string[] {
  return historyOf(entries, (message) => message, place).entries.map(({ message }) =>
    message.role === 'assistant' ? message.stopReason : message.role,
  );
}

test('failed attempts that pi before 0.87 left in the file are hidden, except for the last one', () => {
  assert.deepEqual(rows([user(), answer('error'), answer('error'), answer('stop')]), ['user', 'stop']);
  assert.deepEqual(rows([user(), answer('error'), answer('error')]), ['user', 'error']);
  assert.deepEqual(rows([user(), answer('error'), user(), answer('stop')]), [
    'user',
    'error',
    'user',
    'stop',
  ]);
});

test('two attempts may be separated by a compaction or a user bash, but not by a message of an extension', () => {
  const compaction = {
    type: 'compaction',
    id: 'c',
    parentId: null,
    timestamp: '',
    summary: 's',
    tokensBefore: 1,
  };
  const bash = stored({ role: 'bashExecution', command: 'ls', output: '' });
  assert.deepEqual(rows([user(), answer('error'), compaction as SessionEntry, bash, answer('stop')]), [
    'user',
    'compactionSummary',
    'bashExecution',
    'stop',
  ]);
  const hidden = { type: 'custom_message', id: 'h', parentId: null, timestamp: '', display: false };
  assert.deepEqual(rows([user(), answer('error'), hidden as SessionEntry, answer('stop')]), [
    'user',
    'error',
    'stop',
  ]);
});

test('at the end of a page of rows, the next row shows whether there was another attempt', () => {
  assert.deepEqual(rows([user(), answer('error')], { next: 'assistant' }), ['user']);
  assert.deepEqual(rows([user(), answer('error')], { next: 'user' }), ['user', 'error']);
});

test("the user's Stop inside a tool does not count as a failed attempt", () => {
  assert.deepEqual(rows([user(), answer('error', 'This operation was aborted'), answer('stop')]), [
    'user',
    'aborted',
    'stop',
  ]);
});

const call = (id: string, name = 'bash') => ({ type: 'toolCall', id, name, arguments: {} });
const calls = (...blocks: ReturnType<typeof call>[]) =>
  stored({ role: 'assistant', stopReason: 'toolUse', content: blocks } as never);
const result = (toolCallId: string, text: string, more: object = {}) =>
  stored({
    role: 'toolResult',
    toolCallId,
    toolName: 'bash',
    isError: false,
    content: [{ type: 'text', text }],
    ...more,
  } as never);
const runsOf = (entries: SessionEntry[]): Record<string, ToolRun> =>
  historyOf(entries, (message) => message).toolRuns;

test('the size of a stored command is that of what it printed, not of the text that pi gave the model', () => {
  const size = (text: string, more?: object): number | undefined =>
    runsOf([calls(call('a')), result('a', text, more)]).a?.output.bytes;
  assert.equal(size('one\n'), 4);
  assert.equal(size('(no output)'), 0);
  assert.equal(size('one\n\nCommand exited with code 3', { isError: true }), 3);
  const truncation = { truncated: true, totalBytes: 169_800 };
  assert.equal(size('the end\n\n[Showing lines 9-10 …]', { details: { truncation } }), 169_800);
  const read = { toolName: 'read' };
  assert.equal(size('(no output)', read), 11, 'these words may be in a file');
});

test('a stored run lasted from the answer that called it to its result', () => {
  const [answer, end] = [calls(call('a')), result('a', '')];
  const { a } = runsOf([{ ...answer, timestamp: new Date(1000).toISOString() }, { ...end }]);
  assert.equal(a?.startedAt, 1000);
  assert.equal(a?.endedAt, (end as { message: { timestamp: number } }).message.timestamp);
});

test('the start of a run among several is not guessed: pi stamps all results when the slowest run ends', () => {
  const { a, b } = runsOf([calls(call('a'), call('b')), result('a', ''), result('b', '', { durationMs: 2 })]);
  assert.equal(a?.startedAt, undefined);
  assert.equal(b?.startedAt, (b?.endedAt ?? 0) - 2);
});

test('a failed attempt that pi omitted and never repeated stays, and says that the model is not sent it', () => {
  const failed = answer('error');
  const place: HistoryPlace = { edits: new Map([[failed.id, 'omitted']]) };
  const { entries } = historyOf([user(), failed], (message) => message, place);
  assert.deepEqual(
    entries.map(({ edit }) => edit),
    [undefined, 'omitted'],
  );
  assert.deepEqual(rows([user(), failed, answer('stop')], place), ['user', 'stop']);
});

test('an answer that was cut off is hidden only if pi omitted it and tried again', () => {
  const cut = answer('length');
  const ran = result('c', '');
  const edits = new Map([cut.id, ran.id].map((id) => [id, 'omitted' as const]));
  assert.deepEqual(rows([user(), cut, ran, answer('stop')]), ['user', 'length', 'stop']);
  assert.deepEqual(rows([user(), cut, ran, answer('stop')], { edits }), ['user', 'stop']);
});

test('what an extension omits or replaces stays in the conversation, marked', () => {
  const asked = user();
  const pruned = result('c', 'much');
  const edits = new Map([
    [asked.id, 'omitted' as const],
    [pruned.id, 'replaced' as const],
  ]);
  const { entries, toolRuns } = historyOf(
    [asked, calls(call('c')), pruned, answer('stop')],
    (message) => message,
    {
      edits,
    },
  );
  assert.deepEqual(
    entries.map(({ edit }) => edit),
    ['omitted', undefined, undefined],
  );
  assert.deepEqual([toolRuns.c?.state, toolRuns.c?.edit], ['ok', 'replaced']);
});

test('the pictures of a stored result belong to its run', () => {
  const picture = { type: 'image', mimeType: 'image/png', panel_ref: 'r' };
  const { a, b } = runsOf([
    calls(call('a', 'read'), call('b', 'read')),
    result('a', '', { content: [{ type: 'text', text: 'Read image file' }, picture] }),
    result('b', 'text'),
  ]);
  assert.deepEqual(a?.images, [picture]);
  assert.equal(b && 'images' in b, false);
});
