// How the two sides of a file are shown, without Monaco.

/** In px. With less room, half of a file has fewer than 34 columns. */
export const MIN_SIDES_WIDTH = 600;
/** In px. A whole file is read rather than compared, so its lines get more room before it has two columns. */
export const MIN_SIDES_WIDTH_WHOLE = 960;

export interface SidesLook {
  path: string;
  /** Whether lines that did not change are shown, too. */
  isWhole: boolean;
  /** What each side is, if it is more than the file before and after a change. It is shown above the side. */
  headings?: { before: string; after: string } | undefined;
  /** The number of each line, if it is not the one that it has in the text. */
  numbers?: { before: (number | null)[]; after: (number | null)[] } | undefined;
}
