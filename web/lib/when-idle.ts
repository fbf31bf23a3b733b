// Puts work off until the browser has nothing better to do.
/** Calls `run` once when the browser is idle, after two seconds at the latest. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari does not have requestIdleCallback.
  if ('requestIdleCallback' in globalThis) {
    const request = requestIdleCallback(run, { timeout: 2000 });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(run, 200);
  return () => clearTimeout(timer);
}
