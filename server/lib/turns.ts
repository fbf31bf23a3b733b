// Runs asynchronous work one piece after the other.

/**
 * Returns a function that runs work with the same key one after the other, in the order of the calls, and work with
 * different keys concurrently. Work that fails does not hold up the next.
 */
export function turns(): <T>(work: () => Promise<T>, key?: string) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (work, key = '') => {
    const before = last.get(key) ?? Promise.resolve();
    const current = before.then(work, work);
    last.set(key, current);
    try {
      return await current;
    } finally {
      if (last.get(key) === current) last.delete(key);
    }
  };
}
