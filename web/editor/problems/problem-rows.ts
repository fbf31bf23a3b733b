// The problems of a workspace in the order in which they are worth mending.
import { t } from '../../language/text.ts';
import type { FileProblems, Problem } from '../../../shared/languages.ts';
import type { PlaceInFile } from '../../state/workbench/requests.ts';

export interface ProblemRow extends Pick<Problem, 'range' | 'severity' | 'message' | 'source' | 'code'> {
  path: string;
  server: string;
}

/** How many rows are rendered. */
export const MAX_ROWS = 500;

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

/** Returns how many problems there are beyond those of each file that the server sends. */
export const unsentProblems = (all: readonly FileProblems[]): number =>
  all.reduce((sum, { more }) => sum + more, 0);

/** Returns how many errors each file has. Files without errors are left out. */
export function countErrors(all: readonly FileProblems[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path, problems } of all) {
    const count = problems.filter(({ severity }) => severity === 1).length;
    if (count > 0) counts.set(path, (counts.get(path) ?? 0) + count);
  }
  return counts;
}

export const severityName = (severity: Problem['severity']): string =>
  [t('Error'), t('Warning'), t('Information'), t('Hint')][severity - 1]!;

/** Returns where the editor shows a problem. Of one that goes over several lines, only its beginning is marked. */
export function placeOf({ range: { start, end } }: Pick<ProblemRow, 'range'>): PlaceInFile {
  const length = end.line === start.line ? end.character - start.character : 0;
  return { line: start.line + 1, match: { column: start.character + 1, length } };
}
