// The problems of a workspace in the order in which they are worth mending, and what the composer says about them.
import { t } from '../../language/text.ts';
import type { FileProblems, Problem } from '../../../shared/languages.ts';
import { mentionOf } from '../../state/workbench/composer-port.ts';

export interface ProblemRow extends Pick<Problem, 'range' | 'severity' | 'message' | 'source' | 'code'> {
  path: string;
  server: string;
}

/** How many rows are rendered. */
export const MAX_ROWS = 500;
/** How many problems one message names. */
const MAX_NAMED = 20;

/** Errors first, then by file and line. Hints are only shown in the text. */
export function problemRows(all: readonly FileProblems[]): ProblemRow[] {
  const rows = all.flatMap(({ path, server, problems }) =>
    problems.filter(({ severity }) => severity < 4).map((problem) => ({ ...problem, path, server })),
  );
  return rows.sort(
    (a, b) =>
      a.severity - b.severity ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      a.range.start.line - b.range.start.line ||
      a.range.start.character - b.range.start.character,
  );
}

/** Where a problem comes from: `ts 2322`. */
export function originOf({ source, code }: Pick<ProblemRow, 'source' | 'code'>): string {
  return [source, code].filter((part) => part !== null).join(' ');
}

/** What the user asks pi. It is text for the model as well, so it is not translated. */
export function requestFor(rows: readonly ProblemRow[]): string {
  const [first] = rows;
  if (rows.length === 1 && first) return `Fix this problem in ${describe(first)}`;
  const named = rows.slice(0, MAX_NAMED).map((row) => `- ${describe(row)}`);
  const more = rows.length > MAX_NAMED ? [`- and ${rows.length - MAX_NAMED} more`] : [];
  return [`Fix these problems:`, ...named, ...more].join('\n');
}

function describe(row: ProblemRow): string {
  const origin = originOf(row);
  const message = row.message.replaceAll(/\s+/g, ' ').trim();
  return `${mentionOf({ path: row.path, from: row.range.start.line + 1 })}: ${message}${origin && ` (${origin})`}`;
}

export const severityName = (severity: Problem['severity']): string =>
  [t('Error'), t('Warning'), t('Information'), t('Hint')][severity - 1]!;
