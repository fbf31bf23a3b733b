import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry, ToolRun } from '../../../shared/view/conversation.ts';
import { emptyView } from '../../../shared/view/view.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';
import { EarlierRows } from './earlier-rows.svelte.ts';

const entry = (n: number): Entry => ({
  key: `user-${n}`,
  message: { role: 'user', content: `${n}`, timestamp: n },
});

test('pages that are loaded one after another are in the order of the conversation', async () => {
  const queries: string[] = [];
  const pages: EntriesPage[] = [
    { entries: [entry(3), entry(4)], toolRuns: {}, hasOlder: true },
    { entries: [entry(1), entry(2)], toolRuns: {}, hasOlder: false },
  ];
  const rows = new EarlierRows((query) => {
    queries.push(query);
    return Promise.resolve(pages.shift()!);
  });
  await Promise.all([rows.load('user-5', 2), rows.load('user-5', 2)]);
  assert.deepEqual([rows.entries, rows.hasOlder], [[entry(3), entry(4)], true]);
  await rows.load(rows.entries![0]!.key, 2);
  assert.deepEqual([rows.entries, rows.hasOlder], [[1, 2, 3, 4].map(entry), false]);
  assert.deepEqual(queries, ['before=user-5&limit=2', 'before=user-3&limit=2']);
});

test('a page that cannot be loaded leaves what is there, and can be asked for again', async () => {
  let isLost = false;
  const rows = new EarlierRows(() =>
    isLost
      ? Promise.reject(new Error('lost'))
      : Promise.resolve({ entries: [entry(1)], toolRuns: {}, hasOlder: true }),
  );
  await rows.load('user-2');
  isLost = true;
  await assert.rejects(rows.load('user-1'), /lost/);
  assert.deepEqual([rows.entries, rows.isLoading], [[entry(1)], false]);
});

test('entries that the view drops are kept with their tool runs', () => {
  const run = (id: string): ToolRun => ({
    ...{ id, name: 'read', args: {}, state: 'ok' },
    output: { bytes: 0, tail: '' },
  });
  const rows = new EarlierRows(() => assert.fail('nothing is fetched'));
  const view = emptyView('/w');
  const before = { ...view, entries: [entry(1), entry(2)], toolRuns: { one: run('one'), two: run('two') } };
  const after = { ...view, entries: [entry(2), entry(3)], toolRuns: { two: run('two') } };
  rows.onChange(before, after);
  assert.equal(rows.entries, null, 'the user is at the end');
  rows.keepDropped(false);
  rows.onChange(before, after);
  assert.deepEqual([rows.entries, rows.toolRuns.one], [[entry(1)], run('one')]);
});

test('the tool runs of all loaded pages, and of dropped entries, stay with them', async () => {
  const run = (id: string): ToolRun => ({
    ...{ id, name: 'read', args: {}, state: 'ok' },
    output: { bytes: 0, tail: '' },
  });
  const pages: EntriesPage[] = ['second', 'first'].map((id) => ({
    entries: [],
    toolRuns: { [id]: run(id) },
    hasOlder: true,
  }));
  const rows = new EarlierRows(() => Promise.resolve(pages.shift()!));
  await rows.load('user-9');
  await rows.load('user-5');
  const view = emptyView('/w');
  rows.onChange(
    { ...view, entries: [entry(1), entry(2)], toolRuns: { dropped: run('dropped') } },
    { ...view, entries: [entry(2)] },
  );
  assert.deepEqual(Object.keys(rows.toolRuns).sort(), ['dropped', 'first', 'second']);
});

test('older entries are dropped when a snapshot does not follow them, or is of another session', async () => {
  const load = async (): Promise<EarlierRows> => {
    const rows = new EarlierRows(() =>
      Promise.resolve({ entries: [entry(1)], toolRuns: {}, hasOlder: false }),
    );
    await rows.load('user-2');
    return rows;
  };
  const viewOf = (id: string, ...numbers: number[]) => ({
    ...emptyView('/w'),
    session: { id },
    entries: numbers.map(entry),
  });
  const kept = await load();
  kept.onSnapshot(viewOf('s', 2, 3), viewOf('s', 2, 3, 4));
  assert.deepEqual(kept.entries, [entry(1)]);
  const torn = await load();
  torn.onSnapshot(viewOf('s', 2, 3), viewOf('s', 3, 4));
  assert.equal(torn.entries, null, 'entry 2 would be missing between them');
  const left = await load();
  left.onSnapshot(viewOf('s', 2), viewOf('fork', 2));
  assert.equal(left.entries, null, 'a fork begins with the same entries, and may have other ones before');
});

/** Rows whose pages arrive when the test says so. */
function heldRows(): { rows: EarlierRows; answers: ((page: EntriesPage) => void)[] } {
  const answers: ((page: EntriesPage) => void)[] = [];
  const rows = new EarlierRows(() => new Promise((resolve) => void answers.push(resolve)));
  return { rows, answers };
}

const pageOf = (...numbers: number[]): EntriesPage => ({
  entries: numbers.map(entry),
  toolRuns: {},
  hasOlder: true,
});

test('a page that arrives after the user has left its rows is not shown, and the next request does not wait for it', async () => {
  const view = { ...emptyView('/w'), session: { id: 's' }, entries: [entry(9)] };
  const leave: Record<string, (rows: EarlierRows) => void> = {
    'the end of the conversation': (rows) => rows.drop(),
    'another session': (rows) => rows.onSnapshot(view, { ...view, session: { id: 'other' } }),
    'a snapshot that does not follow': (rows) => rows.onSnapshot(view, { ...view, entries: [entry(20)] }),
  };
  for (const [where, go] of Object.entries(leave)) {
    const { rows, answers } = heldRows();
    const left = rows.load('user-9');
    go(rows);
    assert.equal(rows.isLoading, false, where);
    const next = rows.load('user-20');
    answers[0]!(pageOf(8));
    await left;
    assert.equal(rows.isLoading, true, where);
    answers[1]!(pageOf(19));
    await next;
    assert.deepEqual([rows.entries, rows.isLoading], [[entry(19)], false], where);
  }
});

test('entries that the view drops while older ones are being loaded are not missing between them', async () => {
  const { rows, answers } = heldRows();
  const view = emptyView('/w');
  const loading = rows.load('user-5');
  rows.onChange({ ...view, entries: [entry(5), entry(6)] }, { ...view, entries: [entry(6), entry(7)] });
  answers[0]!(pageOf(4));
  await loading;
  assert.deepEqual(rows.entries, [entry(4), entry(5)]);
});
