import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedTurn } from '../../../shared/changes.ts';
import type { Entry } from '../../../shared/view/conversation.ts';
import { keysSince, SinceLeft, workSince } from './since-left.ts';

function createStore(): { get: () => Record<string, string>; set: (value: Record<string, string>) => void } {
  let stored: Record<string, string> = {};
  return { get: () => stored, set: (value) => (stored = value) };
}

const LATER = 60_000;

test('the place where the user left a session is returned only once, even to a newly opened page', () => {
  const store = createStore();
  new SinceLeft(store).leave('s', { key: 'user-1', at: 5 });
  assert.equal(new SinceLeft(store).onReturn('other', LATER), null);
  assert.deepEqual(new SinceLeft(store).onReturn('s', LATER), { key: 'user-1', at: 5 });
  assert.equal(new SinceLeft(store).onReturn('s', LATER), null);
});

test('a glance at another tab is not an absence', () => {
  const since = new SinceLeft(createStore());
  since.leave('s', { key: 'user-1', at: LATER - 5000 });
  assert.equal(since.onReturn('s', LATER), null);
});

test('a user who watched until now left here, even if another tab was closed before', () => {
  const since = new SinceLeft(createStore());
  since.leave('s', { key: 'user-1', at: 5 });
  since.leave('s', { key: 'user-2', at: 6 });
  assert.deepEqual(since.onReturn('s', LATER), { key: 'user-2', at: 6 });
});

test('only the places of the last fifty sessions are stored', () => {
  const since = new SinceLeft(createStore());
  for (let n = 0; n < 60; n++) since.leave(`s${n}`, { key: 'k', at: n });
  assert.equal(since.onReturn('s9', LATER), null);
  assert.equal(since.onReturn('s59', LATER)?.at, 59);
});

test('the new rows are those after the row where the user left, if that row is still loaded', () => {
  const left = { key: 'b', at: 1 };
  assert.deepEqual([...keysSince(['a', 'b', 'c', 'd'], left)], ['c', 'd']);
  assert.deepEqual([...keysSince(['a', 'b'], left)], []);
  assert.deepEqual([...keysSince(['c', 'd'], left)], []);
  assert.deepEqual([...keysSince(['a', 'b', 'c'], null)], []);
});

test('the work since then is the later calls, with the files that they changed, each once', () => {
  const answer = (key: string, ...calls: string[]): Entry => {
    const content = calls.map((id) => ({ type: 'toolCall', id, name: 'edit', arguments: {} }));
    return { key, message: { role: 'assistant', content } } as unknown as Entry;
  };
  const entries = [answer('a', '1'), answer('b', '2', '3'), answer('c')];
  const changed = (path: string, ...calls: string[]) => ({ path, calls });
  const files = [changed('early.ts', '1'), changed('both.ts', '1', '2'), changed('twice.ts', '2')];
  const turns = [{ files }, { files: [changed('twice.ts', '3')] }] as unknown as ChangedTurn[];
  const work = (key: string): unknown => {
    const { calls, files } = workSince(entries, turns, { key, at: 1 });
    return [calls.map(({ id }) => id), files];
  };
  assert.deepEqual(work('a'), [['2', '3'], 2]);
  assert.deepEqual(work('b'), [[], 0]);
});
