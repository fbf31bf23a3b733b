import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queued, QueuedState } from '../../../shared/view/queue.ts';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { returnedNote, waitingNote, whyFixed } from './queue-words.ts';

const EMPTY = emptyView('/w');
const view = (canClear: boolean, more: Partial<View> = {}): View => ({
  ...{ ...EMPTY, version: '0.84.0' },
  ...{ can: { ...EMPTY.can, clearQueue: canClear } },
  ...more,
});
const RUN = { run: { startedAt: 1 } } as Partial<View>;
const message = (state: QueuedState, more: Partial<Queued> = {}): Queued => ({
  id: 'a',
  text: 'x',
  state,
  ...more,
});

test('a message can be changed as long as the panel has it, or pi can return it', () => {
  for (const state of ['waiting', 'held', 'failed'] as const)
    assert.equal(whyFixed(message(state), view(true)), null);
  for (const state of ['held', 'failed'] as const) assert.equal(whyFixed(message(state), view(false)), null);
  assert.match(whyFixed(message('waiting'), view(false)) ?? '', /^pi 0\.84\.0 can't return queued messages/);
  assert.match(whyFixed(message('sending'), view(true)) ?? '', /being sent/);
  assert.match(whyFixed(message('waiting', { isForeign: true }), view(true)) ?? '', /without its images/);
});

test('the note says when a message is delivered, if that is not in its turn', () => {
  assert.equal(waitingNote(message('waiting'), view(true, RUN)), '');
  assert.equal(waitingNote(message('waiting'), view(true)), 'with the next message');
  assert.equal(waitingNote(message('sending'), view(true, RUN)), 'sending…');
  assert.equal(waitingNote(message('failed'), view(true, RUN)), 'not accepted');
  const compaction = { compaction: {} } as Partial<View>;
  assert.equal(waitingNote(message('held'), view(true, compaction)), 'after the compaction');
  assert.equal(waitingNote(message('waiting', { isForeign: true }), view(true, RUN)), 'from an extension');
});

test('with a pi that returns nothing, the note says what is held and what cannot be changed', () => {
  assert.equal(waitingNote(message('held'), view(false, RUN)), 'held by the panel');
  assert.equal(waitingNote(message('held'), view(false)), 'until you send it · held by the panel');
  assert.equal(waitingNote(message('waiting'), view(false, RUN)), 'cannot be changed');
  assert.equal(waitingNote(message('waiting'), view(false)), 'with the next message · cannot be changed');
});

test('a returned message says from which session it comes, unless that is the one that is shown', () => {
  const returned = (session?: Queued['session'], error?: string): Queued =>
    message('waiting', { ...(session && { session }), ...(error !== undefined && { error }) });
  assert.equal(returnedNote(returned(), 's'), 'not delivered');
  assert.equal(returnedNote(returned({ id: 's', title: 'Mine' }), 's'), 'not delivered');
  assert.equal(returnedNote(returned({ id: 'o', title: 'Theirs' }), 's'), 'not delivered, from “Theirs”');
  assert.equal(
    returnedNote(returned({ id: 'o', title: '' }, 'No.'), 's'),
    'not delivered, from another session',
  );
  assert.equal(returnedNote(returned(undefined, 'No.'), 's'), '', 'the error says it');
});
