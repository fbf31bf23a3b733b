import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Place } from '../../../shared/searches.ts';
import { ConversationFind } from './conversation-find.svelte.ts';

function setUp(...keys: string[]) {
  const shown: string[] = [];
  const found = { places: keys.map((key): Place => ({ key })) };
  const hidden = new Set<string>();
  const find = new ConversationFind({
    findText: () => Promise.resolve(found),
    show: ({ key }) => Promise.resolve(!hidden.has(key) && shown.push(key) > 0),
  });
  find.query = 'x';
  return { find, found, hidden, shown };
}

test('the first step up leads to the newest place, and steps wrap at the ends', async () => {
  const { find, shown } = setUp('a', 'b', 'c');
  await find.start(0);
  assert.equal(find.status, '3 found');
  await find.step(-1);
  assert.equal(find.status, '3 of 3');
  await find.step(-1);
  await find.step(1);
  await find.step(1);
  assert.deepEqual(shown, ['c', 'b', 'c', 'a']);
});

test('places that the conversation does not show are skipped, even if these are all places', async () => {
  const { find, hidden, shown } = setUp('a', 'b', 'c');
  hidden.add('b');
  await find.start(0);
  await find.step(-1);
  await find.step(-1);
  assert.deepEqual(shown, ['c', 'a']);
  for (const key of ['a', 'c']) hidden.add(key);
  await find.step(-1);
  assert.deepEqual(shown, ['c', 'a']);
});

test('a step that is replaced by another one does not search further places', async () => {
  const found = new Map(['a', 'b'].map((key) => [key, Promise.withResolvers<boolean>()]));
  const asked: string[] = [];
  const find = new ConversationFind({
    findText: () => Promise.resolve({ places: [{ key: 'a' }, { key: 'b' }] }),
    show: ({ key }) => {
      asked.push(key);
      return found.get(key)!.promise;
    },
  });
  find.query = 'x';
  await find.start(0);
  const steps = [find.step(-1), find.step(-1)];
  found.get('b')!.resolve(false);
  found.get('a')!.resolve(true);
  await Promise.all(steps);
  assert.deepEqual(asked, ['b', 'a']);
  assert.equal(find.status, '1 of 2');
});

test('when the conversation grows, the shown place stays selected', async () => {
  const { find, found } = setUp('a', 'b');
  await find.start(0);
  await find.step(-1);
  found.places = ['a', 'b', 'c'].map((key) => ({ key }));
  await find.start(0);
  assert.equal(find.status, '2 of 3');
  find.query = ' ';
  await find.start(0);
  assert.equal(find.places.length, 0);
});

test('a search that was replaced by another one has no effect', async () => {
  const answers = [
    Promise.withResolvers<{ places: Place[] }>(),
    Promise.withResolvers<{ places: Place[] }>(),
  ];
  let asked = 0;
  const find = new ConversationFind({
    findText: () => answers[asked++]!.promise,
    show: () => Promise.resolve(true),
  });
  find.query = 'x';
  const first = find.start(0);
  while (asked === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const second = find.start(0);
  answers[1]!.resolve({ places: [{ key: 'new' }] });
  await second;
  answers[0]!.resolve({ places: [{ key: 'old' }, { key: 'old2' }] });
  await first;
  assert.deepEqual(find.places, [{ key: 'new' }]);
});
