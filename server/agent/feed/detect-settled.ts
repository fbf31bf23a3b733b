// Says when a run is over, for pi before 0.80.4, which never says agent_settled: its agent_end may be followed
// by a retry, a compaction or a queued message, in the same tick.
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { setTimer, type SetTimer } from './timer.ts';

/** How long nothing may follow an agent_end before the run counts as over, in ms. */
const QUIET = 250;
/** The same after a compaction that promised another attempt: in 0.73.1 that begins 100 ms later, or never. */
const PROMISED = 2000;

export interface SettleOptions {
  /** False for pi that says it itself; when in doubt true: once pi has said it, nothing is added any more. */
  isNeeded: boolean;
  /** Called later than the events that it concludes. */
  emit: (event: ViewEvent) => void;
  setTimer?: SetTimer;
}

export interface Settle {
  /** Gives back what it got. */
  push(events: ViewEvent[]): ViewEvent[];
  /** Nothing will be emitted any more for what was pushed so far. */
  close(): void;
}

export function createSettle(options: SettleOptions): Settle {
  return new QuietSettle(options);
}

class QuietSettle implements Settle {
  readonly #emit: (event: ViewEvent) => void;
  readonly #setTimer: SetTimer;
  #isNeeded: boolean;
  #isRunning = false;
  #isRetrying = false;
  #isCompacting = false;
  #cancelTimer: (() => void) | undefined;

  constructor(options: SettleOptions) {
    this.#emit = options.emit;
    this.#setTimer = options.setTimer ?? setTimer;
    this.#isNeeded = options.isNeeded;
  }

  push(events: ViewEvent[]): ViewEvent[] {
    if (this.#isNeeded) for (const event of events) this.#follow(event);
    return events;
  }

  close(): void {
    this.#cancel();
    this.#isRunning = this.#isRetrying = this.#isCompacting = false;
  }

  #follow(event: ViewEvent): void {
    switch (event.type) {
      case 'agent_start':
        this.#cancel();
        this.#isRunning = true;
        this.#isRetrying = false;
        return;
      case 'turn_start':
      case 'message_update':
        return this.#cancel();
      case 'agent_end':
        return this.#arm();
      case 'auto_retry_start':
        this.#isRetrying = true;
        return this.#cancel();
      case 'auto_retry_end':
        this.#isRetrying = false;
        // A wait that was broken off or the last attempt failed: no agent_end follows.
        return event.success ? undefined : this.#arm();
      case 'compaction_start':
        this.#isCompacting = true;
        return this.#cancel();
      case 'compaction_end':
        this.#isCompacting = false;
        // Up to 0.80.3 a compaction asked for during a run ends that run without an agent_end.
        return this.#arm(event.willRetry ? PROMISED : QUIET);
      case 'agent_settled':
        this.#isNeeded = false;
        return this.close();
      default:
    }
  }

  #arm(quiet = QUIET): void {
    this.#cancel();
    if (!this.#isRunning || this.#isRetrying || this.#isCompacting) return;
    this.#cancelTimer = this.#setTimer(() => {
      this.close();
      this.#emit({ type: 'agent_settled' });
    }, quiet);
  }

  #cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}
