// Postpones work that the first paint does not need, such as fetching code before the user needs it.

/** How long a slow connection is reserved for the parts that the page shows first. */
const SETTLE_MS = 1000;

/** Runs the task once the page has settled and the browser is idle. Returns a function that cancels the task. */
export function whenIdle(task: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    // Safari does not support idle callbacks.
    if ('requestIdleCallback' in window) idle = requestIdleCallback(task);
    else task();
  }, SETTLE_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
