// Limits how many operations one request runs on the disk at a time.

/** The limit keeps threads free if the disk hangs, because each operation blocks one. */
export const DISK_WIDTH = 4;

/**
 * `Promise.all` over `items` with at most `DISK_WIDTH` running at a time. After a failure, no other operation starts.
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
