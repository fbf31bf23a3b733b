import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentMessage, StopReason } from '../pi/messages.ts';
import type { SessionEntry } from '../pi/session.ts';
import { historyOf } from './history.ts';

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

function rows(entries: SessionEntry[], next?: string): string[] {
  return historyOf(entries, (message) => message, next).entries.map(({ message }) =>
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
  assert.deepEqual(rows([user(), answer('error')], 'assistant'), ['user']);
  assert.deepEqual(rows([user(), answer('error')], 'user'), ['user', 'error']);
});

test("the user's Stop inside a tool does not count as a failed attempt", () => {
  assert.deepEqual(rows([user(), answer('error', 'This operation was aborted'), answer('stop')]), [
    'user',
    'aborted',
    'stop',
  ]);
});
