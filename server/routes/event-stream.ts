// The body of GET /api/events: the frames of one page's followers, and a heartbeat. It is pulled: nothing leaves a
// follower before the socket asks for it.
import { goneFrame, type Follower } from '../agent/feed/fan-out.ts';
import type { Registry } from '../agent/registry.ts';

const HEARTBEAT_MS = 10_000;
const HEARTBEAT = new TextEncoder().encode(': alive\n\n');

/**
 * One follower for each agent, from the event on that `known` names for it. An unknown agent is reported as gone; if all
 * are unknown, throws a Refusal 404.
 */
export function followAll(
  registry: Registry,
  { agents, known }: { agents: readonly string[]; known: readonly string[] },
): Follower[] {
  if (!agents.some((id) => registry.find(id))) registry.get(agents[0] ?? '');
  const followers: Follower[] = [];
  try {
    for (const id of new Set(agents)) {
      const after = known.find((event) => event.startsWith(`${id}.`));
      followers.push(registry.find(id)?.feed.follow(after) ?? goneFollower(id));
    }
    return followers;
  } catch (error) {
    for (const follower of followers) follower.close();
    throw error;
  }
}

/** `isOnce`: send what there is now, then end. */
export function eventStream(followers: readonly Follower[], isOnce = false): ReadableStream<Uint8Array> {
  let wake: (() => void) | null = null;
  let heartbeat: NodeJS.Timeout;
  let isHeartbeatDue = false;

  const close = (): void => {
    clearInterval(heartbeat);
    for (const follower of followers) follower.close();
  };

  const wakeUp = (): void => {
    wake?.();
    wake = null;
  };

  return new ReadableStream<Uint8Array>(
    {
      start() {
        for (const follower of followers) follower.onReady = wakeUp;
        heartbeat = setInterval(() => {
          isHeartbeatDue = true;
          wakeUp();
        }, HEARTBEAT_MS);
      },
      async pull(controller) {
        for (;;) {
          const unsent = followers.map((follower) => follower.takeUnsent()).filter((bytes) => bytes !== null);
          if (unsent.length > 0) {
            for (const bytes of unsent) controller.enqueue(bytes);
            return;
          }
          if (isOnce) {
            close();
            controller.close();
            return;
          }
          if (isHeartbeatDue) {
            isHeartbeatDue = false;
            controller.enqueue(HEARTBEAT);
            return;
          }
          await new Promise<void>((resolve) => (wake = resolve));
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

function goneFollower(agent: string): Follower {
  let frame: Buffer | null = goneFrame(agent);
  return {
    onReady: null,
    takeUnsent() {
      const said = frame;
      frame = null;
      return said;
    },
    close: () => undefined,
  };
}
