// Work for later: what the first paint does not need, fetched before somebody needs it.

/** In ms. Until then a slow line belongs to what the page shows first. */
const SETTLE_MS = 1000;

/** Runs the task once the page has settled and the browser is idle; the returned function calls it off. */
export function whenIdle(task: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) idle = requestIdleCallback(task);
    else task();
  }, SETTLE_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
