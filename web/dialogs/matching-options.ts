// Filters the options of a dialog and keeps their order, which may have a meaning.

export interface Option {
  value: string;
  /** Its place among all options, because two may have the same text. */
  index: number;
}

/** Every word of the query must occur in the option; case is ignored. */
export function matchingOptions(options: readonly string[], query: string): Option[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return options
    .map((value, index) => ({ value, index }))
    .filter(({ value }) => words.every((word) => value.toLowerCase().includes(word)));
}
