// Texts that extensions change before they are shown.
import assert from 'node:assert/strict';
import { mock, test, type TestContext } from 'node:test';
import { flushSync } from 'svelte';
import type { DrawnRow } from '../../../shared/view/renders.ts';
import { inComponent } from '../../lib/fixtures/in-component.svelte.ts';
import { reactive } from '../../lib/fixtures/reactive.svelte.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { changedText, type TextPlace } from './changed-text.svelte.ts';

const PLACE = { of: 'assistant', at: 1, block: 0 } as const;
const upper = (text: string): DrawnRow => ({ markdown: text.toUpperCase() });

/** A page with a text; `extensions` change texts of these kinds. Each request is answered when `answer` is called. */
function open(t: TestContext, first: { text: string; place: TextPlace }, extensions = ['assistant']) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const asked: ((drawn: DrawnRow[] | null) => void)[] = [];
  const agent = {
    view: { renders: { markdown: extensions } },
    send: () =>
      new Promise((resolve) =>
        asked.push((data) => resolve(data ? { success: true, data } : { success: false })),
      ),
  } as unknown as Agent;
  const given = reactive(first);
  const { created, end } = inComponent(t, () => changedText(agent, 'owner', () => given.value));
  const answer = async (drawn: DrawnRow | null): Promise<void> => {
    mock.timers.tick(1000);
    await Promise.resolve();
    asked.shift()?.(drawn && [drawn]);
    await new Promise(setImmediate);
    flushSync();
  };
  const change = (next: { text: string; place: TextPlace }): void => {
    given.value = next;
    flushSync();
  };
  return { created, end, answer, change, asked };
}

test('a text is shown as it was written until extensions have changed it', async (t) => {
  const { created, answer } = open(t, { text: 'hello', place: PLACE });
  assert.equal(created.text, 'hello');
  await answer(upper('hello'));
  assert.equal(created.text, 'HELLO');
});

test('a text of a kind that no extension changes is not sent to pi', async (t) => {
  for (const place of [{ ...PLACE, of: 'user' } as const, null]) {
    const { created, answer, asked } = open(t, { text: 'hello', place });
    await answer(null);
    assert.deepEqual([created.text, asked.length], ['hello', 0]);
  }
});

test('if pi does not answer, the text stays as it was written', async (t) => {
  const { created, answer } = open(t, { text: 'hello', place: PLACE });
  await answer(null);
  assert.equal(created.text, 'hello');
});

test('what was written since a growing text was changed is shown behind it, and the whole is changed in the end', async (t) => {
  const live = { ...PLACE, isLive: true };
  const { created, answer, change } = open(t, { text: 'one', place: live });
  await answer({ markdown: 'ONE', of: 3 });
  change({ text: 'one two', place: live });
  assert.equal(created.text, 'ONE two');
  change({ text: 'one two.', place: PLACE });
  assert.equal(created.text, 'ONE two.', 'it does not jump back to what was written');
  await answer(upper('one two.'));
  assert.equal(created.text, 'ONE TWO.');
});

test('an answer for another text does not replace the one that is shown now', async (t) => {
  const { created, answer, change, asked } = open(t, { text: 'one', place: PLACE });
  mock.timers.tick(1000);
  await new Promise(setImmediate);
  assert.equal(asked.length, 1);
  change({ text: 'two', place: { ...PLACE, at: 2 } });
  await answer(upper('one'));
  assert.equal(created.text, 'two');
});
