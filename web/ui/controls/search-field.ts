// The attributes of a field that searches or filters a list. Users type names and code there as often as words, so the
// browser neither completes nor corrects them.
import type { HTMLInputAttributes } from 'svelte/elements';

export function searchField(label: string, placeholder = label): HTMLInputAttributes {
  return { type: 'search', 'aria-label': label, placeholder, autocomplete: 'off', spellcheck: false };
}
