// Marks on stored sessions that pi does not know: whether the session is pinned or archived, and whether the user ended
// its agent. Kept beside the panel's state, never in pi's files.
import * as v from 'valibot';
import type { SessionMarks as UserMarks } from '../../shared/stored-sessions.ts';
import { SharedJson } from './shared-json.ts';

interface Marks extends UserMarks {
  /** Whether the user ended its agent, and has not continued the session since. */
  ended?: boolean;
}

const schema = v.record(
  v.string(),
  v.object({
    pinned: v.exactOptional(v.boolean()),
    archived: v.exactOptional(v.boolean()),
    ended: v.exactOptional(v.boolean()),
  }),
);

export class SessionMarks {
  readonly #stored: SharedJson<Record<string, Marks>>;

  /** Null if the marks live as long as the panel. */
  constructor(file: string | null) {
    this.#stored = new SharedJson({ file, schema, empty: () => ({}) });
  }

  /** The marks, by the id of the session. */
  async all(): Promise<ReadonlyMap<string, Marks>> {
    return new Map(Object.entries(await this.#stored.read()));
  }

  /** Marks that are left out stay as they are. */
  async set(id: string, change: Marks): Promise<void> {
    await this.#stored.change((marks) => {
      const { pinned, archived, ended } = { ...marks[id], ...change };
      delete marks[id];
      if (pinned || archived || ended)
        marks[id] = {
          ...(pinned && { pinned }),
          ...(archived && { archived }),
          ...(ended && { ended }),
        };
    });
  }
}
