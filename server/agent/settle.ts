// Says when a run is over, for pi before 0.80.4, which never says agent_settled: its agent_end may be followed
// by a retry, a compaction or a queued message, in the same tick. Passes every event on as it is.
import type { PiEvent } from '../../shared/pi/events.ts';
import { setTimer, type SetTimer } from './timer.ts';

/** How long nothing may follow an agent_end before the run counts as over, in ms. */
const QUIET = 250;
const FIRST_SETTLED = [0, 80, 4];

export interface SettleOptions {
  emit: (events: PiEvent[]) => void;
  /** pi's version such as `0.79.9`; undefined while it is not known. */
  version: () => string | undefined;
  setTimer?: SetTimer;
}

export class Settle {
  readonly #options: SettleOptions;
  #isRunning = false;
  #isRetrying = false;
  #isCompacting = false;
  #hasSettledItself = false;
  #cancelTimer: (() => void) | undefined;

  constructor(options: SettleOptions) {
    this.#options = options;
  }

  push(events: PiEvent[]): void {
    for (const event of events) this.#follow(event);
    this.#options.emit(events);
  }

  /** No run is on any more, or nobody wants to know: nothing will be emitted unasked. */
  reset(): void {
    this.#cancel();
    this.#isRunning = this.#isRetrying = this.#isCompacting = false;
  }

  #follow(event: PiEvent): void {
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
        return event.willRetry ? undefined : this.#arm();
      case 'agent_settled':
        this.#hasSettledItself = true;
        return this.reset();
      default:
    }
  }

  #arm(): void {
    this.#cancel();
    if (!this.#isRunning || this.#isRetrying || this.#isCompacting || !this.#isNeeded()) return;
    this.#cancelTimer = (this.#options.setTimer ?? setTimer)(() => {
      this.reset();
      this.#options.emit([{ type: 'agent_settled' }]);
    }, QUIET);
  }

  #cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #isNeeded(): boolean {
    const version = this.#options.version();
    return !this.#hasSettledItself && (version === undefined || isBefore(version, FIRST_SETTLED));
  }
}

function isBefore(version: string, other: number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  for (const [index, part] of other.entries()) {
    if (parts[index] !== part) return (parts[index] ?? 0) < part;
  }
  return false;
}
