// Keeps the answer that pi did not finish before it ended. pi has not stored it, so after a restart the session file
// does not contain it.
import type { Entry } from '../../../shared/view/conversation.ts';
import { isLostAnswer } from '../../../shared/view/lost-answer.ts';
import type { View } from '../../../shared/view/view.ts';
import type { EntriesPage } from '../../../shared/stored-sessions.ts';

interface Kept {
  /** Id of its session. */
  session: string;
  /** Key of the row before it. */
  after: string;
  entry: Entry;
}

export class LostAnswer {
  #kept: Kept | null = null;

  /** Call this when pi has exited. */
  onExit({ entries, session }: Pick<View, 'entries' | 'session'>): void {
    const [before, entry] = entries.slice(-2);
    if (session && before && entry && isLostAnswer(entry.message))
      this.#kept = { session: session.id, after: before.key, entry };
  }

  /** Adds the answer to the end of the session, unless the session does not end where the answer began. */
  addTo(page: EntriesPage, session: string | undefined): EntriesPage {
    const { entries } = page;
    if (!this.#kept || session !== this.#kept.session || entries.at(-1)?.key !== this.#kept.after)
      return page;
    return { ...page, entries: [...entries, this.#kept.entry] };
  }
}
