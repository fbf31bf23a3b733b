// Which notices of the view this page has not shown yet. Remembered for the tab, so that a reload repeats nothing.
import type { Notice } from '../../../shared/view/view.ts';

const KEY = 'pi-panel.notices-shown';
/** What was said shortly before the page came is news to its reader. */
const RECENT_MS = 60_000;

/** Takes the view's notices each time they change; gives those that came since, the oldest first. */
export class UnseenNotices {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;
  #last: Pick<Notice, 'id' | 'at'> | null = null;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
  }

  /** `now` in ms since 1970. */
  take(notices: readonly Notice[], now: number): Notice[] {
    const newest = notices.at(-1);
    if (!newest) return [];
    const { id, at } = this.#last ?? this.#stored() ?? { id: '', at: now - RECENT_MS };
    const index = notices.findLastIndex((notice) => notice.id === id);
    const unseen = index >= 0 ? notices.slice(index + 1) : notices.filter((notice) => notice.at >= at);
    this.#last = { id: newest.id, at: newest.at };
    this.#storage.setItem(KEY, JSON.stringify(this.#last));
    return unseen;
  }

  #stored(): Pick<Notice, 'id' | 'at'> | null {
    const stored = this.#storage.getItem(KEY);
    return stored ? (JSON.parse(stored) as Pick<Notice, 'id' | 'at'>) : null;
  }
}
