// Finds out what is new in packages whose version has changed.
import type { PiPackage } from '../../../shared/resources.ts';
import type { Changelog } from '../../../shared/setup.ts';

type Fetch = (query: string) => Promise<{ found: Changelog | null }>;

/** `fetchChangelog` gets the query of the request. A package without a changelog has no note. */
export async function updateNotes(
  before: readonly PiPackage[],
  after: readonly PiPackage[],
  fetchChangelog: Fetch,
): Promise<Changelog[]> {
  const asked = after.flatMap(({ source, scope, version }) => {
    const since = before.find((one) => one.source === source && one.scope === scope)?.version;
    if (!since || !version || since === version) return [];
    return [fetchChangelog(String(new URLSearchParams({ source, scope, since })))];
  });
  return (await Promise.all(asked)).flatMap(({ found }) => found ?? []);
}
