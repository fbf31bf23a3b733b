import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { EMPTY_QUEUE, type Queued } from '../../../shared/view/queue.ts';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { Draft } from '../composer/draft/draft.svelte.ts';
import { QueueControl } from './queue-control.svelte.ts';
import { returnLostEdits } from './returned-edits.ts';

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
});

/** Edits a queued message of session `a`, which is on the page with a text of its own. */
function editing() {
  const control = new QueueControl({
    agent: () => ({}) as Agent,
    commands: () => Promise.resolve(new Set()),
  });
  const draft = new Draft();
  draft.openSession('a', false);
  draft.text = 'the next one';
  const queued = { id: 'q', text: 'queued' } as Queued;
  control.edit(queued, 'a');
  control.editing = { ...control.editing!, text: 'queued, and better' };
  return { control, draft, queue: { ...EMPTY_QUEUE, steering: [queued] } };
}

test('while the message waits, its text stays in its row', () => {
  const { control, draft, queue } = editing();
  returnLostEdits(control, queue, draft);
  assert.deepEqual(
    [control.editing?.text, draft.text, draft.note],
    ['queued, and better', 'the next one', null],
  );
});

test('the text typed into a queued message is in the composer once the message is delivered, with a note', () => {
  const { control, draft } = editing();
  returnLostEdits(control, EMPTY_QUEUE, draft);
  assert.equal(draft.text, 'the next one\n\nqueued, and better');
  assert.match(draft.note ?? '', /delivered before you saved it/);
  returnLostEdits(control, EMPTY_QUEUE, draft);
  assert.equal(draft.text, 'the next one\n\nqueued, and better', 'only once');
});

test('the text goes to its own session if the page shows another one by then', () => {
  const { control, draft } = editing();
  draft.openSession('b', false);
  returnLostEdits(control, EMPTY_QUEUE, draft);
  assert.deepEqual([draft.text, draft.note], ['', null]);
  draft.openSession('a', false);
  assert.equal(draft.text, 'the next one\n\nqueued, and better');
});
