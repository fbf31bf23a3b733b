import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hunk } from '../../../shared/hunks.ts';
import type { ReviewComment } from '../../../shared/pull-requests.ts';
import { isOpen, nearestHunk, noteThread, threadsOf } from './threads.ts';

const comment = (id: string, more: Partial<ReviewComment> = {}): ReviewComment => ({
  ...{ id, thread: id, author: 'mona', at: 0, body: 'Why?' },
  ...more,
});
const hunk = (id: string, before: [number, number], after: [number, number]): Hunk => ({
  id,
  ...{ beforeStart: before[0], beforeEnd: before[1], afterStart: after[0], afterEnd: after[1] },
});

test('answers belong to the thread of the comment that they answer, and one of them resolves it', () => {
  const threads = threadsOf([
    comment('1', { path: 'a.ts', line: 3 }),
    comment('2'),
    comment('3', { thread: '1', isResolved: true }),
    comment('4', { body: '', verdict: 'approved' }),
  ]);
  assert.deepEqual(
    threads.map(({ comments }) => comments.map(({ id }) => id)),
    [['1', '3'], ['2'], ['4']],
  );
  assert.deepEqual(threads.map(isOpen), [false, true, false]);
});

test('a comment stands beside the change at its line, or the nearest one', () => {
  const hunks = [hunk('first', [4, 6], [4, 5]), hunk('second', [30, 30], [29, 40])];
  const at = (line: number, side?: 'before'): string | undefined =>
    nearestHunk(hunks, comment('1', { line, ...(side && { side }) }));
  assert.deepEqual(
    [at(1), at(5), at(16), at(18), at(33), at(400)],
    [...['first', 'first', 'first', 'second', 'second', 'second']],
  );
  assert.deepEqual([at(6, 'before'), at(31, 'before')], ['first', 'second']);
  assert.equal(nearestHunk(hunks, comment('1')), undefined);
  assert.equal(nearestHunk([], comment('1', { line: 1 })), undefined);
});

test('a thread is quoted whole, with its place and who said what', () => {
  const [thread] = threadsOf([
    comment('1', { path: 'a.ts', line: 3, body: 'Say two.' }),
    comment('2', { thread: '1', author: 'hubot', body: 'Or three.' }),
  ]);
  const { title, quote, place } = noteThread({ number: 7, title: 'Sell more' }, thread!);
  assert.equal(title, 'mona on a.ts:3, pull request #7 “Sell more”');
  assert.equal(quote, 'mona:\nSay two.\n\nhubot:\nOr three.');
  assert.deepEqual(place, { pull: 7 });
});
