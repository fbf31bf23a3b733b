import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentNews } from './agent-news.ts';
import type { OverviewAgent } from './overview.ts';

type Row = Parameters<AgentNews['onRow']>[0];
const SECOND = 1000;

/** The announcement of each of these rows of one agent. */
function newsOf(...rows: Partial<Row>[]): (string | null)[] {
  const news = new AgentNews();
  let row: Row = { id: 'a', state: 'idle', since: 0, endedAt: null, dialog: null };
  return rows.map((change) => news.onRow((row = { ...row, dialog: null, ...change })));
}

const dialog = (id: string): OverviewAgent['dialog'] => ({ id, method: 'confirm', title: 'Sure?' }) as never;

test('the state in which an agent appears is not news', () => {
  for (const state of ['needs_you', 'failed', 'finished', 'working', 'idle'] as const)
    assert.deepEqual(newsOf({ state, endedAt: 5 }), [null], state);
});

test('every question is announced once', () => {
  const asks = (id: string): Partial<Row> => ({ state: 'needs_you', dialog: dialog(id) });
  const rows = [
    { state: 'working' as const },
    asks('1'),
    asks('1'),
    asks('2'),
    { state: 'working' as const },
  ];
  assert.deepEqual(newsOf({}, ...rows, asks('3')), [null, null, 'waiting', null, 'waiting', null, 'waiting']);
});

test('a failure is announced, but not again with other words', () => {
  const rows: Partial<Row>[] = [
    { state: 'working' },
    { state: 'failed', endedAt: 1 },
    { state: 'failed', endedAt: 2 },
  ];
  assert.deepEqual(newsOf({}, ...rows), [null, null, 'failed', null]);
});

test('a run that took more than a minute is announced when it ends, with the questions in it', () => {
  const run = (ms: number): Partial<Row>[] => [
    { state: 'working', since: 0 },
    { state: 'needs_you', since: 30 * SECOND, dialog: dialog('1') },
    { state: 'working', since: 59 * SECOND },
    { state: 'idle', since: ms, endedAt: ms },
  ];
  assert.equal(newsOf({}, ...run(61 * SECOND)).at(-1), 'finished');
  assert.equal(newsOf({}, ...run(60 * SECOND)).at(-1), null);
});

test('an agent that starts slowly, or that a page shows, does not count as finished', () => {
  const started = [
    { state: 'working' as const, since: 0 },
    { state: 'idle' as const, since: 90 * SECOND },
  ];
  assert.deepEqual(newsOf(...started), [null, null]);
  const seen: Partial<Row>[] = [
    { state: 'finished', endedAt: 90 * SECOND },
    { state: 'idle', endedAt: 90 * SECOND },
  ];
  assert.deepEqual(newsOf(...seen), [null, null]);
});

test('agents are kept apart, and forgotten when they are gone', () => {
  const news = new AgentNews();
  const row: Row = { id: 'a', state: 'working', since: 0, endedAt: null, dialog: null };
  news.onRow(row);
  assert.equal(news.onRow({ ...row, id: 'b', state: 'failed' }), null);
  assert.equal(news.onRow({ ...row, state: 'failed' }), 'failed');
  news.forget('a');
  assert.equal(news.onRow({ ...row, state: 'needs_you' }), null);
});
