// Resolves to the browser's Web Locks, or to null if they cannot be used. They do not exist on pages served over plain
// HTTP from another machine, and the browser refuses them if the user has blocked storage for this site.
export async function usableLocks(): Promise<LockManager | null> {
  try {
    await navigator.locks?.query();
    return navigator.locks ?? null;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}
