// The rows of a plan, one for each file. A renamed file has two paths, which are written together.
import type { PlannedFile } from './changes.ts';

type Paths = Pick<PlannedFile, 'path' | 'from'>;

/** Whether carrying out the plan writes the file. */
export function isWritten({ action }: PlannedFile): boolean {
  return action === 'restore' || action === 'delete' || action === 'merge';
}

export function rowsOf<T extends Paths>({ files }: { files: readonly T[] }): T[] {
  const renamed = new Set(files.map(({ from }) => from));
  return files.filter(({ path }) => !renamed.has(path));
}

export function pathsOf(rows: readonly Paths[]): string[] {
  return rows.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
}

/** Returns how many files were written, if these paths were. */
export function countRows(plan: { files: readonly Paths[] }, paths: readonly string[]): number {
  return rowsOf(plan).filter((row) => pathsOf([row]).every((path) => paths.includes(path))).length;
}
