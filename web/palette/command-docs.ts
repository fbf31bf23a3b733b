// The table of pi's commands as a document, so that what it says is what the page has.
import { DEFAULT_BINDINGS, keyLabel } from '../lib/keys.ts';
import { COMMANDS, FIRST_PI, sinceOf, type CommandType } from './command-table.ts';

/** Markdown, each cell as wide as its column. */
export function commandDocs(): string {
  const rows = (Object.keys(COMMANDS) as CommandType[]).map((type) => [
    `\`${type}\``,
    COMMANDS[type].words,
    COMMANDS[type].place ?? 'palette only',
    keyLabel(DEFAULT_BINDINGS[type] ?? '', false),
    sinceOf(type) === FIRST_PI ? 'all' : sinceOf(type),
  ]);
  return [
    '# Where each command of pi stands',
    '',
    `Every one is in the command palette (Ctrl+K, Cmd+K), under these words. "all" is every pi from ${FIRST_PI} on; what the running pi cannot do is shown there as such, with the version that can. Keys are changed under "Keyboard shortcuts".`,
    '',
    ...tableOf([['command', 'in the palette', 'place on the page', 'key', 'since pi'], ...rows]),
    '',
    'Made of `web/palette/command-table.ts` by `node scripts/command-docs.ts`.',
    '',
  ].join('\n');
}

function tableOf(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = rows.map(line);
  return [head!, line(widths.map((width) => '-'.repeat(width))), ...body];
}
