// The time of the user's last action, for hosts that stop idle servers. An open page alone does not count.
import type { View } from '../shared/view/view.ts';

export class Activity {
  #lastAct = performance.now();

  /** Call this when a request changed something. */
  onAct(): void {
    this.#lastAct = performance.now();
  }

  /** Whole seconds since the last action. */
  get seconds(): number {
    return Math.floor((performance.now() - this.#lastAct) / 1000);
  }
}

/** Whether the agent is starting, working or waiting for the user, so that ending it now would lose something. */
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
  /** The seconds without any activity after which the panel ends. */
  limit: number;
  onIdle: () => void;
}

/**
 * Calls `onIdle` once, after `limit` seconds without user activity and without a busy agent. When an agent finishes,
 * the time starts again, so that the user can look at the result. Returns a function that stops watching.
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
