// Runs requests for data that changes all the time, from a server that may be slower than the changes.

/**
 * Returns a function that runs `work`, but never twice at the same time. After a run, `work` runs once more for all
 * calls that came during it. `work` must not reject.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWanted = false;
  const run = async (): Promise<void> => {
    do {
      isWanted = false;
      await work();
    } while (isWanted);
    running = null;
  };
  return () => {
    isWanted = true;
    return (running ??= run());
  };
}
