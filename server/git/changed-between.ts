// The files that differ between two commits, as lists of changes have them.
import { changedFile, type ChangedFile, type ChangeKind } from '../../shared/changes.ts';
import { readGit, readWord } from './git.ts';

/** As in the recorded scopes, empty files are never renamed ones. */
export const FIND_RENAMES = ['--find-renames', '--no-rename-empty'];
const KINDS: Record<string, ChangeKind> = { A: 'created', D: 'deleted', T: 'mode' };
/** The tree without files, which a first commit is compared with, by the length of ids. */
const EMPTY_TREE: Record<number, string> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

/** Returns the first parent of a commit, or the empty tree. */
export async function parentOf(root: string, id: string): Promise<string> {
  const found = await readWord(root, ['rev-parse', '--verify', '--quiet', `${id}^1`]);
  return found ?? EMPTY_TREE[id.length]!;
}

/** Both are ids. Paths are relative to the workspace, and files outside of it are left out. */
export async function changedBetween(root: string, before: string, after: string): Promise<ChangedFile[]> {
  const [names, numbers] = await Promise.all(
    ['--name-status', '--numstat'].map((form) =>
      readGit(root, ['diff', ...FIND_RENAMES, '--relative', '-z', form, before, after, '--']),
    ),
  );
  return parseChanged(names!, numbers!).map((file) => ({ ...file, version: after }));
}

/** Parses the outputs of `git diff -z` with `--name-status` and with `--numstat`. */
export function parseChanged(names: string, numbers: string): ChangedFile[] {
  const counts = countsOf(numbers);
  return namesOf(names).map(({ status, path, from }) => {
    const { added = '0', removed = '0' } = counts.get(path) ?? {};
    const same = added === '0' && removed === '0' ? 'mode' : 'modified';
    const kind = from === undefined ? (KINDS[status] ?? same) : 'renamed';
    return {
      ...changedFile(path, kind),
      ...(from !== undefined && { from }),
      ...(added === '-' ? { isBinary: true as const } : { added: Number(added), removed: Number(removed) }),
    };
  });
}

/** Parses the output of `git diff --name-status -z`. */
export function namesOf(output: string): { status: string; path: string; from?: string }[] {
  const fields = fieldsOf(output);
  const found: { status: string; path: string; from?: string }[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const [status, path, to] = fields.slice(i, i + 3) as [string, string, string?];
    if (!status.startsWith('R') || to === undefined) found.push({ status, path });
    else {
      found.push({ status, path: to, from: path });
      i += 1;
    }
  }
  return found;
}

/** Parses the output of `git diff --numstat -z`. The path of a renamed file follows in two further fields. */
function countsOf(output: string): Map<string, { added: string; removed: string }> {
  const fields = fieldsOf(output);
  const counts = new Map<string, { added: string; removed: string }>();
  for (let i = 0; i < fields.length; i += 1) {
    const [added = '', removed = '', ...path] = fields[i]!.split('\t');
    const name = path.join('\t') || fields[(i += 2)];
    if (name !== undefined) counts.set(name, { added, removed });
  }
  return counts;
}

export function fieldsOf(output: string): string[] {
  return output.split('\0').filter((field) => field !== '');
}
