// Limits how many operations one request runs on the disk at a time.

/** How many operations run at a time. Each blocks a thread if the disk hangs, so the limit keeps threads free. */
export const DISK_WIDTH = 4;

/**
 * Does the same as `Promise.all` over `items`, with at most `DISK_WIDTH` operations at a time. After a failure, no
 * other operation starts.
 */
export async function someAtATime<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const runNext = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      try {
        results[at] = await work(items[at]!);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: DISK_WIDTH }, runNext));
  return results;
}
