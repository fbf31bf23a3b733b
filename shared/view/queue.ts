// The queued messages, as the page sees them, and the changes that the user can ask for. Pure.
import type { ImageContent } from '../pi/messages.ts';

/**
 * When a message reaches the model, in pi's words (`streamingBehavior`): `steer` after the tools of this turn, before
 * the next model call; `followUp` when the agent would stop.
 */
export type Lane = 'steer' | 'followUp';

export const LANES: readonly Lane[] = ['steer', 'followUp'];

export const OTHER_LANE: Readonly<Record<Lane, Lane>> = { steer: 'followUp', followUp: 'steer' };

/** The list of each lane in a `Queue`, as in pi's `queue_update` and `clear_queue` response. */
export const LIST_OF = { steer: 'steering', followUp: 'followUp' } as const satisfies Record<Lane, string>;

/** How stored files and requests name a lane. Earlier builds of the panel called `steer` `steering`. */
export const LANE_NAMES = ['steer', 'steering', 'followUp'] as const;

export function laneNamed(name: (typeof LANE_NAMES)[number]): Lane {
  return name === 'steering' ? 'steer' : name;
}

/**
 * `running`: a command that pi runs now. `sending`: sent to pi, not accepted yet. `waiting`: in pi's queue. `held`: in
 * the panel's queue, which sends it at the right boundary. `failed`: pi refused it; `error` says why.
 */
export type QueuedState = 'running' | 'sending' | 'waiting' | 'held' | 'failed';

/** The session that a message was sent to. `title` is its name or first message, or empty. */
export interface QueuedSession {
  id: string;
  title: string;
}

export interface Queued {
  /** The idempotency key of its request, or an id that the server created. */
  id: string;
  /** The text as typed; pi expands templates and skills in its copy. */
  text: string;
  state: QueuedState;
  error?: string;
  /** The images as references. */
  images?: ImageContent[];
  /** Set if an extension queued it. Only pi knows what it then contains besides text. */
  isForeign?: true;
  /** Set for a returned message once the agent has left its session. */
  session?: QueuedSession;
  /** For a running command: since when (ms since 1970, by the server's clock). */
  startedAt?: number;
}

export interface Queue {
  /** Changes with the queue. A request to change the queue names the revision that it is based on. */
  revision: number;
  /** Extension commands that pi runs now. pi responds only when they have ended, and they may wait for the user. */
  running: Queued[];
  steering: Queued[];
  followUp: Queued[];
  /** Accepted and never delivered. The user can take these back into the composer. */
  returned: Queued[];
}

export const EMPTY_QUEUE: Queue = { revision: 0, running: [], steering: [], followUp: [], returned: [] };

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

/** Returns the returned messages of the session with this id. The others were sent to sessions that pi has left. */
export function returnedIn(session: string | undefined, { returned }: Queue): Queued[] {
  return returned.filter((queued) => isOfSession(queued, session));
}

export function isOfSession(
  queued: { session?: QueuedSession | undefined },
  session: string | undefined,
): boolean {
  return queued.session === undefined || queued.session.id === session;
}

export function textsOf({ steering, followUp }: Queue): { steering: string[]; followUp: string[] } {
  const texts = (lane: Queued[]): string[] => lane.map(({ text }) => text);
  return { steering: texts(steering), followUp: texts(followUp) };
}

export function isWaiting({ steering, followUp }: Queue): boolean {
  return steering.length + followUp.length > 0;
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
