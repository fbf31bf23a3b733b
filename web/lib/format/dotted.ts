// Joins facts to one line of text. If the line wraps, the dot stays at its end and does not begin the next one.

const DOT = '\u00a0· ';

/** Leaves out what is empty. */
export function dotted(facts: readonly (string | false | null | undefined | 0)[]): string {
  return facts.filter(Boolean).join(DOT);
}
