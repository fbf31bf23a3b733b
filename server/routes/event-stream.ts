// The body of GET /api/events: the frames of one page's followers, and a heartbeat. The stream is pulled, so nothing
// leaves a follower before the socket asks for it.
import { agentLine } from '../../shared/compact-events.ts';
import { goneFrame, type Follower } from '../agent/feed/fan-out.ts';
import type { Registry } from '../agent/registry.ts';

const HEARTBEAT_MS = 10_000;
const HEARTBEAT = new TextEncoder().encode(': alive\n\n');

/**
 * Creates a follower for each agent. `known` holds ids of events that the page has already received: a follower begins
 * after the one of its agent, or with a snapshot. An unknown or ended agent is reported as gone; if all are unknown,
 * throws a Refusal 404.
 */
export function followAll(
  registry: Registry,
  { agents, known, isCompact }: { agents: readonly string[]; known: readonly string[]; isCompact: boolean },
): Follower[] {
  const isAnyKnown = agents.some((id) => registry.find(id) ?? registry.hasEnded(id));
  // Throws the 404.
  if (!isAnyKnown) registry.get(agents[0] ?? '');
  const followers: Follower[] = [];
  try {
    for (const id of new Set(agents)) {
      const after = known.find((event) => event.startsWith(`${id}.`));
      followers.push(registry.find(id)?.feed.follow({ after, isCompact }) ?? goneFollower(registry, id));
    }
    return followers;
  } catch (error) {
    for (const follower of followers) follower.close();
    throw error;
  }
}

export interface EventStreamOptions {
  /** Whether to send what there is now, and then end. */
  isOnce?: boolean;
  /** Whether the followers use the compact form. Must match how they were created. */
  isCompact?: boolean;
}

/** Sends what the followers have to send, whenever there is something. Closes them when the page closes the stream. */
export function eventStream(
  followers: readonly Follower[],
  { isOnce = false, isCompact = false }: EventStreamOptions = {},
): ReadableStream<Uint8Array> {
  /** The agent whose events were sent last. The compact form names an agent only when it changes. */
  let current: string | undefined;
  /** Ends the wait of `pull`. */
  let endWait: (() => void) | null = null;
  let heartbeat: NodeJS.Timeout;
  let isHeartbeatDue = false;

  const close = (): void => {
    clearInterval(heartbeat);
    for (const follower of followers) follower.close();
  };

  const takeAll = (): Buffer[] => {
    const all: Buffer[] = [];
    for (const follower of followers) {
      const bytes = follower.takeUnsent();
      const { agent } = follower;
      if (bytes === null) continue;
      if (isCompact && agent !== undefined && agent !== current) all.push(Buffer.from(agentLine(agent)));
      current = agent ?? current;
      all.push(bytes);
    }
    return all;
  };

  const wakeUp = (): void => {
    endWait?.();
    endWait = null;
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
          const unsent = takeAll();
          if (unsent.length > 0) {
            controller.enqueue(unsent.length === 1 ? unsent[0]! : Buffer.concat(unsent));
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
          await new Promise<void>((resolve) => (endWait = resolve));
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

function goneFollower(registry: Registry, agent: string): Follower {
  let frame: Buffer | null = goneFrame(agent, { isEnded: registry.hasEnded(agent) });
  return {
    onReady: null,
    takeUnsent() {
      const unsent = frame;
      frame = null;
      return unsent;
    },
    close: () => undefined,
  };
}
