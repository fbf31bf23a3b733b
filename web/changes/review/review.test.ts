// Moving through the changes with the keys, while some of them go away.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { ChangedFile } from '../../../shared/changes.ts';
import { PersistedText } from '../../lib/storage/persisted.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { hunkRows, textsOf } from '../../markdown/diff/hunk-rows.ts';
import { lineMarks } from '../hunks/kept-lines.ts';
import { ReviewMarks } from './review-marks.svelte.ts';
import { Review, type Place, type ReviewedFile } from './review.svelte.ts';

beforeEach(() => new PersistedText('browser', 'pi-panel.reviewed').set(null));

const CHANGE = { before: 'a\nb\n', after: 'a\nc\n' };

/** A review of these files. The changes of each file are those in `contents` at the time of the request. */
async function setUp(names: readonly string[]) {
  const contents = new Map(names.map((name) => [name, { ...CHANGE }]));
  const json = (url: string): Promise<object> => {
    const name = new URL(url, 'http://x').searchParams.get('path')!;
    const { before = '', after = '' } = contents.get(name) ?? {};
    return Promise.resolve({ before, after, beforeEtag: before, afterEtag: after });
  };
  const agent = { path: 'agent', api: { json }, changes: { list: null } };
  const review = new Review(agent as unknown as Agent, new ReviewMarks());
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

test('when the current change is gone, the keys go back to the one before it, and on to the one after it', async () => {
  for (const [by, next] of [
    [-1, 'a'],
    [1, 'c'],
  ] as const) {
    const { review, contents, show } = await setUp(['a', 'b', 'c']);
    review.goTo(review.firstOf('b'));
    contents.delete('b');
    await show();
    assert.equal(pathOf(review.step(by)), next);
  }
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

/** A review of one file with these texts. */
async function reviewOf(diff: object, marks = new ReviewMarks(), more: Partial<ChangedFile> = {}) {
  const answer = { current: { beforeEtag: '1', afterEtag: '2', ...diff } as object | Error };
  const asked: string[] = [];
  const json = (url: string): Promise<object> => {
    asked.push(url);
    return answer.current instanceof Error ? Promise.reject(answer.current) : Promise.resolve(answer.current);
  };
  const changes = { list: null };
  const review = new Review({ path: 'agent', api: { json }, changes } as unknown as Agent, marks);
  const listed = { path: 'a', kind: 'modified', version: '1', added: 9, removed: 9, ...more } as ChangedFile;
  const show = (version = '1'): Promise<void> => review.show({ scope: 'session' }, [{ ...listed, version }]);
  await show();
  return { review, show, answer, asked, marks };
}

const TWO = {
  before: 'one\n'.concat('same\n'.repeat(20), 'two\n'),
  after: 'ONE\n'.concat('same\n'.repeat(20), 'TWO\n'),
};

test('what is committed or kept is done; the review ends when nothing else is left', async () => {
  const { review, show, answer, marks } = await reviewOf(TWO);
  const [first, second] = review.places.map(({ hunk }) => hunk);
  assert.deepEqual([review.left, review.hasUncommitted, review.isFinished], [2, true, false]);
  answer.current = { ...TWO, beforeEtag: '1', afterEtag: '2', committed: [first!] };
  await show('2');
  assert.deepEqual([review.isDone(first!), review.isDone(second!), review.left], [true, false, 1]);
  assert.equal(review.firstOf('a')?.hunk, second, 'the keys begin at what is left');
  marks.set([second!], true);
  assert.deepEqual([review.left, review.isFinished, review.hasUncommitted], [0, true, true]);
  answer.current = { ...TWO, beforeEtag: '1', afterEtag: '2', committed: [first!, second!] };
  await show('3');
  assert.equal(review.hasUncommitted, false);
});

test('the lines of a file are counted in its diff, also while a newer one is fetched', async () => {
  const { review, show, asked } = await reviewOf(TWO);
  const counts = (): number[] => review.files.flatMap(({ added, removed }) => [added, removed]);
  assert.deepEqual(counts(), [2, 2]);
  const again = show('2');
  assert.deepEqual(counts(), [2, 2]);
  await again;
  await show('2');
  assert.equal(asked.length, 2, 'an unchanged file is not fetched again');
});

test('a diff that could not be fetched says why, and is fetched again', async () => {
  const { review, show, answer, asked } = await reviewOf(TWO);
  const diff = answer.current;
  answer.current = new Error('lost');
  await show('2');
  assert.deepEqual([review.files[0]?.diff, review.places, review.isFinished], ['lost', [], false]);
  answer.current = diff;
  await show('2');
  assert.deepEqual([review.places.length, asked.length], [2, 3]);
});

test('a hunk whose lines were all kept one by one is kept', async () => {
  const marks = new ReviewMarks();
  const { review } = await reviewOf(TWO, marks);
  const texts = textsOf(TWO);
  const hunks = review.files[0]!.hunks;
  marks.set(
    lineMarks('a', hunkRows(texts, hunks, 0)).filter((mark) => mark !== null),
    true,
  );
  const again = await reviewOf(TWO, marks);
  assert.deepEqual(
    again.review.places.map(({ hunk }) => again.review.isDone(hunk)),
    [true, false],
  );
});

test('hunks with nothing but white space are counted, and a conflict that is resolved is known', async () => {
  const { review } = await reviewOf({ before: 'a b\n', after: 'a  b\n' });
  assert.equal(review.spaceOnly, 1);
  review.beside = new Map([['a', { isConflict: false }]]);
  assert.equal(review.isResolving, false);
  review.beside = new Map([['a', { isConflict: true }]]);
  assert.equal(review.isResolving, true);
});

test('the selected lines belong to the hunk to which the user went', async () => {
  const { review } = await reviewOf(TWO);
  review.goTo(review.places[0]!, 3);
  assert.equal(review.selectedLines, 3);
  review.step(1);
  assert.equal(review.selectedLines, 0);
});

test('the same hunk in two files is two places', async () => {
  const { review } = await setUp(['a', 'b']);
  const [a, b] = review.places;
  review.goTo({ path: 'b', hunk: a!.hunk });
  assert.equal(pathOf(review.marked), 'b');
  review.goTo(b!);
  assert.equal(pathOf(review.step(-1)), 'a');
});

test('files are kept together, with what follows them next, and are reviewed again only when all is kept', async () => {
  const { review } = await setUp(['a', 'b', 'c']);
  const [a, b, c] = review.files;
  assert.equal(review.areDone([a!, b!]), false);
  review.toggleFiles([a!]);
  assert.deepEqual(
    [review.areDone([a!]), review.areDone([a!, b!]), pathOf(review.current)],
    [true, false, 'b'],
  );
  review.toggleFiles([a!, b!]);
  assert.deepEqual(
    [review.areDone([a!, b!]), review.areDone([c!]), pathOf(review.current)],
    [true, false, 'c'],
  );
  review.toggleFiles([a!, b!]);
  assert.deepEqual([review.left, pathOf(review.current)], [3, 'c'], 'nothing is left behind');
  assert.equal(review.areDone([]), null);
  assert.equal(review.areDone([a!, { ...b!, diff: null }]), null, 'it is not known yet');
});

test('a change can be undone while it is open and the file is as it is shown', async () => {
  const { review, show } = await setUp(['a']);
  await show();
  const [file] = review.files;
  const hunk = file!.ids[0]!;
  const withDiff = (diff: unknown): boolean => review.canUndo({ ...file!, diff } as ReviewedFile, hunk);
  const text = file!.diff as object;
  assert.deepEqual(
    [{ ...text, isCurrent: true }, { ...text, isCurrent: false }, { binary: true }, 'no diff', null].map(
      withDiff,
    ),
    [true, false, true, false, false],
  );
  review.toggleFiles([file!]);
  assert.equal(withDiff({ ...text, isCurrent: true }), false);
});

test('what was kept in a session is not marked as kept in a commit, where nothing is decided', async () => {
  const { review } = await setUp(['a']);
  review.toggleFiles(review.files);
  assert.deepEqual([review.canKeep, review.left, review.areDone(review.files)], [true, 0, true]);
  await review.show({ commit: '1' }, [{ path: 'a', kind: 'modified', version: '1' } as ChangedFile]);
  assert.deepEqual([review.canKeep, review.left, review.areDone(review.files)], [false, 1, null]);
  assert.equal(review.isDone(review.places[0]!.hunk), false);
});
