// Paces the events for the pages; no other stage delays them with a timer. Deltas that arrive faster than a screen can
// show them would only cost bytes, so the first one passes at once and further ones merge until the next frame. All
// other events pass at once, after the held deltas, except a flood from extensions (see throttle-extension-ui.ts).
import { tailOf } from '../../../shared/view/tool-runs.ts';
import type { SlimEvent, ViewEvent } from '../../../shared/view/view-event.ts';
import { SYSTEM_CLOCK, type Clock, type Stage } from './stage.ts';
import { throttleExtensionUi } from './throttle-extension-ui.ts';

/** Time between two frames with deltas of the message: the refresh rate of screens. */
const FRAME_MS = 16;
/** The same if fewer than `SPARSE` deltas are waiting, because each frame costs bytes and a paint. */
const SPARSE_FRAME_MS = 30;
const SPARSE = 3;
/** Time between two updates of one tool run. It can be long, because only a tail of the output is sent this way. */
const TOOL_FRAME_MS = 100;

type Update = Extract<SlimEvent, { type: 'message_update' }>;
type ToolUpdate = Extract<SlimEvent, { type: 'tool_execution_update' }>;
type Delta = (Update & { assistantMessageEvent: { delta: string } }) | ToolUpdate;

interface Held {
  delta: Delta;
  /** How many deltas were merged into it. */
  count: number;
}

export interface PaceOptions {
  /** Called when held events are due. Call `endBatch` then. */
  onDue: () => void;
  clock?: Clock;
}

export interface Pace extends Stage<ViewEvent, ViewEvent> {
  /** Returns the held events that are due. Call this after the last event that is sent in the same write. */
  endBatch: () => ViewEvent[];
  /** Returns all held events. */
  flush: () => ViewEvent[];
}

export function pace({ onDue, clock = SYSTEM_CLOCK }: PaceOptions): Pace {
  const throttle = throttleExtensionUi(clock.now);
  /** The held deltas, in the order of their first parts; at most one for each block and each tool run. */
  let held: Held[] = [];
  /** When the message (key '') and each tool run were last shown. */
  const shownAt = new Map<string, number>();
  let hasPassed = false;
  let cancelTimer = (): void => undefined;

  function push(events: readonly ViewEvent[]): ViewEvent[] {
    const passing: ViewEvent[] = [];
    for (const event of throttle.push(events)) {
      if (isDelta(event)) hold(event);
      else passing.push(...release(() => true), event);
    }
    hasPassed ||= passing.length > 0;
    return passing;
  }

  function endBatch(): ViewEvent[] {
    const shown = throttle.dueAt <= clock.now() ? throttle.release() : [];
    const due = shown.length > 0 ? [...release(() => true), ...shown] : [];
    // If another event passed, the held deltas go with it in the same write, due or not.
    due.push(...release((each) => hasPassed || dueIn(each) <= 0));
    hasPassed = false;
    schedule();
    return due;
  }

  function flush(): ViewEvent[] {
    const all = [...release(() => true), ...throttle.release()];
    hasPassed = false;
    schedule();
    return all;
  }

  function hold(delta: Delta): void {
    const index = held.findLastIndex((other) => isSameTarget(other.delta, delta));
    const before = held[index];
    const merged = before && merge(before.delta, delta);
    if (merged) held[index] = { delta: merged, count: before.count + 1 };
    else held.push({ delta, count: 1 });
  }

  function release(isReleased: (held: Held) => boolean): Delta[] {
    const [released, kept]: [Delta[], Held[]] = [[], []];
    for (const each of held) {
      if (isReleased(each)) released.push(each.delta);
      else kept.push(each);
    }
    if (released.length === 0) return released;
    held = kept;
    const now = clock.now();
    for (const [key, at] of shownAt) if (now - at >= TOOL_FRAME_MS) shownAt.delete(key);
    for (const delta of released) shownAt.set(keyOf(delta), now);
    return released;
  }

  function schedule(): void {
    cancelTimer();
    const next = Math.min(throttle.dueAt - clock.now(), ...held.map(dueIn));
    cancelTimer = next === Infinity ? () => undefined : clock.setTimer(onDue, Math.max(1, Math.ceil(next)));
  }

  /**
   * How long a held delta still has to wait, in ms. All deltas of the message are due at the same time, so that those of
   * one block keep their order.
   */
  function dueIn({ delta }: Held): number {
    const at = shownAt.get(keyOf(delta)) ?? -Infinity;
    if (delta.type !== 'message_update') return at + TOOL_FRAME_MS - clock.now();
    const counts = held.map((each) => (each.delta.type === 'message_update' ? each.count : 0));
    const count = counts.reduce((sum, each) => sum + each, 0);
    return at + (count < SPARSE ? SPARSE_FRAME_MS : FRAME_MS) - clock.now();
  }

  return { push, endBatch, flush };
}

function isDelta(event: ViewEvent): event is Delta {
  return (
    event.type === 'tool_execution_update' ||
    (event.type === 'message_update' && 'delta' in event.assistantMessageEvent)
  );
}

function keyOf(delta: Delta): string {
  return delta.type === 'message_update' ? '' : delta.toolCallId;
}

function isSameTarget(a: Delta, b: Delta): boolean {
  if (a.type === 'message_update' && b.type === 'message_update') {
    return a.assistantMessageEvent.contentIndex === b.assistantMessageEvent.contentIndex;
  }
  return a.type === b.type && keyOf(a) === keyOf(b);
}

/** Returns one delta that has the same effect as these two in a row, or null if they are of different kinds. */
function merge(first: Delta, then: Delta): Delta | null {
  if (first.type === 'tool_execution_update') {
    return then.type === 'tool_execution_update' ? mergeOutput(first, then) : null;
  }
  if (then.type !== 'message_update') return null;
  const [{ assistantMessageEvent: a }, { assistantMessageEvent: b }] = [first, then];
  if (a.type !== b.type) return null;
  return { ...first, assistantMessageEvent: { ...a, delta: a.delta + b.delta } };
}

function mergeOutput(first: ToolUpdate, then: ToolUpdate): ToolUpdate {
  const [a, b] = [first.panel_output, then.panel_output];
  if (b.replace !== undefined) return { ...first, ...then };
  const delta = (a.delta ?? '') + (b.delta ?? '');
  const output = a.replace === undefined ? { delta: tailOf(delta) } : { replace: tailOf(a.replace + delta) };
  return { ...first, ...then, panel_output: { ...output, bytes: b.bytes } };
}
