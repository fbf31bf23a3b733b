// The reader's place, when the conversation is replaced by one that contains the same row.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { flushSync } from 'svelte';
import { inComponent } from '../../../lib/fixtures/in-component.svelte.ts';
import { reactive } from '../../../lib/fixtures/reactive.svelte.ts';
import type { Row } from '../rows.ts';
import { KeptPlaces } from './kept-places.svelte.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';
import type { RowWindow } from './row-window.svelte.ts';

const rowOf = (key: string): Row => ({ kind: 'entry', key }) as unknown as Row;

/** A conversation 100 px below the top of the window, whose rows are at these distances from its own top. */
function setUp(t: TestContext, tops: Record<string, number>, isFollowing = false) {
  Object.defineProperty(globalThis, 'CSS', { value: { escape: (text: string) => text }, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'CSS'));
  const did: string[] = [];
  const page = reactive(tops);
  const log = {
    scrollTop: 500,
    getBoundingClientRect: () => ({ top: 100 }),
    querySelector(selector: string) {
      const key = /data-key="([^"]+)"/.exec(selector)![1]!;
      const top = page.value[key];
      return top === undefined ? null : { getBoundingClientRect: () => ({ top: 100 + top }) };
    },
  };
  const { created: places } = inComponent(t, () => {
    const kept = new KeptPlaces({
      log: () => log as unknown as HTMLElement,
      rows: () => Object.keys(page.value).map(rowOf),
      scroll: () =>
        ({
          isFollowing,
          toEnd: () => did.push('end'),
          leave: () => did.push('leave'),
        }) as unknown as ReaderScroll,
      window: () =>
        ({ show: (key: string) => Promise.resolve(void did.push(`show ${key}`)) }) as unknown as RowWindow,
    });
    return kept;
  });
  const replace = async (next: Record<string, number>): Promise<void> => {
    page.value = next;
    flushSync();
    places.restore();
    await new Promise(setImmediate);
  };
  return { places, log, did, replace };
}

test('the row comes back to its place on the screen, and the reader no longer follows the end', async (t) => {
  const { places, log, did, replace } = setUp(t, { a: 0, b: 40 });
  const bringBack = places.keepPlace('b');
  bringBack();
  await replace({ b: 250 });
  assert.deepEqual([log.scrollTop, did], [500 + 250 - 40, ['show b', 'leave']]);
});

test('it is brought back once, as soon as it is there again, and the reader may scroll on', async (t) => {
  const { places, log, did, replace } = setUp(t, { a: 0, b: 40 });
  const bringBack = places.keepPlace('b');
  await replace({ c: 0 });
  bringBack();
  await replace({ c: 0 });
  assert.deepEqual(did, [], 'the row is not there');
  await replace({ b: 40 });
  await replace({ b: 300 });
  assert.deepEqual([log.scrollTop, did], [500, ['show b', 'leave']]);
});

test('a reader at the end stays at the end', async (t) => {
  const { places, did, replace } = setUp(t, { b: 40 }, true);
  places.keepPlace('b')();
  await replace({ b: 250 });
  assert.deepEqual(did, ['end']);
});

test('a row that was not on the page has no place to come back to', async (t) => {
  const { places, did, replace } = setUp(t, { a: 0 });
  places.keepPlace('b')();
  await replace({ b: 250 });
  assert.deepEqual(did, []);
});
