// What a key does to a change in a file whose two sides are shown, where the change has no buttons.

interface Change {
  /** Whether the file is edited to resolve a conflict. */
  isConflict: boolean;
  isKept: boolean;
  /** Whether it was kept or committed. */
  isDone: boolean;
  /** Whether the file is still as it is shown. */
  isCurrent: boolean;
  canUndo: boolean;
}

export function besideAct(
  act: 'keep' | 'undo' | 'comment',
  { isConflict, isKept, isDone, isCurrent, canUndo }: Change,
): 'keep' | 'review again' | 'undo' | 'comment' | null {
  if (isConflict) return null;
  if (act === 'undo') return isCurrent && !isDone && canUndo ? 'undo' : null;
  if (act === 'comment') return 'comment';
  if (isKept) return 'review again';
  return isDone ? null : 'keep';
}
