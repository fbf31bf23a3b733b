/** What is asked of a disk at a time, for one request: a disk that hangs holds a thread for each. */
export const DISK_WIDTH = 4;

/** `Promise.all` over `items`, of which no more than `DISK_WIDTH` are at work. After a failure no other one begins. */
export async function someAtATime<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const goOn = async (): Promise<void> => {
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
  await Promise.all(Array.from({ length: DISK_WIDTH }, goOn));
  return results;
}
