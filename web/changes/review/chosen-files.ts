// Turns the kept changes into the input of a commit: a whole file if all its changes are kept, otherwise single hunks.
import type { ChosenFile } from '../../../shared/git.ts';
import type { ReviewedFile } from './review.svelte.ts';

export function chosenFiles(
  files: readonly Pick<ReviewedFile, 'path' | 'ids'>[],
  marks: { has: (hunk: string) => boolean },
): ChosenFile[] {
  return files.flatMap(({ path, ids }): ChosenFile[] => {
    const kept = ids.filter((id) => marks.has(id));
    if (kept.length === 0) return [];
    return [{ path, ...(kept.length < ids.length && { hunks: kept }) }];
  });
}
