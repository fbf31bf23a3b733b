// The rows of a plan, one for each file. A renamed file has two paths, which are written together.
import type { Plan, PlannedFile } from '../../shared/changes.ts';

/** Whether carrying out the plan writes the file. */
export function isWritten({ action }: PlannedFile): boolean {
  return action === 'restore' || action === 'delete' || action === 'merge';
}

export function rowsOf({ files }: Plan): PlannedFile[] {
  const renamed = new Set(files.map(({ from }) => from));
  return files.filter(({ path }) => !renamed.has(path));
}

export function pathsOf(rows: readonly PlannedFile[]): string[] {
  return rows.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
}

/** Returns how many files were written, if these paths were. */
export function countRows(plan: Plan, paths: readonly string[]): number {
  return rowsOf(plan).filter((row) => pathsOf([row]).every((path) => paths.includes(path))).length;
}
