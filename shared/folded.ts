// Compares texts as people read them: the same letters may be stored in two ways, composed (`é`) or as a letter and its
// mark (macOS stores names like this).

/** Returns the text as searches compare it, without case, width, the form of its letters and the amount of white space. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').replaceAll(/\s+/gu, ' ');
}

/** Whether the text contains the query, which an empty one always is. */
export function hasText(text: string, query: string): boolean {
  return foldText(text).includes(foldText(query.trim()));
}

/** Whether the text contains each word of the query. */
export function hasWords(text: string, query: string): boolean {
  const whole = foldText(text);
  return foldText(query)
    .split(' ')
    .every((word) => whole.includes(word));
}
