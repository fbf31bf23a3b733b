import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flushSync } from 'svelte';
import { inComponent } from '../lib/fixtures/in-component.svelte.ts';
import { reactive } from '../lib/fixtures/reactive.svelte.ts';
import '../lib/demo-words.ts';
import { clickableDemoWords } from './demo-words.svelte.ts';

test('the words of its scripts can be clicked while the demo model is there, and other words never', async (t) => {
  const isDemo = reactive(false);
  const sent: string[] = [];
  const { created: words } = inComponent(t, () =>
    clickableDemoWords(
      () => isDemo.value,
      (word) => sent.push(word),
    ),
  );
  const hints = (): unknown[] => ['tour', 'fail', 'tou', 'toString'].map((word) => words.hintOf(word));
  const none = [null, null, null, null];
  const become = async (next: boolean): Promise<unknown[]> => {
    isDemo.value = next;
    flushSync();
    await new Promise(setImmediate);
    return hints();
  };
  assert.deepEqual(hints(), none);
  const offered = ['Send “tour”', 'Send “fail”', null, null];
  assert.deepEqual([await become(true), await become(false), await become(true)], [offered, none, offered]);
  words.pick('fail');
  assert.deepEqual(sent, ['fail']);
});
