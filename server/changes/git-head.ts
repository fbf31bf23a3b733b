// How the files of a workspace differ from git's last commit. Read only: git takes no lock and refreshes no index.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ChangedFile, ChangeKind } from '../../shared/changes.ts';
import { Refusal } from '../../shared/refusal.ts';

/** A repository may name programs in its settings, which git would run. */
const SAFE = ['-c', 'core.fsmonitor=false', '-c', 'diff.external=', '-c', 'core.quotePath=false'];
const ENV = { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' };
const MAX_OUTPUT = 64 * 1024 * 1024;
const MAX_UNTRACKED = 2000;
const KINDS: Record<string, ChangeKind> = { A: 'created', D: 'deleted', T: 'mode' };
const run = promisify(execFile);

export interface HeadChanges {
  branch: string;
  files: ChangedFile[];
}

/** Throws a Refusal 409 `no_git` if there is no commit to compare with. */
export async function changesSinceHead(root: string): Promise<HeadChanges> {
  const diff = ['diff', '--no-ext-diff', '--no-textconv', '--no-renames', '--relative', '-z'];
  const [branch, names, numbers, untracked] = await Promise.all([
    git(root, ['rev-parse', '--abbrev-ref', 'HEAD']),
    git(root, [...diff, '--name-status', 'HEAD', '--', '.']),
    git(root, [...diff, '--numstat', 'HEAD', '--', '.']),
    git(root, ['ls-files', '--others', '--exclude-standard', '-z']),
  ]).catch((error: Error) => {
    const { stderr } = error as { stderr?: string };
    throw new Refusal(
      409,
      'no_git',
      `git cannot compare with HEAD here: ${(stderr ?? error.message).trim()}`,
    );
  });
  const counts = new Map(
    fieldsOf(numbers).map((line) => {
      const [added = '', removed = '', ...path] = line.split('\t');
      return [path.join('\t'), { added, removed }] as const;
    }),
  );
  const fields = fieldsOf(names);
  const files: ChangedFile[] = [];
  for (let i = 0; i + 1 < fields.length; i += 2) {
    const path = fields[i + 1]!;
    const { added = '0', removed = '0' } = counts.get(path) ?? {};
    files.push({
      ...fileAt(path, KINDS[fields[i]!] ?? 'modified'),
      ...(added === '-' ? { isBinary: true as const } : { added: Number(added), removed: Number(removed) }),
    });
  }
  for (const path of fieldsOf(untracked).slice(0, MAX_UNTRACKED)) files.push(fileAt(path, 'created'));
  return { branch: branch.trim(), files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** The content of a file in the last commit; null if it has none. */
export async function contentInHead(root: string, path: string): Promise<Buffer | null> {
  const options = { cwd: root, env: ENV, maxBuffer: MAX_OUTPUT, encoding: 'buffer' as const };
  return run('git', [...SAFE, 'cat-file', 'blob', `HEAD:./${path}`], options).then(
    ({ stdout }) => stdout,
    () => null,
  );
}

async function git(cwd: string, args: readonly string[]): Promise<string> {
  return (await run('git', [...SAFE, ...args], { cwd, env: ENV, maxBuffer: MAX_OUTPUT })).stdout;
}

function fieldsOf(output: string): string[] {
  return output.split('\0').filter((field) => field !== '');
}

function fileAt(path: string, kind: ChangeKind): ChangedFile {
  return { path, kind, added: 0, removed: 0, calls: [], shared: false, known: true, undone: false };
}
