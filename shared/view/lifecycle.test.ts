import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from './reduce.ts';
import type { ViewEvent } from './view-event.ts';
import { emptyView, type View } from './view.ts';

const failure = {
  role: 'assistant',
  content: [],
  stopReason: 'error',
  errorMessage: 'Overloaded',
  timestamp: 2,
};
const failed = [
  { type: 'agent_start', panel_at: 1 },
  { type: 'message_end', message: { role: 'user', content: 'go', timestamp: 1 } },
  { type: 'message_end', message: failure },
] as ViewEvent[];
const retry = { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 50, panel_at: 3 };
const retrying = [...failed, { ...retry, errorMessage: 'Overloaded' }] as ViewEvent[];
const brokenOff = {
  type: 'auto_retry_end',
  success: false,
  attempt: 1,
  finalError: 'Retry cancelled',
} as ViewEvent;
const forgotten = { type: 'entry_appended', entry: { type: 'context_edit' } } as ViewEvent;
const bash = {
  type: 'panel_bash_start',
  call: 'b',
  command: 'ls',
  excludeFromContext: false,
  panel_at: 2,
} as ViewEvent;

function rows(view: View): string[] {
  return view.entries.map(({ message }) => message.role);
}

const fold = (events: ViewEvent[]): View => events.reduce(reduce, emptyView('/'));

test('a failed attempt is removed when the next one is announced, also if user bashes followed it', () => {
  assert.deepEqual(rows(fold(retrying)), ['user']);
  const events = [...failed, bash, retrying.at(-1)!];
  assert.deepEqual(rows(fold(events)), ['user', 'bashExecution']);
});

test('when the wait for a retry is cancelled, the failed attempt is back if pi still has it', () => {
  const view = fold([...retrying, brokenOff]);
  assert.deepEqual([rows(view), view.notices, view.retry], [['user', 'assistant'], [], null]);
});

test('when the wait is cancelled after pi removed the attempt, only a notice remains', () => {
  const view = fold([...retrying, forgotten, brokenOff]);
  assert.deepEqual(rows(view), ['user']);
  assert.deepEqual(
    view.notices.map(({ message }) => message),
    ['Retry cancelled'],
  );
});

test('an attempt that overflowed is removed by the compaction that makes room for the next one', () => {
  const compaction = [
    { type: 'compaction_start', reason: 'overflow', panel_at: 4 },
    {
      type: 'compaction_end',
      reason: 'overflow',
      willRetry: true,
      result: { summary: 's', tokensBefore: 1 },
      panel_at: 5,
    },
  ] as ViewEvent[];
  assert.deepEqual(rows(fold([...failed, ...compaction])), ['user', 'compactionSummary']);
  assert.deepEqual(rows(fold([...failed, forgotten, ...compaction])), ['user', 'compactionSummary']);
});

test('a user bash is listed where pi stores it: where it ended, or after the run that it ended in', () => {
  const start = (call: string, panel_at: number) => ({ ...bash, call, command: call, panel_at }) as ViewEvent;
  const end = (call: string, panel_at: number) =>
    ({ type: 'panel_bash_end', call, bytes: 0, cancelled: false, truncated: false, panel_at }) as ViewEvent;
  const said = (timestamp: number) =>
    ({ type: 'message_end', message: { role: 'user', content: 'hi', timestamp } }) as ViewEvent;
  const run = { type: 'agent_start', panel_at: 20 } as ViewEvent;
  const before = [start('a', 1), start('b', 2), start('late', 3), end('b', 10), run, end('a', 30), said(31)];
  const names = (view: View): (string | undefined)[] => view.entries.map(({ call }) => call);
  assert.deepEqual(names(fold(before)), ['a', 'late', 'b', undefined]);
  const after = [...before, { type: 'agent_settled' } as ViewEvent];
  assert.deepEqual(names(fold(after)), ['late', 'b', undefined, 'a']);
  assert.deepEqual(names(fold([...after, end('late', 40)])), ['b', undefined, 'a', 'late']);
});
