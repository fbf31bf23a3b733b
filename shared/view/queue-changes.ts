// The changes of the queue that the user can ask for. Pure.
import { LANES, LIST_OF, type Lane, type Queue } from './queue.ts';

/** The lane and the new text of a message. */
export interface Placement {
  id: string;
  lane: Lane;
  text?: string | undefined;
}

/** A queue as the user wants it. Every message has to be in `order` or `remove`, so that none is lost by accident. */
export interface Arrangement {
  /** The messages of each lane in order of delivery. */
  order: Placement[];
  remove: string[];
}

/** The arrangement that changes nothing. */
export function arrangementOf(queue: Queue): Arrangement {
  return { order: LANES.flatMap((lane) => queue[LIST_OF[lane]].map(({ id }) => ({ id, lane }))), remove: [] };
}

/**
 * Returns the arrangement that replaces the text of a message. Like the functions below, returns null if the message is
 * no longer queued.
 */
export function changeText(queue: Queue, id: string, text: string): Arrangement | null {
  return changeAt(queue, id, (order, at) => order.with(at, { ...order[at]!, text }));
}

export function removeMessage(queue: Queue, id: string): Arrangement | null {
  const left = changeAt(queue, id, (order, at) => order.toSpliced(at, 1));
  return left && { ...left, remove: [id] };
}

/** Returns the arrangement that moves a message to the end of a lane. */
export function moveToLane(queue: Queue, id: string, lane: Lane): Arrangement | null {
  return changeAt(queue, id, (order, at) => [...order.toSpliced(at, 1), { id, lane }]);
}

/** Returns the arrangement that moves a message within its lane by that many places, at most to the start or end. */
export function moveMessage(queue: Queue, id: string, by: number): Arrangement | null {
  const lane = LANES.find((name) => queue[LIST_OF[name]].some((queued) => queued.id === id));
  if (!lane) return null;
  const ids = queue[LIST_OF[lane]].map((queued) => queued.id);
  const from = ids.indexOf(id);
  const inOrder = ids.toSpliced(from, 1).toSpliced(Math.max(from + by, 0), 0, id);
  const others = arrangementOf(queue).order.filter((wanted) => wanted.lane !== lane);
  return { order: [...inOrder.map((other) => ({ id: other, lane })), ...others], remove: [] };
}

/** Returns why an arrangement does not fit the queue, or null if it does. */
export function findMisfit(queue: Queue, { order, remove }: Arrangement): string | null {
  const named = [...order.map(({ id }) => id), ...remove];
  if (new Set(named).size < named.length) return 'names a message twice';
  const known = arrangementOf(queue).order.map(({ id }) => id);
  const unknown = named.find((id) => !known.includes(id));
  if (unknown !== undefined) return `names a message that does not wait: ${unknown}`;
  const forgotten = known.find((id) => !named.includes(id));
  return forgotten === undefined ? null : `forgets a message that waits: ${forgotten}`;
}

/** Returns the ids of messages that the arrangement removes, or whose text, lane or order it changes. */
export function findTouched(queue: Queue, { order, remove }: Arrangement): Set<string> {
  const ids = new Set(remove);
  for (const lane of LANES) {
    const before = queue[LIST_OF[lane]].filter(({ id }) =>
      order.some((wanted) => wanted.id === id && wanted.lane === lane),
    );
    const after = order.filter((wanted) => wanted.lane === lane);
    for (const { id, text } of after) {
      const queued = before.find((one) => one.id === id);
      if (!queued || (text !== undefined && text !== queued.text)) ids.add(id);
    }
    const stay = after.filter(({ id }) => before.some((one) => one.id === id));
    for (const [at, { id }] of stay.entries()) if (before[at]?.id !== id) ids.add(id);
  }
  return ids;
}

function changeAt(
  queue: Queue,
  id: string,
  change: (order: Placement[], at: number) => Placement[],
): Arrangement | null {
  const { order } = arrangementOf(queue);
  const at = order.findIndex((wanted) => wanted.id === id);
  return at === -1 ? null : { order: change(order, at), remove: [] };
}
