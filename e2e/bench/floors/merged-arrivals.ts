// An ideal merger of deltas: the floor of event latency at a display rate.

/** Both in microseconds, by `nowMicros`. */
export interface Arrival {
  /** When the delta was written. */
  stamp: number;
  /** When the delta was read. */
  at: number;
}

/** The panel's time between two frames, `FRAME_MS` in server/agent/feed/pace.ts. */
export const FRAME_MS = 16;

/**
 * Converts arrivals at a pipe to what an ideal merger would pass on: a single delta at once, and the deltas within 16
 * ms of a frame together at the end of that time. Its timers are never late, and no step takes time.
 */
export function framesOf(arrivals: readonly Arrival[]): Arrival[][] {
  const frames: { at: number; members: Arrival[] }[] = [];
  for (const { stamp, at } of arrivals) {
    const last = frames.at(-1);
    if (last && at <= last.at) {
      last.members.push({ stamp, at: last.at });
      continue;
    }
    const shown = Math.max(at, (last?.at ?? -Infinity) + FRAME_MS * 1000);
    frames.push({ at: shown, members: [{ stamp, at: shown }] });
  }
  return frames.map(({ members }) => members);
}
