// Marks on stored sessions that pi does not know: whether the session is pinned or archived, and whether the user ended
// its agent. Kept beside the panel's state, never in pi's files. Several panels share the file, so it is read again for
// each use.
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { SessionMarks as UserMarks } from '../../shared/stored-sessions.ts';
import { replaceTextFile } from '../lib/replace-text-file.ts';
import { turns } from '../lib/turns.ts';

interface Marks extends UserMarks {
  /** Whether the user ended its agent, and has not continued the session since. */
  ended?: boolean;
}

const stored = v.record(
  v.string(),
  v.object({
    pinned: v.optional(v.boolean()),
    archived: v.optional(v.boolean()),
    ended: v.optional(v.boolean()),
  }),
);

export class SessionMarks {
  readonly #file: string | null;
  readonly #inTurn = turns();
  /** The marks if there is no file. */
  readonly #kept = new Map<string, Marks>();

  /** Null if the marks live as long as the panel. */
  constructor(file: string | null) {
    this.#file = file;
  }

  /** The marks, by the id of the session. */
  all(): Promise<ReadonlyMap<string, Marks>> {
    return this.#read();
  }

  /** Marks that are left out stay as they are. */
  async set(id: string, change: Marks): Promise<void> {
    await this.#inTurn(async () => {
      const marks = await this.#read();
      const { pinned, archived, ended } = { ...marks.get(id), ...change };
      marks.delete(id);
      if (pinned || archived || ended)
        marks.set(id, {
          ...(pinned && { pinned }),
          ...(archived && { archived }),
          ...(ended && { ended }),
        });
      if (this.#file) await replaceTextFile(this.#file, JSON.stringify(Object.fromEntries(marks)));
    });
  }

  async #read(): Promise<Map<string, Marks>> {
    return this.#file ? readMarks(this.#file) : this.#kept;
  }
}

/**
 * Reads the marks. A damaged file counts as empty. One that cannot be read is an error, because a change would
 * overwrite the marks in it.
 */
async function readMarks(file: string): Promise<Map<string, Marks>> {
  try {
    const parsed = v.safeParse(stored, JSON.parse(await readFile(file, 'utf8')));
    return new Map(parsed.success ? (Object.entries(parsed.output) as [string, Marks][]) : []);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return new Map();
    throw error;
  }
}
