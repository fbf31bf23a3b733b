// Follow mode: the editor shows the file and line that the agent reads or writes. It is off by default, never takes the
// focus, and pauses as soon as the user touches the editor.
import type { ViewEvent } from '../../../shared/view/view-event.ts';

export interface FollowedPlace {
  path: string;
  /** 1-based. */
  line?: number;
}

export class Follow {
  isOn = $state(false);
  /** Whether the user has touched the editor. True until the user resumes. */
  isPaused = $state(false);
  /** The last place of the agent. It is shown when the user resumes. */
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

  /** Must be called when the page shows another workspace, which does not contain the last place. */
  forget(): void {
    this.#last = null;
  }

  pause(): void {
    if (this.isOn) this.isPaused = true;
  }

  resume(): void {
    this.turn(true);
  }

  /** `args` are the arguments of the event's tool run. */
  onEvent(event: ViewEvent, args: Readonly<Record<string, unknown>> | undefined): void {
    const place = placeOf(event, args);
    if (!place) return;
    this.#last = place;
    if (this.isOn && !this.isPaused) this.#show(place);
  }
}

/** Returns null if the event touches no file. pi 0.73.1 to 1.5.2 has the tools `read`, `edit` and `write`. */
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
  // Only the end of a run is useful here, because before that a new file does not exist and the line of an edit is not
  // known.
  if (isStart || event.isError || !['edit', 'write'].includes(toolName)) return null;
  const { firstChangedLine } = (event.panel_details ?? {}) as Record<string, unknown>;
  return { path, line: typeof firstChangedLine === 'number' ? firstChangedLine : 1 };
}
