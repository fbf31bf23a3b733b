// Stores where the user left the conversation: its last row when the page was hidden or closed, or showed another
// session. When the user is back, the rows after it are marked until the user sends a message.
import type { ChangedTurn } from '../../../shared/changes.ts';
import type { ToolCall } from '../../../shared/pi/messages.ts';
import type { Entry } from '../../../shared/view/conversation.ts';
import { asRecord, isText, Persisted, withNewest } from '../../lib/storage/persisted.ts';

/** For how many sessions places are stored. The oldest are dropped. */
const MAX_SESSIONS = 50;

/** After an absence shorter than this, the user finds the place without help. */
const SHORTEST_MS = 20_000;

export interface Left {
  /** The key of the last row. */
  key: string;
  /** When the user left, in ms since 1970. */
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

  /** Must be called when the page is hidden or closed. `row` is the last row. */
  leave(session: string, { key, at }: Left): void {
    this.#store.set(withNewest(this.#store.get(), [session, `${at} ${key}`], MAX_SESSIONS));
  }

  /** Returns where the user left this session, but only once. Null if that is unknown or was only a moment ago. */
  onReturn(session: string, now: number): Left | null {
    const { [session]: left, ...others } = this.#store.get();
    const parts = /^(\d+) (.+)$/s.exec(left ?? '');
    if (!parts) return null;
    this.#store.set(others);
    const at = Number(parts[1]);
    return now - at < SHORTEST_MS ? null : { key: parts[2]!, at };
  }
}

/** Returns the keys of the rows after this place, or none if the place is before the first loaded row. */
export function keysSince(keys: readonly string[], left: Left | null): ReadonlySet<string> {
  const at = left ? keys.indexOf(left.key) : -1;
  return new Set(at === -1 ? [] : keys.slice(at + 1));
}

/** The work of the agent since the user left. */
interface Work {
  calls: ToolCall[];
  /** How many files these calls changed. */
  files: number;
}

export function workSince(entries: readonly Entry[], turns: readonly ChangedTurn[], left: Left): Work {
  const news = keysSince(
    entries.map(({ key }) => key),
    left,
  );
  const calls = entries
    .filter(({ key }) => news.has(key))
    .flatMap(({ message }) => (message.role === 'assistant' ? message.content : []))
    .filter((block) => block.type === 'toolCall');
  const ids = new Set(calls.map(({ id }) => id));
  const changed = turns
    .flatMap(({ files }) => files)
    .filter((file) => file.calls.some((call) => ids.has(call)));
  return { calls, files: new Set(changed.map(({ path }) => path)).size };
}
