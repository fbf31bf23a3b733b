// Filters the options of a dialog. Their order is kept, because it may have a meaning.

export interface Option {
  value: string;
  /** The index among all options, because two options may have the same text. */
  index: number;
}

/** Returns the options in which every word of the query occurs. Case is ignored. */
export function matchingOptions(options: readonly string[], query: string): Option[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return options
    .map((value, index) => ({ value, index }))
    .filter(({ value }) => words.every((word) => value.toLowerCase().includes(word)));
}
