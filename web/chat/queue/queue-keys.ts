// The keys and clicks that change a queued message.

type Keys = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/**
 * Returns what a key does to the message that has the focus. `isFixed`: it can no longer be changed. `isEditing`: the
 * focus is in its text, where the keys move the caret.
 */
export function queueKey(
  { key, altKey, ctrlKey, metaKey }: Keys,
  { isFixed, isEditing }: { isFixed: boolean; isEditing: boolean },
): 'earlier' | 'later' | 'convert' | null {
  if (isFixed || isEditing || !altKey || ctrlKey || metaKey) return null;
  if (key === 'ArrowUp') return 'earlier';
  if (key === 'ArrowDown') return 'later';
  return key === 'ArrowLeft' || key === 'ArrowRight' ? 'convert' : null;
}

/** Whether a click is meant: the second one of a double click would hit the next message. */
export function isMeant({ detail }: Pick<MouseEvent, 'detail'>): boolean {
  return detail < 2;
}
