// The shape that all stages of the feed share, and the clock of those that wait.
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { PanelEvent } from '../../../shared/view/view-event.ts';
import type { SentAs } from '../../../shared/view/conversation.ts';

/** One step of an event's path from pi to the pages. */
export interface Stage<In, Out> {
  /** Takes events in order, and returns the events that pass on now, in order. */
  push: (events: readonly In[]) => readonly Out[];
}

/** An event after the queue stage, which adds ids to the user's messages and the panel's own events to pi's. */
export type TrackedEvent = (PiEvent & { panel_sent_as?: SentAs }) | PanelEvent;

/** Reads each event on its own. An event that no known pi writes in this shape becomes `panel_bad_record`. */
export function readEach<In, Out>(
  events: readonly In[],
  read: (event: In) => Out[],
): (Out | { type: 'panel_bad_record' })[] {
  return events.flatMap((event): (Out | { type: 'panel_bad_record' })[] => {
    try {
      return read(event);
    } catch {
      return [{ type: 'panel_bad_record' }];
    }
  });
}

export interface Clock {
  /** Returns a time in ms. It never jumps. */
  now: () => number;
  /** ms since 1970. */
  date: () => number;
  /** Calls `run` once after `ms`; returns a function that cancels it. */
  setTimer: (run: () => void, ms: number) => () => void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  setTimer(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
