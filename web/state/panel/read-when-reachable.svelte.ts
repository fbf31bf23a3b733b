// Reads again what no event reports, once a lost connection has returned.
import { untrack } from 'svelte';

/**
 * Must be called while a component is initialized. Calls `read` at once, or as soon as the connection is not lost, and
 * again each time it has returned: requests meanwhile have failed, and a restarted panel may have other answers.
 */
export function readWhenReachable(connection: { readonly isCutOff: boolean }, read: () => void): void {
  const isReachable = $derived(!connection.isCutOff);
  $effect(() => {
    if (isReachable) untrack(read);
  });
}
