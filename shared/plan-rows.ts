// The rows of a plan, one for each file. A renamed file has two paths, which are written together.
import type { PlannedFile } from './changes.ts';

/** Whether carrying out the plan writes the file. */
export function isWritten({ action }: Pick<PlannedFile, 'action'>): boolean {
  return action === 'restore' || action === 'delete' || action === 'merge';
}

/** Returns all paths of these rows, each once. The path at which a renamed file is now comes after the other one. */
export function pathsOf(rows: readonly Pick<PlannedFile, 'path' | 'from'>[]): string[] {
  return [...new Set(rows.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])))];
}
