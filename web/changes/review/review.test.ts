// Moving through the changes with the keys, while some of them go away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile } from '../../../shared/changes.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { ReviewMarks } from './review-marks.svelte.ts';
import { Review, type Place } from './review.svelte.ts';

const CHANGE = { before: 'a\nb\n', after: 'a\nc\n' };

/** A review of these files. The changes of each file are those in `contents` at the time of the request. */
async function setUp(names: readonly string[]) {
  const contents = new Map(names.map((name) => [name, { ...CHANGE }]));
  const json = (url: string): Promise<object> => {
    const name = new URL(url, 'http://x').searchParams.get('path')!;
    const { before = '', after = '' } = contents.get(name) ?? {};
    return Promise.resolve({ before, after, beforeEtag: before, afterEtag: after });
  };
  const review = new Review({ path: 'agent', api: { json } } as unknown as Agent, new ReviewMarks());
  const show = (): Promise<void> =>
    review.show(
      { scope: 'session' },
      [...contents].map(([path, { after }]) => ({ path, kind: 'modified', version: after }) as ChangedFile),
    );
  await show();
  return { review, contents, show };
}

const pathOf = (place: Place | null): string | undefined => place?.path;

test('the keys go through the files, and stay at the ends', async () => {
  const { review } = await setUp(['a', 'b', 'c']);
  const visited = [1, 1, 1, 1, -1, -1, -1].map((by) => pathOf(review.stepFile(by as 1 | -1)));
  assert.deepEqual(visited, ['a', 'b', 'c', 'c', 'b', 'a', 'a']);
});

test('when the current file has no more changes, the keys go on from its place', async () => {
  for (const isListed of [false, true]) {
    const { review, contents, show } = await setUp(['a', 'b', 'c', 'd']);
    const leave = async (name: string): Promise<void> => {
      if (isListed) contents.set(name, { before: 'a', after: 'a' });
      else contents.delete(name);
      await show();
    };
    review.goTo(review.firstOf('b'));
    await leave('b');
    assert.equal(pathOf(review.marked), 'c', 'the bar shows the next one');
    assert.equal(pathOf(review.stepFile(1)), 'c');
    await leave('c');
    assert.equal(pathOf(review.step(1)), 'd');
    await leave('d');
    assert.equal(pathOf(review.stepFile(-1)), 'a');
  }
});

test('when the current change has become another one, the next one is the first of its file', async () => {
  const { review, contents, show } = await setUp(['a', 'b', 'c']);
  review.goTo(review.firstOf('b'));
  contents.set('b', { before: 'a\nb\n', after: 'a\nother\n' });
  await show();
  assert.equal(pathOf(review.step(1)), 'b');
  contents.set('b', { before: 'a\nb\n', after: 'a\nthird\n' });
  await show();
  assert.equal(pathOf(review.stepFile(1)), 'c');
});

test('no diff is missing after the list was shown again in the middle of their arrival, or was empty meanwhile', async () => {
  const slow = Promise.withResolvers<void>();
  const json = async (url: string): Promise<object> => {
    if (url.includes('path=b')) await slow.promise;
    return { ...CHANGE, beforeEtag: '1', afterEtag: '2' };
  };
  const review = new Review({ path: 'agent', api: { json } } as unknown as Agent, new ReviewMarks());
  const files = ['a', 'b'].map((path) => ({ path, kind: 'modified', version: '1' }) as ChangedFile);
  const first = review.show({ scope: 'session' }, files);
  await new Promise(setImmediate);
  const second = review.show({ scope: 'session' }, files);
  slow.resolve();
  await Promise.all([first, second]);
  assert.equal(review.isLoaded, true);
  await review.show({ scope: 'session' }, []);
  await review.show({ scope: 'session' }, files);
  assert.equal(review.isLoaded, true);
});

test('after the last change the next one is the first that is not done, wherever it is', async () => {
  const { review } = await setUp(['a', 'b', 'c']);
  const last = review.firstOf('c')!;
  assert.equal(pathOf(review.advance(last)), 'a');
  assert.equal(pathOf(review.advance(review.firstOf('b')!)), 'c');
});

test('diffs of the part that was left do not appear in the next one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const slow = Promise.withResolvers<void>();
  const json = async (url: string): Promise<object> => {
    const isTurn = url.includes('turn=');
    if (isTurn) await slow.promise;
    return {
      ...CHANGE,
      after: isTurn ? 'of the turn\n' : 'of the session\n',
      beforeEtag: '1',
      afterEtag: '2',
    };
  };
  const review = new Review({ path: 'agent', api: { json } } as unknown as Agent, new ReviewMarks());
  const files = ['a', 'b'].map((path) => ({ path, kind: 'modified', version: '1' }) as ChangedFile);
  const left = review.show({ turn: 'user-1' }, files);
  await review.show({ scope: 'session' }, files);
  slow.resolve();
  await left;
  t.mock.timers.tick(1000);
  const texts = review.files.map(({ diff }) =>
    diff && typeof diff === 'object' && 'after' in diff ? diff.after : diff,
  );
  assert.deepEqual(texts, ['of the session\n', 'of the session\n']);
});
