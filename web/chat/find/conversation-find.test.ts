import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundPlace } from '../../../shared/searches.ts';
import { ConversationFind } from './conversation-find.svelte.ts';

const place = (key: string, count = 1): FoundPlace => ({ key, count });

/** `counts`: the number of matches in each place by its key, and how many of them the conversation shows. */
function setUp(counts: Record<string, [found: number, shown: number]>) {
  const shown: string[] = [];
  const found = { places: Object.entries(counts).map(([key, [count]]) => place(key, count)) };
  const hidden = new Set<string>();
  const find = new ConversationFind({
    findText: () => Promise.resolve(found),
    show: ({ key }, choice) => {
      if (hidden.has(key)) return Promise.resolve(null);
      const count = counts[key]?.[1] ?? 1;
      const index = choice === 'last' ? Math.max(0, count - 1) : typeof choice === 'number' ? choice : 0;
      shown.push(`${key}${index}`);
      return Promise.resolve({ count, index });
    },
    closest: (places) => places.length - 1,
  });
  find.query = 'x';
  return { find, found, hidden, shown };
}

const ONE: [number, number] = [1, 1];

test('the match closest to the reader is shown at once, and steps wrap at the ends', async () => {
  const { find, shown } = setUp({ a: ONE, b: ONE, c: ONE });
  await find.start(0);
  assert.equal(find.status, '3 of 3');
  await find.step(1);
  assert.equal(find.status, '1 of 3');
  await find.step(-1);
  await find.step(-1);
  assert.deepEqual(shown, ['c0', 'a0', 'c0', 'b0']);
});

test('each match in a message is a step, and only those count that the message shows', async () => {
  const { find, shown } = setUp({ a: [2, 2], b: [4, 3], c: ONE });
  await find.start(0);
  assert.equal(find.status, '7 of 7');
  await find.step(-1);
  assert.equal(find.status, '5 of 6');
  for (let steps = 0; steps < 3; steps++) await find.step(-1);
  assert.equal(find.status, '2 of 6');
  await find.step(1);
  assert.deepEqual(shown, ['c0', 'b2', 'b1', 'b0', 'a1', 'b0']);
});

test('a match that the page cannot highlight is a place to stop, too', async () => {
  const { find } = setUp({ a: [3, 0], b: ONE });
  await find.start(0);
  await find.step(-1);
  assert.equal(find.status, '1 of 2');
  await find.step(-1);
  assert.equal(find.status, '2 of 2');
});

test('places that the conversation does not show are skipped, even if these are all places', async () => {
  const { find, hidden, shown } = setUp({ a: ONE, b: ONE, c: ONE });
  hidden.add('b');
  await find.start(0);
  await find.step(-1);
  assert.deepEqual(shown, ['c0', 'a0']);
  assert.equal(find.status, '1 of 2');
  for (const key of ['a', 'c']) hidden.add(key);
  await find.step(-1);
  assert.deepEqual(shown, ['c0', 'a0']);
  assert.equal(find.status, 'Nothing found');
});

test('a step that is replaced by another one does not search further places', async () => {
  const found = new Map(['a', 'b', 'c'].map((key) => [key, Promise.withResolvers<null>()]));
  const asked: string[] = [];
  const find = new ConversationFind({
    findText: () => Promise.resolve({ places: [place('a'), place('b'), place('c')] }),
    show: ({ key }) => {
      asked.push(key);
      return key === 'c' ? Promise.resolve({ count: 1, index: 0 }) : found.get(key)!.promise;
    },
    closest: () => 2,
  });
  find.query = 'x';
  await find.start(0);
  const replaced = find.step(-1);
  void find.step(-1);
  found.get('b')!.resolve(null);
  await replaced;
  assert.deepEqual(asked, ['c', 'b', 'a']);
});

test('when the conversation grows, the shown place stays selected', async () => {
  const { find, found, shown } = setUp({ a: ONE, b: ONE });
  await find.start(0);
  found.places = ['a', 'b', 'c'].map((key) => place(key));
  await find.start(0);
  assert.equal(find.status, '2 of 3');
  found.places = ['earlier', 'a', 'b', 'c'].map((key) => place(key));
  await find.start(0);
  assert.equal(find.status, '3 of 4');
  assert.deepEqual(shown, ['b0'], 'the conversation is not scrolled again');
  find.query = ' ';
  await find.start(0);
  assert.equal(find.places.length, 0);
});

test('a search that was replaced by another one has no effect', async () => {
  const answers = [
    Promise.withResolvers<{ places: FoundPlace[] }>(),
    Promise.withResolvers<{ places: FoundPlace[] }>(),
  ];
  let asked = 0;
  const find = new ConversationFind({
    findText: () => answers[asked++]!.promise,
    show: () => Promise.resolve({ count: 1, index: 0 }),
    closest: () => 0,
  });
  find.query = 'x';
  const first = find.start(0);
  while (asked === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const second = find.start(0);
  answers[1]!.resolve({ places: [place('new')] });
  await second;
  answers[0]!.resolve({ places: [place('old'), place('old2')] });
  await first;
  assert.deepEqual(find.places, [place('new')]);
});

test('a search that failed says why until the next one, and shows no earlier places', async () => {
  let answer: () => Promise<{ places: FoundPlace[]; isCut?: true }> = () =>
    Promise.resolve({ places: [place('a')], isCut: true });
  const find = new ConversationFind({
    findText: () => answer(),
    show: () => Promise.resolve({ count: 1, index: 0 }),
    closest: () => 0,
  });
  find.query = 'x';
  await find.start(0);
  assert.equal(find.status, '1 of 1+');
  answer = () => Promise.reject(new Error('lost'));
  find.query = 'y';
  await find.start(0);
  assert.deepEqual([find.failure, find.places, find.isSearching], ['lost', [], false]);
  answer = () => Promise.resolve({ places: [place('a')] });
  await find.start(0);
  assert.deepEqual([find.failure, find.status], ['', '1 of 1'], 'all of them were found this time');
});

test('the places of another text begin at the one closest to the reader, also if they are the same', async () => {
  const { find, shown } = setUp({ a: ONE, b: ONE });
  await find.start(0);
  await find.step(-1);
  assert.equal(find.status, '1 of 2');
  find.query = 'xy';
  await find.start(0);
  assert.equal(find.status, '2 of 2');
  assert.deepEqual(shown, ['b0', 'a0', 'b0']);
});
