import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeList } from '../../../shared/changes.ts';
import type { ReviewRequest } from '../../state/workbench/requests.ts';
import { CommitAsk } from './commit-ask.svelte.ts';
import type { ReviewedFile } from './review.svelte.ts';

const HEAD = { turns: [{ coverage: 'full' }] } as unknown as ChangeList;

function setUp() {
  let fetches = 0;
  const changes = {
    head: HEAD as ChangeList | null,
    headFailure: 'old' as string | null,
    fetchHead: () => {
      fetches += 1;
      return Promise.resolve();
    },
  };
  const ask = new CommitAsk(() => changes);
  /** The differences arrive, and the review shows them. */
  const arrive = (count: number) => {
    Object.assign(changes, { head: HEAD, headFailure: null });
    const files = Array.from({ length: count }, () => ({}) as ReviewedFile);
    return ask.answer(count, { isLoaded: true, part: { scope: 'head' }, files });
  };
  return { ask, changes, arrive, fetched: () => fetches };
}

test('a commit asked for in another scope fetches the differences, and waits for them', () => {
  const { ask, changes, arrive, fetched } = setUp();
  ask.ask(null);
  assert.equal(fetched(), 1);
  assert.deepEqual([changes.head, changes.headFailure], [null, null]);
  assert.equal(ask.answer(null, { isLoaded: true, part: { scope: 'session' }, files: [] }), null);
  assert.equal(ask.step, 'asked');
  assert.equal(arrive(2), null);
  assert.equal(ask.step, 'open');
});

test('where the differences are shown, they are not fetched again', () => {
  const { ask, arrive, fetched } = setUp();
  ask.ask(2);
  assert.equal(fetched(), 0);
  arrive(2);
  assert.equal(ask.step, 'open');
});

test('a second click while the differences are fetched does not start over', () => {
  const { ask, fetched } = setUp();
  ask.ask(null);
  ask.ask(null);
  assert.equal(fetched(), 1);
});

test('without a difference a sentence says so once, and nothing opens', () => {
  const { ask, arrive } = setUp();
  ask.ask(null);
  assert.equal(arrive(0)?.sentence, 'Nothing differs from the last commit.');
  assert.equal(ask.step, null);
  assert.equal(arrive(0), null);
});

test('a request that opened the review is followed once, also if the review is shown again', () => {
  const request: ReviewRequest = { isCommit: true };
  const first = setUp();
  first.ask.follow({});
  first.ask.follow(null);
  assert.equal(first.ask.step, null);
  first.ask.follow(request);
  assert.deepEqual([first.ask.step, first.fetched()], ['asked', 1]);
  const again = setUp();
  again.ask.follow(request);
  assert.deepEqual([again.ask.step, again.fetched()], [null, 0]);
  again.ask.follow({ isCommit: true });
  assert.equal(again.ask.step, 'asked');
});

test('an open dialog is not opened again by new differences, and closing it reads them', () => {
  const { ask, arrive, fetched } = setUp();
  ask.ask(2);
  arrive(2);
  assert.equal(arrive(0), null);
  assert.equal(ask.step, 'open');
  ask.close();
  assert.deepEqual([ask.step, fetched()], [null, 1]);
  assert.equal(arrive(2), null);
  assert.equal(ask.step, null);
});
