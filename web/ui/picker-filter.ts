// Filters the items of a picker, best match first.
import fuzzysort from 'fuzzysort';
import type { PickerItem } from './picker-item.ts';

export function filterItems(items: readonly PickerItem[], query: string): readonly PickerItem[] {
  const wanted = query.trim();
  if (!wanted) return items;
  const keys = [(item: PickerItem) => item.label, (item: PickerItem) => item.detail];
  return fuzzysort.go(wanted, items, { keys, limit: 0, threshold: 0.3 }).map(({ obj }) => obj);
}
