// Which notices of the view this page has not shown yet. Remembered for the tab, so that a reload repeats nothing.
import { asObject, isText, Persisted } from '../../lib/persisted.ts';
import type { Notice } from '../../../shared/view/view.ts';

/** What was said shortly before the page came is news to its reader. */
const RECENT_MS = 60_000;

type Last = Pick<Notice, 'id' | 'at'>;

const stored = new Persisted<Last | null>({
  area: 'tab',
  key: 'pi-panel.notices-shown',
  parse: (value) => {
    const { id, at } = asObject(value);
    return isText(id) && typeof at === 'number' ? { id, at } : null;
  },
});

/** Takes the view's notices each time they change; gives those that came since, the oldest first. */
export class UnseenNotices {
  #last: Last | null = null;

  /** `now` in ms since 1970. */
  take(notices: readonly Notice[], now: number): Notice[] {
    const newest = notices.at(-1);
    if (!newest) return [];
    const { id, at } = this.#last ?? stored.get() ?? { id: '', at: now - RECENT_MS };
    const index = notices.findLastIndex((notice) => notice.id === id);
    const unseen = index >= 0 ? notices.slice(index + 1) : notices.filter((notice) => notice.at >= at);
    this.#last = { id: newest.id, at: newest.at };
    stored.set(this.#last);
    return unseen;
  }
}
