import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PdfFind, type Pages } from './pdf-find.svelte.ts';

/** `isReadable` resolves when the text of a page may be read. */
function find(texts: readonly string[][], page = 1, isReadable = (_at: number) => Promise.resolve()) {
  const shown: string[] = [];
  const document: Pages = {
    numPages: texts.length,
    getPage: (at) =>
      Promise.resolve({
        getTextContent: async () => {
          await isReadable(at);
          return { items: texts[at - 1]!.map((str) => ({ str })) };
        },
      }),
  };
  const made = new PdfFind({
    document: () => document,
    show: (at, index) => {
      shown.push(`${at}.${index}`);
      return Promise.resolve();
    },
    page: () => page,
  });
  return { made, shown };
}

const TEXTS = [['One wor', 'd'], ['nothing'], ['word and WORD'], ['a word']];

test('all pages are searched, in any case and over the pieces of a line, and the status counts the matches', async () => {
  const { made, shown } = find(TEXTS);
  made.query = 'word';
  await made.start();
  assert.equal(made.status, '1 of 4');
  for (let steps = 0; steps < 4; steps++) await made.step(1);
  await made.step(-1);
  assert.deepEqual(shown, ['1.0', '3.0', '3.1', '4.0', '1.0', '4.0']);
  assert.equal(made.status, '4 of 4');
});

test("the first match that is shown is one from the reader's page on, or else the first of all", async () => {
  const below = find(TEXTS, 2);
  below.made.query = 'word';
  await below.made.start();
  assert.deepEqual(below.shown, ['3.0']);
  assert.equal(below.made.status, '2 of 4');
  const above = find(TEXTS, 4);
  above.made.query = 'nothing';
  await above.made.start();
  assert.deepEqual(above.shown, ['2.0']);
});

test('a step to a match that the search has not found yet waits for it, and for no other search', async () => {
  const last = Promise.withResolvers<void>();
  const { made, shown } = find(TEXTS, 1, (at) => (at === 4 ? last.promise : Promise.resolve()));
  made.query = 'word';
  const search = made.start();
  await made.step(1);
  await made.step(1);
  assert.deepEqual(shown, ['1.0', '3.0', '3.1']);
  const steps = [made.step(1), made.step(1)];
  last.resolve();
  await Promise.all([search, ...steps]);
  assert.deepEqual(shown, ['1.0', '3.0', '3.1', '4.0', '1.0']);

  const slow = find(TEXTS, 1, (at) => (at === 2 ? new Promise(() => undefined) : Promise.resolve()));
  slow.made.query = 'one';
  void slow.made.start();
  const step = slow.made.step(1);
  slow.made.query = '';
  await slow.made.start();
  await step;
  assert.deepEqual(slow.made.status, null);
});

test('what is not there is said, and no step does anything', async () => {
  const { made, shown } = find(TEXTS);
  made.query = 'absent';
  await made.start();
  await made.step(1);
  assert.deepEqual([made.status, made.hasNone, shown], ['Nothing found', true, []]);
  made.query = ' ';
  await made.start();
  assert.equal(made.status, null);
});

test('a page that cannot be read ends the search with the reason', async () => {
  const broken = new PdfFind({
    document: () => ({ numPages: 1, getPage: () => Promise.reject(new Error('broken page')) }),
    show: () => Promise.resolve(),
    page: () => 1,
  });
  broken.query = 'a';
  await broken.start();
  assert.deepEqual([broken.failure, broken.isSearching], ['broken page', false]);
});
