// Keeps the answers that pi did not finish. pi does not store the one that it was killed in, nor, up to 0.82.1, the one
// that a compaction stopped. So the session file does not contain them.
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

/**
 * Adds the prompts and answers that are `shown` and that the page, which was read from pi's file, does not contain. Their
 * keys are the same in both, other than those of summaries and commands.
 */
export function withUnstored(page: EntriesPage, shown: readonly Entry[]): EntriesPage {
  const entries = [...page.entries];
  for (const [at, entry] of shown.entries()) {
    const { role } = entry.message;
    if ((role !== 'assistant' && role !== 'user') || entries.some(({ key }) => key === entry.key)) continue;
    const before = entries.findIndex(({ key }) => key === shown[at - 1]?.key);
    if (before >= 0) entries.splice(before + 1, 0, entry);
  }
  return { ...page, entries };
}
