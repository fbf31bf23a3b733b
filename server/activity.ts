// The time of the user's last action, for the hosts that end what nobody uses. A page that is open does nothing by
// itself.
import type { View } from '../shared/view/view.ts';

export class Activity {
  #lastAct = performance.now();

  /** A request changed something. */
  onAct(): void {
    this.#lastAct = performance.now();
  }

  /** Whole seconds since then. */
  get seconds(): number {
    return Math.floor((performance.now() - this.#lastAct) / 1000);
  }
}

/** The agent starts, works or waits for the user: ending it now would lose something. */
export function isBusy(view: View): boolean {
  if (view.exit) return false;
  if (!view.ready) return true;
  const { run, compaction, retry, dialogs, queue, toolRuns } = view;
  const isRunning = Object.values(toolRuns).some(({ state }) => state === 'running');
  return Boolean(run ?? compaction ?? retry) || isRunning || dialogs.length > 0 || queue.running.length > 0;
}

export interface IdleExit {
  activity: Pick<Activity, 'seconds'>;
  isBusy: () => boolean;
  /** How long nobody may do anything, in seconds, before it ends. */
  limit: number;
  onIdle: () => void;
}

/**
 * Calls `onIdle` once, when nobody has done anything and no agent was busy for this long. The time after an agent has
 * finished counts from there, so that the user can look at the result. Returns how to stop it.
 */
export function watchIdle({ activity, isBusy, limit, onIdle }: IdleExit): () => void {
  let quietSince = performance.now();
  const timer = setInterval(
    () => {
      const now = performance.now();
      if (isBusy()) quietSince = now;
      if (Math.min(activity.seconds, (now - quietSince) / 1000) < limit) return;
      clearInterval(timer);
      onIdle();
    },
    Math.min(limit * 100, 5000),
  );
  timer.unref();
  return () => clearInterval(timer);
}
