// Tells whether a run waits for the answer to a dialog.
import type { View } from '../../shared/view/view.ts';

/** A dialog of a slash command does not hold the run. */
export function isRunHeld(view: Pick<View, 'run' | 'dialogs'> | null | undefined): boolean {
  return view?.run != null && view.dialogs.some(({ by }) => !by?.command);
}
