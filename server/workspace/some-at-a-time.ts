// Limits how many operations one request runs on the disk at a time.

/** A disk that hangs blocks one thread for each operation. */
export const DISK_WIDTH = 4;

/** `Promise.all` over `items` with at most `DISK_WIDTH` running at a time. After a failure no other one begins. */
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
