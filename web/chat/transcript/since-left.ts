// Remembers where the user left the conversation: the last row that was there when the page was hidden or closed. What
// arrived after it is marked once they are back, until they write again.
import { asRecord, isText, Persisted } from '../../lib/storage/persisted.ts';

/** More sessions than this are forgotten, the oldest first. */
const MAX_SESSIONS = 50;

/** A user who was away for less than this finds the place without help. */
const SHORTEST_MS = 20_000;

export interface Left {
  /** Key of the last row. */
  key: string;
  /** ms since 1970. */
  at: number;
}

interface Store {
  get: () => Record<string, string>;
  set: (value: Record<string, string>) => unknown;
}

export class SinceLeft {
  readonly #store: Store;

  constructor(
    store: Store = new Persisted({
      area: 'browser',
      key: 'pi-panel.left',
      parse: (stored) => asRecord(stored, isText),
    }),
  ) {
    this.#store = store;
  }

  /** The page is hidden or closed while this row is the last one. */
  leave(session: string, { key, at }: Left): void {
    const { [session]: _before, ...others } = this.#store.get();
    const kept = Object.entries(others).slice(1 - MAX_SESSIONS);
    this.#store.set({ ...Object.fromEntries(kept), [session]: `${at} ${key}` });
  }

  /** Where the user left this session; null if that is not known, or was a moment ago. Each place is returned once. */
  comeBack(session: string, now: number): Left | null {
    const { [session]: left, ...others } = this.#store.get();
    const parts = /^(\d+) (.+)$/s.exec(left ?? '');
    if (!parts) return null;
    this.#store.set(others);
    const at = Number(parts[1]);
    return now - at < SHORTEST_MS ? null : { key: parts[2]!, at };
  }
}

/** The keys of the rows that arrived since; none if the rows do not reach back that far. */
export function keysSince(keys: readonly string[], left: Left | null): ReadonlySet<string> {
  const at = left ? keys.indexOf(left.key) : -1;
  return new Set(at === -1 ? [] : keys.slice(at + 1));
}
