// Which of the agent's changes the user has seen in this browser, so that the others can be counted.
import type { ChangedFile, ChangedTurn } from '../../../shared/changes.ts';
import { asObject, asRecord, Persisted } from '../../lib/storage/persisted.ts';

/** The newest turn that the user has seen, and the tool calls that it had then: a running turn may get more. */
export interface Seen {
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
  readonly stored = new Persisted<Record<string, Seen>>({
    area: 'browser',
    key: 'pi-panel.seen-changes',
    parse: (value) => asRecord(value, isSeen),
  });
  /** By session. */
  all = $state.raw(this.stored.get());

  /** Returns the number of files that a tool has changed since the user looked. */
  count(session: string, { turns, files }: Changes): number {
    const { at, calls } = this.all[session] ?? { at: 0, calls: [] };
    const paths = new Set<string>();
    for (const turn of turns)
      for (const file of turn.files)
        if (turn.at > at || (turn.at === at && file.calls.some((call) => !calls.includes(call))))
          if (files.has(file.path)) paths.add(file.path);
    return paths.size;
  }
}

export const seenChanges = new SeenChanges();
