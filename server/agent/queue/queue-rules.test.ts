import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abilitiesOf } from '../../../shared/pi/abilities.ts';
import type { Lane } from '../../../shared/view/queue.ts';
import { arrangementOf } from '../../../shared/view/queue-changes.ts';
import { EMPTY_QUEUE } from '../../../shared/view/queue.ts';
import { emptyView } from '../../../shared/view/view.ts';
import {
  requireAnswered,
  requireArrangement,
  requireClearable,
  requireNoForeign,
  requireRevision,
  requireRoom,
} from './queue-rules.ts';
import { QueueTracker } from './queue-tracker.ts';

const MiB = 1024 * 1024;

const message = (id: string, lane: Lane = 'steer') => ({ id, text: id, lane, images: [], refs: [], at: 1 });

function trackerWith(place: 'sending' | 'listed' | 'foreign' | 'held'): QueueTracker {
  const tracker = new QueueTracker();
  if (place === 'held') tracker.hold(message('a'));
  if (place === 'sending' || place === 'listed') tracker.onSend(message('a'));
  if (place === 'listed' || place === 'foreign')
    tracker.trackEvent({ type: 'queue_update', steering: ['a'], followUp: [] });
  if (place === 'listed') tracker.onAnswer('a');
  return tracker;
}

const view = (version: string) => ({ ...emptyView('/home/me/project', version), can: abilitiesOf(version) });
const ids = new Set(['a']);

test('a change of another revision of the queue is refused and names the current one', () => {
  const queue = { ...EMPTY_QUEUE, revision: 7 };
  requireRevision(queue, 7);
  for (const wanted of [6, 8])
    assert.throws(() => requireRevision(queue, wanted), {
      status: 412,
      code: 'queue_changed',
      headers: { ETag: '"7"' },
    });
});

test('an arrangement that forgets a message is refused with its reason', () => {
  const { queue } = trackerWith('held');
  requireArrangement(queue, arrangementOf(queue));
  assert.throws(() => requireArrangement(queue, { order: [], remove: [] }), {
    status: 422,
    message: 'order: forgets a message that waits: a.',
  });
});

test('the queue has room for 34 MiB, counted with the images, and not for one character more', () => {
  const tracker = new QueueTracker();
  const image = { type: 'image' as const, mimeType: 'image/png', data: 'A'.repeat(33 * MiB) };
  tracker.hold({ ...message(''), images: [image] });
  requireRoom(tracker, { text: 'x'.repeat(MiB), images: [] });
  assert.throws(() => requireRoom(tracker, { text: 'x'.repeat(MiB + 1), images: [] }), { status: 413 });
});

test('a message that pi has not answered yet cannot be changed, others can', () => {
  assert.throws(() => requireAnswered(trackerWith('sending'), ids), { status: 409, code: 'on_its_way' });
  requireAnswered(trackerWith('sending'), new Set(['b']));
  requireAnswered(trackerWith('listed'), ids);
});

test('a pi that gives nothing back keeps the messages that it lists; those that only the panel has can be changed', () => {
  const tooOld = { status: 409, code: 'pi_too_old', message: /^pi 0\.79\.9 does not give back .* pi \d/ };
  assert.throws(() => requireClearable(trackerWith('listed'), view('0.79.9'), ids), tooOld);
  requireClearable(trackerWith('listed'), view('0.79.9'), new Set(['b']));
  requireClearable(trackerWith('held'), view('0.79.9'), ids);
  requireClearable(trackerWith('listed'), view('0.87.1'), ids);
});

test("while an extension's message is queued, a pi that gives back its queue must not", () => {
  const foreign = { status: 409, code: 'foreign_message' };
  assert.throws(() => requireNoForeign(trackerWith('foreign'), view('0.87.1')), foreign);
  requireNoForeign(trackerWith('foreign'), view('0.79.9'));
  requireNoForeign(trackerWith('listed'), view('0.87.1'));
});
