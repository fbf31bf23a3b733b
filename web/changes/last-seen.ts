// Stores in the browser, for each session, the last turn whose changes the user has looked at.
import { asRecord, Persisted, withNewest } from '../lib/storage/persisted.ts';

const MAX_SESSIONS = 100;

const stored = new Persisted<Record<string, number>>({
  area: 'browser',
  key: 'pi-panel.looked',
  parse: (value) => asRecord(value, (at) => typeof at === 'number'),
});

/** Returns the time of the last turn at which the user has looked; 0 if there is none. */
export function lastSeen(session: string): number {
  return stored.get()[session] ?? 0;
}

export function setLastSeen(session: string, at: number): void {
  stored.set(withNewest(stored.get(), [session, at], MAX_SESSIONS));
}
