// Which of the agent's changes the user has seen in this browser, so that the others can be counted.
import type { ChangedFile, ChangedTurn } from '../../../shared/changes.ts';
import { asObject, asRecord, Persisted, withNewest } from '../../lib/storage/persisted.ts';

const MAX_SESSIONS = 100;

/** The newest turn that the user has seen, and the tool calls that it had then: a running turn may get more. */
interface Seen {
  at: number;
  calls: readonly string[];
}

interface Changes {
  /** Oldest first. */
  turns: readonly ChangedTurn[];
  /** The files with changes that are neither undone nor committed, by path. */
  files: ReadonlyMap<string, ChangedFile>;
}

const isSeen = (value: unknown): value is Seen => {
  const { at, calls } = asObject(value);
  return typeof at === 'number' && Array.isArray(calls);
};

export class SeenChanges {
  readonly #stored = new Persisted<Record<string, Seen>>({
    area: 'browser',
    key: 'pi-panel.seen-changes',
    parse: (value) => asRecord(value, isSeen),
  });
  #seen = $state.raw(this.#stored.get());

  /** Must be called while the changes are in sight. */
  mark(session: string, { turns }: Pick<Changes, 'turns'>): void {
    const newest = turns.at(-1);
    if (!newest) return;
    const calls = callsIn(newest);
    const before = this.#seen[session];
    if (before?.at === newest.at && before.calls.length === calls.length) return;
    this.#seen = withNewest<Seen>(this.#stored.get(), [session, { at: newest.at, calls }], MAX_SESSIONS);
    this.#stored.set(this.#seen);
  }

  /** Returns the number of files that a tool has changed since the user looked. */
  count(session: string, { turns, files }: Changes): number {
    const { at, calls } = this.#seen[session] ?? { at: 0, calls: [] };
    const paths = new Set<string>();
    for (const turn of turns)
      for (const file of turn.files)
        if (turn.at > at || (turn.at === at && file.calls.some((call) => !calls.includes(call))))
          if (files.has(file.path)) paths.add(file.path);
    return paths.size;
  }
}

const callsIn = ({ files }: ChangedTurn): string[] => [...new Set(files.flatMap(({ calls }) => calls))];

export const seenChanges = new SeenChanges();
