// The results as a table: aligned for a terminal, or in Markdown.
import type { Unit } from './figure.ts';
import type { JudgedFigure, Result, Series } from './result.ts';

const HEAD = ['', 'figure', 'product', 'floor', 'ratio', 'target', 'verdict'];

/** One row per figure, with the notes below. */
export function terminalTable(results: readonly Result[]): string {
  const rows = [HEAD, ...results.flatMap(rowsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const [head = '', ...body] = lines;
  return [head, '-'.repeat(head.length), ...body, '', ...notesOf(results)].join('\n');
}

export function markdownTable(results: readonly Result[]): string {
  const rows = [HEAD, HEAD.map(() => '---'), ...results.flatMap(rowsOf)];
  const table = rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return [...table, '', ...notesOf(results).map((note) => `- ${note}`)].join('\n');
}

function rowsOf(result: Result): string[][] {
  if ('failure' in result) return [[result.metric, result.title, '', '', '', '', 'not measured']];
  return result.figures.map((figure) => [
    result.metric,
    figure.name,
    format(figure.product, figure.unit),
    `${figure.floor.name}: ${format(figure.floor, figure.unit)}`,
    figure.ratio === null ? '' : `${significant(figure.ratio)} x`,
    targetOf(figure),
    figure.verdict,
  ]);
}

function notesOf(results: readonly Result[]): string[] {
  return results.flatMap((result) => {
    if ('failure' in result) return [`${result.metric} could not be measured: ${result.failure}`];
    return result.figures.flatMap(({ name, note }) => (note ? [`${result.metric} ${name}: ${note}`] : []));
  });
}

/** The median, and the range of the repetitions unless they are equal. */
function format({ median, least, most }: Series, unit: Unit): string {
  const [middle, from, to] = [median, least, most].map((value) => withUnit(value, unit));
  return from === to ? `${middle}` : `${middle} (${from} to ${to})`;
}

function targetOf({ target, unit }: JudgedFigure): string {
  if (!target) return '';
  if ('ratio' in target) return `<= ${target.ratio} x`;
  return 'most' in target ? `<= ${withUnit(target.most, unit)}` : `>= ${withUnit(target.least, unit)}`;
}

function withUnit(value: number, unit: Unit): string {
  switch (unit) {
    case 'ms':
      return `${significant(value)} ms`;
    case 'bytes':
      return value < 1_000_000 ? `${significant(value / 1000)} kB` : `${significant(value / 1_000_000)} MB`;
    case 'frames':
    case 'nodes':
      return String(Math.round(value));
    case '%':
      // Never rounded up to 100.
      return `${value === 100 ? 100 : Math.floor(value * 10) / 10} %`;
    default:
      unit satisfies never;
      return String(value);
  }
}

/** Three significant digits. */
function significant(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
