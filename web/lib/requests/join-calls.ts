// Joins requests that are made in bursts, by several regions and for many events at once.

/**
 * Returns a function that does the work at once. Its calls during the work and for `pauseMs` after it lead to one more
 * run, so that the last run sees every change.
 */
export function joinCalls(work: () => Promise<void>, pauseMs: number): () => Promise<void> {
  let isBusy = false;
  let isStale = false;
  async function run(): Promise<void> {
    isStale = isBusy;
    if (isBusy) return;
    isBusy = true;
    try {
      await work();
    } finally {
      setTimeout(() => {
        isBusy = false;
        if (isStale) void run();
      }, pauseMs);
    }
  }
  return run;
}
