// The user's place in the text of a file before Monaco was ready.
import type { FocusClaim } from '../../lib/browser/focus-claim.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';

/** The height of a line, as in `editorOptions`. */
export const LINE_PX = 19;

export interface EarlyPlace {
  file: OpenFile;
  /** The selection, as offsets into the text. */
  start: number;
  end: number;
  /** The scroll position, in px. */
  top: number;
  /** Whether the text had the focus and the user has not focused anything else since. */
  isFocusFree: FocusClaim;
}
