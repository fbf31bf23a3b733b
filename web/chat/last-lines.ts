/** The last lines of a text, without the empty one that a final line end leaves. */
export function lastLines(text: string, count: number): string {
  return text
    .replace(/[\r\n]+$/, '')
    .split('\n')
    .slice(-count)
    .join('\n');
}
