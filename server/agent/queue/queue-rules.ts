// The rules for changing the queue. Each function throws a Refusal, with the reason, or does nothing.
import { firstVersionWith } from '../../../shared/pi/abilities.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { findMisfit, type Arrangement } from '../../../shared/view/queue-changes.ts';
import type { Queue } from '../../../shared/view/queue.ts';
import type { View } from '../../../shared/view/view.ts';
import { sizeOf, type Message } from './queue-item.ts';
import type { QueueTracker } from './queue-tracker.ts';

/**
 * Characters of all messages in the queue, with images as base64: enough for four messages with as many images as one
 * can have.
 */
const MAX_SIZE = 34 * 1024 * 1024;

/** 412 if the queue has changed since the user saw it. */
export function requireRevision({ revision }: Queue, wanted: number): void {
  if (revision === wanted) return;
  throw new Refusal(412, 'queue_changed', 'The queue has changed in the meantime. Look at it again.').with({
    ETag: `"${revision}"`,
  });
}

/** 422 if the arrangement does not fit the queue. */
export function requireArrangement(queue: Queue, arrangement: Arrangement): void {
  const why = findMisfit(queue, arrangement);
  if (why) throw new Refusal(422, 'bad_arrangement', `order: ${why}.`);
}

/** 413 if the queue would become too large with this message. */
export function requireRoom(tracker: QueueTracker, message: Pick<Message, 'text' | 'images'>): void {
  if (tracker.size + sizeOf(message) <= MAX_SIZE) return;
  throw new Refusal(
    413,
    'queue_full',
    'The images in the queue are too large in total, so this message was not sent. Wait until some are delivered, or remove one.',
  );
}

/** 409 if pi has not answered one of these yet. */
export function requireAnswered(tracker: QueueTracker, ids: ReadonlySet<string>): void {
  if (![...ids].some((id) => tracker.placeOf(id) === 'sending')) return;
  throw new Refusal(409, 'on_its_way', 'The message is on its way to the agent. Try again.');
}

/** 409 if pi has one of these and cannot give it back. */
export function requireClearable(
  tracker: QueueTracker,
  { can, version }: View,
  ids: ReadonlySet<string>,
): void {
  if (can.clearQueue || ![...ids].some((id) => tracker.placeOf(id) === 'listed')) return;
  throw new Refusal(
    409,
    'pi_too_old',
    `pi ${version} does not give back queued messages: that takes pi ${firstVersionWith('clearQueue')} or newer.`,
  );
}

/**
 * 409 if an extension has queued a message. pi gives back only texts, and the panel does not know that message's
 * images.
 */
export function requireNoForeign({ queue }: QueueTracker, { can }: View): void {
  if (!can.clearQueue || ![...queue.steering, ...queue.followUp].some((one) => one.isForeign)) return;
  throw new Refusal(
    409,
    'foreign_message',
    'An extension has queued a message, and pi would return it without its images. The queue can be changed after that message is delivered.',
  );
}
