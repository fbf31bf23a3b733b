// Which options of a question a filter leaves. In the order they were given: their order may mean something.

export interface Option {
  value: string;
  /** Its place among all options; two may be the same text. */
  index: number;
}

/** Every word of the query must occur somewhere in the option, in any case. */
export function matchingOptions(options: readonly string[], query: string): Option[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return options
    .map((value, index) => ({ value, index }))
    .filter(({ value }) => words.every((word) => value.toLowerCase().includes(word)));
}
