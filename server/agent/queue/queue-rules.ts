// What may not be done with the queue, and why, in words. Each throws a Refusal or does nothing.
import { sinceWhich } from '../../../shared/pi/abilities.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { misfit, type Arrangement, type Queue } from '../../../shared/view/queue.ts';
import type { View } from '../../../shared/view/view.ts';
import { sizeOf, type Message } from './queue-item.ts';
import type { QueueTracker } from './queue-tracker.ts';

/** Characters of all that may wait, pictures as base64: four messages with all the pictures that one may have. */
const MAX_WAITING = 34 * 1024 * 1024;

/** 412: a change is meant for the queue that the person saw. */
export function requireRevision({ revision }: Queue, wanted: number): void {
  if (revision === wanted) return;
  throw new Refusal(412, 'queue_changed', 'The queue changed meanwhile: look again.').with({
    ETag: `"${revision}"`,
  });
}

/** 422 */
export function requireArrangement(queue: Queue, arrangement: Arrangement): void {
  const why = misfit(queue, arrangement);
  if (why) throw new Refusal(422, 'bad_arrangement', `order: ${why}.`);
}

/** 413 when this message would be too much beside what waits. */
export function requireRoom(ledger: QueueTracker, message: Pick<Message, 'text' | 'images'>): void {
  if (ledger.size + sizeOf(message) <= MAX_WAITING) return;
  throw new Refusal(
    413,
    'queue_full',
    'The pictures that wait for the agent are too large together: this one was not sent. Wait until some were delivered, or remove one.',
  );
}

/** 409 for what pi has been given and has not answered to. */
export function requireArrived(ledger: QueueTracker, ids: ReadonlySet<string>): void {
  if (![...ids].some((id) => ledger.isOnItsWay(id))) return;
  throw new Refusal(409, 'on_its_way', 'The message is on its way to the agent: try again.');
}

/** 409 when pi has one of these and could not give it back. */
export function requireTakable(ledger: QueueTracker, { can, version }: View, ids: ReadonlySet<string>): void {
  if (can.clearQueue || ![...ids].some((id) => ledger.isListed(id))) return;
  throw new Refusal(
    409,
    'pi_too_old',
    `pi ${version} does not give back what it has been given: that takes pi ${sinceWhich('clearQueue')} or newer.`,
  );
}

/** 409: what is handed over again must be whole, and pi gives back texts only. */
export function requireOwn({ queue }: QueueTracker, { can }: View): void {
  if (!can.clearQueue || ![...queue.steering, ...queue.followUp].some((one) => one.isForeign)) return;
  throw new Refusal(
    409,
    'foreign_message',
    'An extension has queued a message, and pi would give it back without its pictures. The queue can be changed when that is delivered.',
  );
}
