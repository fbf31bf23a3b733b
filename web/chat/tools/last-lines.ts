/** The last lines of a text, without the empty one that a final line end leaves. */
export function lastLines(text: string, count: number): string {
  return text
    .replace(/[\r\n]+$/, '')
    .split('\n')
    .slice(-count)
    .join('\n');
}

/**
 * What a failed tool wrote last. pi adds how it ended as a paragraph of its own (any version): the exit code stands
 * in the card's line already, a time limit does not.
 */
export function failureWords(text: string): string {
  return text
    .replace(/\s*Command exited with code \d+\s*$/, '')
    .replace(/\n+(Command timed out after [^\n]*)\s*$/, '\n$1');
}
