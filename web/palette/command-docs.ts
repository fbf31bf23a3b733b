// The text of docs/commands.md, made from the table that the page uses.
import { DEFAULT_BINDINGS, keyLabel } from '../lib/keys.ts';
import { FIRST_PI, sinceOf, type CommandType } from '../../shared/pi/command-facts.ts';
import { COMMANDS } from './command-table.ts';

/** The whole document; `node scripts/command-docs.ts` writes it. */
export function commandDocument(): string {
  const types = Object.keys(COMMANDS) as CommandType[];
  const rows = types.map((type) => [
    `\`${type}\``,
    COMMANDS[type].place,
    COMMANDS[type].words,
    keyLabel(DEFAULT_BINDINGS[type] ?? '', false),
    sinceOf(type) === FIRST_PI ? 'all' : sinceOf(type),
  ]);
  const head = ['command', 'place on the page', 'in the palette', 'key', 'since pi'];
  return `# Commands

All ${types.length} commands of pi, written from the page's own table by \`node scripts/command-docs.ts\`. Each is in the
command palette (Ctrl+K, Cmd+K) and at its place on the page. "all" means every pi since ${FIRST_PI}; a command that the
running pi is too old for says which version has it. Keys can be changed under "Keyboard shortcuts" (Alt+K).

${formatTable([head, ...rows]).join('\n')}
`;
}

/** A Markdown table as Prettier formats it. */
function formatTable(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = rows.map(line);
  return [head!, line(widths.map((width) => '-'.repeat(width))), ...body];
}
