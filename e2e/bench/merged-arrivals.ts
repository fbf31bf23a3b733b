/** Both in microseconds, by the clock of `clock.ts`. */
export interface Arrival {
  /** When it was written. */
  stamp: number;
  /** When it was read. */
  at: number;
}

/** The panel's time between two frames, `FRAME_MS` in server/agent/feed/pace.ts. */
export const FRAME_MS = 16;

/**
 * What arrived at a pipe as a perfect merger would pass it on: one that comes alone at once, what comes within
 * 16 ms of a frame all together at the end of them. No timer is ever late here, and no step costs any time.
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
