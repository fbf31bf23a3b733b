// Requests of one region to another to show something, which meet in the workbench.
import type { FocusClaim } from '../../lib/browser/focus-claim.ts';

/** The changes of one tool run to a file, or those of the whole conversation. */
export type DiffOf = { run: string } | 'conversation';

export interface PlaceInFile {
  /** 1-based. */
  line?: number;
  /** Show what changed in it, as a diff. */
  diffOf?: DiffOf;
  /** In a second editor beside the first. */
  isBeside?: boolean;
}

export interface FileRequest extends PlaceInFile {
  path: string;
  /** The focus may move to its text once that is shown. */
  isFocusFree: FocusClaim;
  /** Counts, so that asking for the same file twice is two requests. */
  n: number;
}

export interface ReviewRequest {
  /** Only this turn. */
  turn?: string;
  path?: string;
  hunk?: string;
}

export interface EntryRequest {
  /** Ids. */
  session: string;
  entry: string;
  call?: string | undefined;
}

/** A stored session to read, and the entry or call that it is to be shown at. */
export interface StoredRequest {
  session: string;
  entry?: string | undefined;
  call?: string | undefined;
}
