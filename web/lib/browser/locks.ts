// The browser's Web Locks, if they can be used: they do not exist over plain http to another machine, and are refused
// where the user has blocked storage for this site.
export async function usableLocks(): Promise<LockManager | null> {
  try {
    await navigator.locks?.query();
    return navigator.locks ?? null;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}
