// The messages that wait: what a page is told of them, and how a person may have them in another order. Pure.
import type { ImageContent } from '../pi/messages.ts';

/**
 * When a message reaches the model, in pi's words (`streamingBehavior`): `steer` after the tools of this turn, before
 * the next model call; `followUp` when the agent would stop.
 */
export type Lane = 'steer' | 'followUp';

export const LANES: readonly Lane[] = ['steer', 'followUp'];

export const OTHER_LANE: Readonly<Record<Lane, Lane>> = { steer: 'followUp', followUp: 'steer' };

/** The list of each lane in a `Queue`, as in pi's `queue_update` and in its answer to `clear_queue`. */
export const LIST_OF = { steer: 'steering', followUp: 'followUp' } as const satisfies Record<Lane, string>;

/** How stored files and requests name a lane: earlier builds of the panel called `steer` `steering`. */
export const LANE_NAMES = ['steer', 'steering', 'followUp'] as const;

export function laneNamed(name: (typeof LANE_NAMES)[number]): Lane {
  return name === 'steering' ? 'steer' : name;
}

/**
 * `sending`: on its way to pi, not accepted yet. `waiting`: with pi. `held`: with the panel, which hands it over at
 * its boundary. `failed`: pi did not take it when it was handed over (again); `error` says why.
 */
export type QueuedState = 'sending' | 'waiting' | 'held' | 'failed';

export interface Queued {
  /** The idempotency key of the request that brought it, or one that the server made. */
  id: string;
  /** As it was typed; pi has templates and skills expanded. */
  text: string;
  state: QueuedState;
  error?: string;
  /** As references. */
  images?: ImageContent[];
  /** An extension queued it: what it carries besides its text is known to pi only. */
  isForeign?: true;
}

export interface Queue {
  /** Another number with every change; what a change of the queue is asked for against. */
  revision: number;
  steering: Queued[];
  followUp: Queued[];
  /** Accepted and never delivered, waiting to be taken back into a composer. */
  returned: Queued[];
}

export const EMPTY_QUEUE: Queue = { revision: 0, steering: [], followUp: [], returned: [] };

/** Where a message is to wait, and with which text from now on. */
export interface Wanted {
  id: string;
  lane: Lane;
  text?: string | undefined;
}

/** Every message of both lanes stands in one of the two, so that none is lost by being forgotten. */
export interface Arrangement {
  /** Those of a lane in the order in which they are to be delivered. */
  order: Wanted[];
  remove: string[];
}

/** The queue as it is. */
export function arrangementOf(queue: Queue): Arrangement {
  return { order: LANES.flatMap((lane) => queue[LIST_OF[lane]].map(({ id }) => ({ id, lane }))), remove: [] };
}

/** With another text, in its place. Null: it no longer waits. */
export function withText(queue: Queue, id: string, text: string): Arrangement | null {
  return changed(queue, id, (order, at) => order.with(at, { ...order[at]!, text }));
}

export function without(queue: Queue, id: string): Arrangement | null {
  const left = changed(queue, id, (order, at) => order.toSpliced(at, 1));
  return left && { ...left, remove: [id] };
}

/** As the last of that lane. */
export function inLane(queue: Queue, id: string, lane: Lane): Arrangement | null {
  return changed(queue, id, (order, at) => [...order.toSpliced(at, 1), { id, lane }]);
}

/** Before or after its neighbours in its lane: `by` is -1 or 1, or further. Stays where there is no further. */
export function moved(queue: Queue, id: string, by: number): Arrangement | null {
  const lane = LANES.find((name) => queue[LIST_OF[name]].some((queued) => queued.id === id));
  if (!lane) return null;
  const ids = queue[LIST_OF[lane]].map((queued) => queued.id);
  const from = ids.indexOf(id);
  const to = Math.min(Math.max(from + by, 0), ids.length - 1);
  const inOrder = ids.toSpliced(from, 1).toSpliced(to, 0, id);
  const others = arrangementOf(queue).order.filter((wanted) => wanted.lane !== lane);
  return { order: [...inOrder.map((other) => ({ id: other, lane })), ...others], remove: [] };
}

/** Why this is no arrangement of that queue; null when it is one. */
export function misfit(queue: Queue, { order, remove }: Arrangement): string | null {
  const named = [...order.map(({ id }) => id), ...remove];
  if (new Set(named).size < named.length) return 'names a message twice';
  const known = arrangementOf(queue).order.map(({ id }) => id);
  const unknown = named.find((id) => !known.includes(id));
  if (unknown !== undefined) return `names a message that does not wait: ${unknown}`;
  const forgotten = known.find((id) => !named.includes(id));
  return forgotten === undefined ? null : `forgets a message that waits: ${forgotten}`;
}

/** Messages whose text, lane or place among those that stay is to be another, or that are to go. */
export function touched(queue: Queue, { order, remove }: Arrangement): Set<string> {
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

/** What waits, as texts. */
export function textsOf({ steering, followUp }: Queue): { steering: string[]; followUp: string[] } {
  const texts = (lane: Queued[]): string[] => lane.map(({ text }) => text);
  return { steering: texts(steering), followUp: texts(followUp) };
}

export function isWaiting({ steering, followUp }: Queue): boolean {
  return steering.length + followUp.length > 0;
}

function changed(
  queue: Queue,
  id: string,
  change: (order: Wanted[], at: number) => Wanted[],
): Arrangement | null {
  const { order } = arrangementOf(queue);
  const at = order.findIndex((wanted) => wanted.id === id);
  return at === -1 ? null : { order: change(order, at), remove: [] };
}
