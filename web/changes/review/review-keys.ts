// The keys of the review. They work wherever the focus is in it, except in a field.

/** The keys with Shift act on the whole file. `Mod` is Ctrl or Cmd. */
type Key = 'j' | 'k' | 'J' | 'K' | 'y' | 'Y' | 'u' | 'U' | 'c' | 'r' | 'Escape' | 'Mod+Enter';

export function onReviewKey(acts: Record<Key, () => unknown>): (event: KeyboardEvent) => void {
  return (event) => {
    const pressed = event.ctrlKey || event.metaKey ? `Mod+${event.key}` : event.key;
    // The key of every editor. The browser would take back text that was typed in the composer.
    const key = pressed === 'Mod+z' ? 'r' : pressed;
    if (event.altKey || !Object.hasOwn(acts, key)) return;
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    event.stopPropagation();
    void acts[key as Key]();
  };
}
