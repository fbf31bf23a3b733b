// The keys of the review. They work wherever the focus is in it, except in a field.

/** The keys with Shift act on the whole file. `Mod+Enter`: Ctrl or Cmd with Enter, which sends in every field. */
type Key = 'j' | 'k' | 'J' | 'K' | 'y' | 'Y' | 'u' | 'U' | 'c' | 'r' | 'Escape' | 'Mod+Enter';

export function onReviewKey(acts: Record<Key, () => unknown>): (event: KeyboardEvent) => void {
  return (event) => {
    const { altKey, ctrlKey, metaKey } = event;
    const isSending = event.key === 'Enter' && (ctrlKey || metaKey);
    const key = isSending ? 'Mod+Enter' : event.key;
    if (altKey || ((ctrlKey || metaKey) && !isSending) || !Object.hasOwn(acts, key)) return;
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    event.stopPropagation();
    void acts[key as Key]();
  };
}
