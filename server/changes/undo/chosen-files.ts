// Selects the rows of a plan that the user confirmed. Pure.
import { Refusal } from '../../../shared/refusal.ts';
import type { PlannedRow } from './planned.ts';

/**
 * Returns the chosen rows. `paths` are their names; without it, all rows that are not shared are chosen. A renamed file
 * is chosen by either of its names. Throws a Refusal 400 for a name that is not in the plan, and for only a part of the
 * files that were moved among each other, because a part alone could overwrite the only copy of another one.
 */
export function chooseFiles(
  { files }: { files: readonly PlannedRow[] },
  paths: readonly string[] | undefined,
): PlannedRow[] {
  if (!paths) return files.filter(({ shared }) => !shared);
  const named = new Set(paths);
  const unknown = paths.find((name) => !files.some(({ path, from }) => path === name || from === name));
  if (unknown !== undefined) throw refuse(`${JSON.stringify(unknown)} is not part of the plan.`);
  const chosen = files.filter(({ path }) => named.has(path));
  // In a swap, both names are those of rows of their own.
  const isRow = new Set(files.map(({ path }) => path));
  for (const file of files)
    if (file.from !== undefined && named.has(file.from) && !isRow.has(file.from) && !chosen.includes(file))
      chosen.push(file);
  const isChosen = new Set(chosen.map(({ path }) => path));
  for (const { path, with: others = [] } of chosen) {
    const missing = others.find((other) => !isChosen.has(other));
    if (missing !== undefined)
      throw refuse(
        `${JSON.stringify(path)} and ${JSON.stringify(missing)} were moved together: name both or neither.`,
      );
  }
  return chosen;
}

function refuse(words: string): Refusal {
  return new Refusal(400, 'bad_body', `paths: ${words}`);
}
