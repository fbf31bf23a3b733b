// Pipes in the rows of a table. GFM splits a row at every pipe, also in code, and drops the cells that the header does not
// have. People write `a || b` there and mean one cell.

const CODE = /(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g;
const PIPE = /(?<!\\)\|/g;

/**
 * Returns the lines of a table, of which the first two are its head, with those pipes escaped that do not end a cell:
 * the ones in code, if a row has more cells than the header, and what then is still too much at its end.
 */
export function pipesInCells(lines: readonly string[]): string[] {
  const columns = countCells(lines[0] ?? '');
  return lines.map((line, at) => {
    if (at < 2 || countCells(line) <= columns) return line;
    const escaped = line.replace(CODE, (code) => code.replace(PIPE, '\\|'));
    return joinExcess(escaped, columns);
  });
}

function countCells(row: string): number {
  return [...inner(row).text.matchAll(PIPE)].length + 1;
}

/** Escapes the pipes after the first ones, so that the last cell has the rest. */
function joinExcess(row: string, columns: number): string {
  const { before, text, after } = inner(row);
  let pipes = 0;
  return before + text.replace(PIPE, (pipe) => (++pipes < columns ? pipe : `\\${pipe}`)) + after;
}

/** Divides a row into the pipe at its start, its cells, and the pipe at its end. */
function inner(row: string): { before: string; text: string; after: string } {
  const before = /^\s*\|?/.exec(row)![0];
  const after = /(?:(?<!\\)\|)?\s*$/.exec(row.slice(before.length))![0];
  return { before, text: row.slice(before.length, row.length - after.length), after };
}
