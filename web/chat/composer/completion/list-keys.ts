// The keys that the open list of completions takes from the field, beside those that move in it.
type Keys = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>;

/**
 * Returns what a key does to the open list, or null if it is the field's. `isComplete`: the user has typed the active
 * choice in full, so Enter sends.
 */
export function listKey({ key, shiftKey, altKey }: Keys, isComplete: boolean): 'dismiss' | 'choose' | null {
  if (key === 'Escape') return 'dismiss';
  const isEnter = key === 'Enter' && !shiftKey && !altKey;
  return key === 'Tab' || (isEnter && !isComplete) ? 'choose' : null;
}
