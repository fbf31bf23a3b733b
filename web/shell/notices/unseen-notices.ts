// Finds the notices that this page has not shown yet. The last shown one is stored for the tab, so that a reload
// repeats nothing.
import { asObject, isText, Persisted } from '../../lib/storage/persisted.ts';
import type { Notice } from '../../../shared/view/view.ts';

/** When the page opens, notices up to this old count as unseen. */
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

export class UnseenNotices {
  #last: Last | null = null;

  /** Must be called when the notices change. Returns the new ones, oldest first. `now` is in ms since 1970. */
  update(notices: readonly Notice[], now: number): Notice[] {
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
