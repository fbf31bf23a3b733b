// What pi is asked about conflicts. The text is for the model, so it stays in English.
import type { Unfinished } from '../../../shared/git.ts';

export function askToResolve(what: Unfinished | undefined, paths: readonly string[]): string {
  const name = what ?? 'stash';
  const list = paths.map((path) => `- ${path}`).join('\n');
  const end = what === undefined ? '' : ` Do not continue the ${what} yourself.`;
  return `A ${name} stopped with conflicts in these files:\n${list}\n\nResolve them: keep what both sides meant, remove the conflict markers, and stage the files with git add.${end}`;
}
