// The keys of the review. They work wherever the focus is in it, except in a field.

/** The keys with Shift act on the whole file. */
type Key = 'j' | 'k' | 'J' | 'K' | 'y' | 'Y' | 'u' | 'U' | 'c' | 'r' | 'Escape';

export function onReviewKey(acts: Record<Key, () => unknown>): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(acts, event.key)) return;
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    event.stopPropagation();
    void acts[event.key as Key]();
  };
}
