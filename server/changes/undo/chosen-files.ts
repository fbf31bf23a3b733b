// Selects the files of a plan that the user confirmed. Pure.
import type { PlannedFile } from '../../../shared/changes.ts';
import { Refusal } from '../../../shared/refusal.ts';

/**
 * Returns the chosen files. `paths` are their names; without it, all files that are not shared are chosen. Throws a
 * Refusal 400 for a name that is not in the plan, and for only one of the two names of a renamed file, because undoing
 * one name alone could delete the only copy.
 */
export function chooseFiles<T extends PlannedFile>(
  { files }: { files: readonly T[] },
  paths: readonly string[] | undefined,
): T[] {
  if (!paths) return files.filter(({ shared }) => !shared);
  const named = new Set(paths);
  const unknown = paths.find((path) => !files.some((file) => file.path === path));
  if (unknown !== undefined) throw refuse(`${JSON.stringify(unknown)} is not part of the plan.`);
  for (const { path, from } of files)
    if (from !== undefined && named.has(path) !== named.has(from))
      throw refuse(
        `${JSON.stringify(path)} and ${JSON.stringify(from)} are one renamed file: name both or neither.`,
      );
  return files.filter(({ path }) => named.has(path));
}

function refuse(words: string): Refusal {
  return new Refusal(400, 'bad_body', `paths: ${words}`);
}
