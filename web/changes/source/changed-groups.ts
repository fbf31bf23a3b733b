// The files that differ from git's last commit, by what the next commit would do with them.
import { changedFile, type ChangedFile, type ChangeKind } from '../../../shared/changes.ts';
import type { GitMark, GitState } from '../../../shared/git.ts';
import type { Text } from '../../language/text.ts';

export interface ChangedGroup {
  id: 'conflicts' | 'staged' | 'changed' | 'untracked';
  label: Text;
  files: ChangedFile[];
}

const LABELS: Record<ChangedGroup['id'], Text> = {
  conflicts: 'Conflicts##merge',
  staged: 'Staged',
  changed: 'Not staged',
  untracked: 'Untracked files',
};
const KINDS: Record<GitMark, ChangeKind> = {
  modified: 'modified',
  added: 'created',
  deleted: 'deleted',
  untracked: 'created',
  conflict: 'modified',
};

/** Of an untracked folder, which git reports as a whole. */
const MAX_LISTED = 100;

/** Groups without files are left out. `known`: the same files with the numbers of their lines, if those were fetched. */
export function groupsOf(state: GitState, known: readonly ChangedFile[]): ChangedGroup[] {
  const files = new Map(known.map((file) => [file.path, file]));
  const marked = (mark: GitMark): string[] =>
    Object.entries(state.files).flatMap(([path, of]) => (of === mark ? path : []));
  const paths: Record<ChangedGroup['id'], string[]> = {
    conflicts: marked('conflict'),
    staged: state.staged,
    changed: state.unstaged,
    untracked: marked('untracked').flatMap((path) => filesIn(path, known)),
  };
  const isBoth = new Set(state.staged.filter((path) => state.unstaged.includes(path)));
  return (Object.keys(paths) as ChangedGroup['id'][])
    .filter((id) => paths[id].length > 0)
    .map((id) => ({
      id,
      label: LABELS[id],
      files: paths[id].map((path) => {
        const plain = changedFile(path, KINDS[state.files[path] ?? 'modified']);
        // The numbers are those of the whole difference.
        const found = isBoth.has(path) ? undefined : files.get(path);
        return found ? { ...found, undone: false } : plain;
      }),
    }));
}

/** Returns the files of an untracked folder, if they are known and few. */
function filesIn(path: string, known: readonly ChangedFile[]): string[] {
  if (!path.endsWith('/')) return [path];
  const inside = known.flatMap((file) => (file.path.startsWith(path) ? file.path : []));
  return inside.length > 0 && inside.length <= MAX_LISTED ? inside : [path];
}
