// Follow mode: the editor shows the file and line that the agent reads or writes. Opt-in for this page; it never takes the
// focus, and waits as soon as the user touches the editor.
import type { ViewEvent } from '../../../shared/view/view-event.ts';

export interface FollowedPlace {
  path: string;
  /** 1-based. */
  line?: number;
}

export class Follow {
  isOn = $state(false);
  /** The user touched the editor: nothing moves until they resume. */
  isPaused = $state(false);
  /** Where the agent was last; shown when the user resumes. */
  #last: FollowedPlace | null = null;
  readonly #show: (place: FollowedPlace) => void;

  constructor(show: (place: FollowedPlace) => void) {
    this.#show = show;
  }

  turn(isOn: boolean): void {
    this.isOn = isOn;
    this.isPaused = false;
    if (isOn && this.#last) this.#show(this.#last);
  }

  pause(): void {
    if (this.isOn) this.isPaused = true;
  }

  resume(): void {
    this.turn(true);
  }

  /** `args`: of the tool run that the event belongs to. */
  onEvent(event: ViewEvent, args: Readonly<Record<string, unknown>> | undefined): void {
    const place = placeOf(event, args);
    if (!place) return;
    this.#last = place;
    if (this.isOn && !this.isPaused) this.#show(place);
  }
}

/** Null for what touches no file. pi's own tools are `read`, `edit` and `write`, from 0.73.1 to 1.5.2. */
function placeOf(
  event: ViewEvent,
  args: Readonly<Record<string, unknown>> | undefined,
): FollowedPlace | null {
  const isStart = event.type === 'tool_execution_start';
  if (!isStart && event.type !== 'tool_execution_end') return null;
  const { toolName } = event;
  const path = (isStart ? event.args : args)?.path;
  if (typeof path !== 'string') return null;
  if (toolName === 'read' && isStart) {
    const { offset } = event.args;
    return { path, ...(typeof offset === 'number' && { line: offset }) };
  }
  // A new file exists only once it was written, and an edit knows its line only then.
  if (isStart || event.isError || !['edit', 'write'].includes(toolName)) return null;
  const { firstChangedLine } = (event.panel_details ?? {}) as Record<string, unknown>;
  return { path, line: typeof firstChangedLine === 'number' ? firstChangedLine : 1 };
}
