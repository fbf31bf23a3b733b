// The body of GET /api/events: what one page's followers have to send, and a heartbeat. Pull-based: nothing is
// taken from a follower before the socket asks for it, so the socket's back-pressure ends here.
import type { Follower } from './agent/fan-out.ts';

const HEARTBEAT_MS = 10_000;
const HEARTBEAT = new TextEncoder().encode(': alive\n\n');

export function eventStream(followers: readonly Follower[]): ReadableStream<Uint8Array> {
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
          const taken = followers.map((follower) => follower.take()).filter((bytes) => bytes !== null);
          if (taken.length > 0) {
            for (const bytes of taken) controller.enqueue(bytes);
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
