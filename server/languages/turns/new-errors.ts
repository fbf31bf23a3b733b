// Tells the errors that an edit has brought from those that were there before. Lines move, so that an error is known by
// what it says, and best by the text of its line as well.
import type { TurnError } from '../../../shared/changes.ts';
import type { Problem } from '../../../shared/languages.ts';

export interface CheckedFile {
  text: string;
  problems: readonly Problem[];
}

/** Returns the errors of `after` that have no equal in `before`, in the order of the server. */
export function newErrors(before: CheckedFile, after: CheckedFile): Problem[] {
  const exact = countErrors(before, exactKey);
  const left = errorsOf(after).filter((error) => !take(exact, exactKey(error)));
  // What remains of the earlier errors is on lines that were edited.
  const remaining = new Map<string, number>();
  for (const [key, count] of exact) add(remaining, key.slice(key.indexOf('\n') + 1), count);
  return left.filter((error) => !take(remaining, sayingOf(error.problem))).map(({ problem }) => problem);
}

/** Returns those of the errors that the file still has. */
export function remainingErrors(errors: readonly TurnError[], after: CheckedFile): TurnError[] {
  const present = countErrors(after, ({ problem }) => sayingOf(problem));
  return errors.filter((error) => take(present, sayingOf(error)));
}

type Saying = Pick<Problem, 'message' | 'source' | 'code'>;

interface ErrorOnLine {
  problem: Problem;
  line: string;
}

function errorsOf({ text, problems }: CheckedFile): ErrorOnLine[] {
  const lines = text.split('\n');
  return problems
    .filter(({ severity }) => severity === 1)
    .map((problem) => ({ problem, line: lines[problem.range.start.line]?.trim() ?? '' }));
}

const sayingOf = ({ message, source, code }: Saying): string => JSON.stringify([message, source, code]);
/** JSON has no line breaks, and a line neither. */
const exactKey = ({ problem, line }: ErrorOnLine): string => `${line}\n${sayingOf(problem)}`;

function countErrors(file: CheckedFile, keyOf: (error: ErrorOnLine) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const error of errorsOf(file)) add(counts, keyOf(error), 1);
  return counts;
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** Returns whether there was one. */
function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}
