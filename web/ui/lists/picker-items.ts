// The items of a picker, and the function that filters them.
import fuzzysort from 'fuzzysort';

export interface PickerItem {
  id: string;
  label: string;
  /** Shown dimmed after the label; included in the search. */
  detail?: string;
  /** Shown at the end of the row, such as a number. */
  hint?: string;
  /** A mark after the label, such as “Default”. */
  tag?: string;
  /** Whether it is marked with a star. */
  isFavorite?: boolean;
}

/** Returns the items that match the query, best match first. */
export function filterItems(items: readonly PickerItem[], query: string): readonly PickerItem[] {
  const wanted = query.trim();
  if (!wanted) return items;
  const keys = [(item: PickerItem) => item.label, (item: PickerItem) => item.detail];
  return fuzzysort.go(wanted, items, { keys, limit: 0, threshold: 0.3 }).map(({ obj }) => obj);
}
