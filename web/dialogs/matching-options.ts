// Filters the options of a dialog. Their order is kept, because it may have a meaning.
import { hasWords } from '../../shared/folded.ts';

export interface Option {
  value: string;
  /** The index among all options, because two options may have the same text. */
  index: number;
}

/** Returns the options in which every word of the query occurs. Case is ignored. */
export function matchingOptions(options: readonly string[], query: string): Option[] {
  return options.map((value, index) => ({ value, index })).filter(({ value }) => hasWords(value, query));
}
