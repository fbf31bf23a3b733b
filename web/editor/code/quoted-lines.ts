// The lines of a file that the user asks or comments about.

/** The most lines that a comment quotes. The model can read the rest itself. */
const MAX_QUOTED_LINES = 60;

export function quoteOf(text: string): string {
  const lines = text.split('\n');
  const more = lines.length > MAX_QUOTED_LINES ? [`… ${lines.length - MAX_QUOTED_LINES} more lines`] : [];
  return [...lines.slice(0, MAX_QUOTED_LINES), ...more].join('\n');
}

interface Selection {
  startLineNumber: number;
  endLineNumber: number;
  endColumn: number;
}

/** Returns the selected lines, from 1, both inclusive. */
export function linesOfSelection({ startLineNumber: from, endLineNumber: last, endColumn }: Selection): {
  from: number;
  to: number;
} {
  // A selection that ends before the first character of a line does not contain that line.
  return { from, to: endColumn === 1 && last > from ? last - 1 : last };
}

/**
 * Returns the offset of a place in a text, and its line. `line` and `column` count from 1; a line past the end means the
 * last one.
 */
export function placeIn(text: string, line: number, column: number): { offset: number; line: number } {
  const lines = text.split('\n', line);
  const start = lines.slice(0, -1).reduce((sum, one) => sum + one.length + 1, 0);
  return { offset: start + column - 1, line: lines.length };
}
