// Deltas at display rate: faster than a screen shows them they only cost. A delta that comes alone goes at
// once; further ones wait for the next frame and merge. Everything else goes at once, after what waits.
import { tailOf } from '../../../shared/view/tool-runs.ts';
import type { SlimEvent, ViewEvent } from '../../../shared/view/view-event.ts';
import { setTimer, type SetTimer } from './timer.ts';

/** Time between two frames with deltas of the message, in ms. */
const FRAME = 16;
/** Time between two updates of one tool run, in ms: of its output only a tail travels here. */
const TOOL_FRAME = 100;

type Update = Extract<SlimEvent, { type: 'message_update' }>;
type ToolUpdate = Extract<SlimEvent, { type: 'tool_execution_update' }>;
type Waiting = (Update & { assistantMessageEvent: { delta: string } }) | ToolUpdate;

export interface MergerOptions {
  /** One call per push at most, and one per frame: never empty, in order. */
  emit: (events: ViewEvent[]) => void;
  /** A clock that never jumps, in ms. */
  now?: () => number;
  setTimer?: SetTimer;
}

export interface Merger {
  /** Takes what one chunk of pi's stdout brought. */
  push(events: ViewEvent[]): void;
  /** Sends what waits. */
  flush(): void;
}

export function createMerger(options: MergerOptions): Merger {
  return new FrameMerger(options);
}

class FrameMerger implements Merger {
  readonly #emit: (events: ViewEvent[]) => void;
  readonly #now: () => number;
  readonly #setTimer: SetTimer;
  /** In the order of their first parts; at most one for each block and each tool run. */
  #waiting: Waiting[] = [];
  /** When the message (key '') and each tool run were last shown. */
  readonly #shown = new Map<string, number>();
  #cancelTimer: (() => void) | undefined;

  constructor(options: MergerOptions) {
    this.#emit = options.emit;
    this.#now = options.now ?? (() => performance.now());
    this.#setTimer = options.setTimer ?? setTimer;
  }

  push(events: ViewEvent[]): void {
    const ready: ViewEvent[] = [];
    for (const event of events) {
      if (isMergeable(event)) this.#wait(event);
      else ready.push(...this.#take(() => true), event);
    }
    // Where something goes at once anyway, the deltas behind it go along: one write for one chunk.
    const isUrgent = ready.length > 0;
    this.#show([...ready, ...this.#take((event) => isUrgent || this.#dueIn(event) <= 0)]);
  }

  flush(): void {
    this.#show(this.#take(() => true));
  }

  #wait(event: Waiting): void {
    const index = this.#waiting.findLastIndex((waiting) => isSameTarget(waiting, event));
    const merged = this.#waiting[index] && merge(this.#waiting[index], event);
    if (merged) this.#waiting[index] = merged;
    else this.#waiting.push(event);
  }

  #take(which: (event: Waiting) => boolean): Waiting[] {
    const [taken, kept]: [Waiting[], Waiting[]] = [[], []];
    for (const event of this.#waiting) (which(event) ? taken : kept).push(event);
    this.#waiting = kept;
    if (taken.length > 0) this.#note(taken);
    return taken;
  }

  #note(shown: Waiting[]): void {
    const now = this.#now();
    for (const [key, at] of this.#shown) if (now - at >= TOOL_FRAME) this.#shown.delete(key);
    for (const event of shown) this.#shown.set(keyOf(event), now);
  }

  #show(events: ViewEvent[]): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#waiting.length > 0) {
      const next = Math.min(...this.#waiting.map((event) => this.#dueIn(event)));
      this.#cancelTimer = this.#setTimer(() => this.push([]), Math.max(1, Math.ceil(next)));
    }
    if (events.length > 0) this.#emit(events);
  }

  #dueIn(event: Waiting): number {
    const shown = this.#shown.get(keyOf(event)) ?? -Infinity;
    return shown + (event.type === 'message_update' ? FRAME : TOOL_FRAME) - this.#now();
  }
}

function isMergeable(event: ViewEvent): event is Waiting {
  return (
    event.type === 'tool_execution_update' ||
    (event.type === 'message_update' && 'delta' in event.assistantMessageEvent)
  );
}

function keyOf(event: Waiting): string {
  return event.type === 'message_update' ? '' : event.toolCallId;
}

function isSameTarget(a: Waiting, b: Waiting): boolean {
  if (a.type === 'message_update' && b.type === 'message_update') {
    return a.assistantMessageEvent.contentIndex === b.assistantMessageEvent.contentIndex;
  }
  return a.type === b.type && keyOf(a) === keyOf(b);
}

/** What folds like both of them, one after the other; null when the kinds of the deltas differ. */
function merge(first: Waiting, then: Waiting): Waiting | null {
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
