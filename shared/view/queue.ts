// The queued messages, as the page sees them. Pure.
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
