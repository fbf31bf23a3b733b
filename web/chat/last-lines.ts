/** The last lines of a text, without the empty one that a final line end leaves. */
export function lastLines(text: string, count: number): string {
  return text
    .replace(/[\r\n]+$/, '')
    .split('\n')
    .slice(-count)
    .join('\n');
}

/** What a failed tool wrote last. pi adds the exit code as a sentence (any version), which stands in the card's line. */
export function failureWords(text: string): string {
  return text.replace(/\s*Command exited with code \d+\s*$/, '');
}
