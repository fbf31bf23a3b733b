// Detects the end of a run for pi before 0.80.4, which never writes agent_settled. Its agent_end may be followed by a
// retry, a compaction or a queued message, in the same tick. Passes all events on unchanged.
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { SYSTEM_CLOCK, type Clock, type Stage } from './stage.ts';

/** How long it must be quiet after an agent_end for the run to count as over. */
const QUIET_MS = 250;
/** The same after a compaction that announced another attempt, which in 0.73.1 begins 100 ms later, or never. */
const ATTEMPT_MS = 2000;

export interface DetectSettledOptions {
  /** False for a pi that writes agent_settled. True if in doubt, because the first agent_settled ends the detection. */
  isNeeded: boolean;
  /** Called a while after the events that ended the run. */
  onSettled: () => void;
  clock?: Clock;
}

export interface DetectSettled extends Stage<ViewEvent, ViewEvent> {
  /** Forgets the run: `onSettled` is not called for anything pushed so far. */
  reset: () => void;
}

export function detectSettled({
  isNeeded,
  onSettled,
  clock = SYSTEM_CLOCK,
}: DetectSettledOptions): DetectSettled {
  let isDetecting = isNeeded;
  let isRunning = false;
  let isRetrying = false;
  let isCompacting = false;
  let cancelTimer = (): void => undefined;

  function follow(event: ViewEvent): void {
    switch (event.type) {
      case 'agent_start':
        cancelTimer();
        isRunning = true;
        isRetrying = false;
        return;
      case 'turn_start':
      case 'message_update':
        return cancelTimer();
      case 'agent_end':
        return settleAfter(QUIET_MS);
      case 'auto_retry_start':
        isRetrying = true;
        return cancelTimer();
      case 'auto_retry_end':
        isRetrying = false;
        // No agent_end follows when the user stopped the wait or the last attempt failed.
        return event.success ? undefined : settleAfter(QUIET_MS);
      case 'compaction_start':
        isCompacting = true;
        return cancelTimer();
      case 'compaction_end':
        isCompacting = false;
        // Up to 0.80.3 a compaction asked for during a run ends that run without an agent_end.
        return settleAfter(event.willRetry ? ATTEMPT_MS : QUIET_MS);
      case 'agent_settled':
        isDetecting = false;
        return reset();
      default:
    }
  }

  function settleAfter(quiet: number): void {
    cancelTimer();
    if (!isRunning || isRetrying || isCompacting) return;
    cancelTimer = clock.setTimer(() => {
      reset();
      onSettled();
    }, quiet);
  }

  function reset(): void {
    cancelTimer();
    isRunning = isRetrying = isCompacting = false;
  }

  return {
    push(events) {
      if (isDetecting) events.forEach(follow);
      return events;
    },
    reset,
  };
}
