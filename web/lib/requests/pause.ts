// Pauses between attempts.

/** Returns 250 ms after the first failure, and twice as long after each further one in a row, up to `longest` ms. */
export function backOff(failures: number, longest = 5000): number {
  return Math.min(longest, 250 * 2 ** (failures - 1));
}

/** Resolves after `ms`, or as soon as the signal aborts. With `Infinity`, only the signal ends the pause. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = ms < Infinity ? setTimeout(end, ms) : undefined;
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
    signal?.addEventListener('abort', end);
  });
}
