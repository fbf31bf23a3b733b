// The table of pi's commands as the README has it, so that what it says is what the page has.
import { DEFAULT_BINDINGS, keyLabel } from '../lib/keys.ts';
import { FIRST_PI, sinceOf, type CommandType } from '../../shared/pi/command-facts.ts';
import { COMMANDS } from './command-table.ts';

const BEGIN = '<!-- commands: made of web/palette/command-table.ts by node scripts/command-docs.ts -->';
const END = '<!-- end of commands -->';

/** Markdown, each cell as wide as its column. */
export function commandDocs(): string {
  const rows = (Object.keys(COMMANDS) as CommandType[]).map((type) => [
    `\`${type}\``,
    COMMANDS[type].place,
    COMMANDS[type].words,
    keyLabel(DEFAULT_BINDINGS[type] ?? '', false),
    sinceOf(type) === FIRST_PI ? 'all' : sinceOf(type),
  ]);
  return tableOf([['command', 'place on the page', 'in the palette', 'key', 'since pi'], ...rows]).join('\n');
}

/** The README with this table in the place of the one that it has. Throws when it has no place for one. */
export function withCommands(readme: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`The README has no lines "${BEGIN}" and "${END}".`);
  return `${readme.slice(0, begin)}${BEGIN}\n\n${commandDocs()}\n\n${readme.slice(end)}`;
}

function tableOf(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = rows.map(line);
  return [head!, line(widths.map((width) => '-'.repeat(width))), ...body];
}
