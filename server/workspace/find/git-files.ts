// The files that git knows or would add, from `git ls-files`. The first of 500,000 files arrive after milliseconds, and
// the user's global excludes count.
import { startReadingGit } from '../../git/start-git.ts';

/** Thrown if git is not installed, makes no progress, or would not read the folder as part of a repository. */
export class NoGit extends Error {}

export interface NameReceiver {
  add: (paths: readonly string[]) => void;
  remove: (paths: readonly string[]) => void;
}

/**
 * Reports the paths relative to `root`, those in the index first. Links are left out, and so is `node_modules` if git
 * does not know it. Returns the folders, as `a/b/`, that are separate repositories. Throws NoGit.
 */
export async function listGitFiles(root: string, names: NameReceiver): Promise<string[]> {
  // These are listed separately and without modes, so that they arrive early.
  await git(root, ['--recurse-submodules'], (paths) => names.add(paths));
  // The index of a sparse or partly deleted checkout includes missing files, so every file has to be checked.
  const missing: string[] = [];
  const lists = Promise.all([
    git(root, ['--deleted'], (paths) => missing.push(...paths)),
    git(root, ['-t', '--stage', '--recurse-submodules'], (lines) =>
      missing.push(...lines.filter(isNotFile).map((line) => line.slice(line.indexOf('\t') + 1))),
    ),
  ]);
  lists.catch(() => undefined);
  const inner: string[] = [];
  await git(root, ['--others', '--exclude-standard'], (paths) => {
    inner.push(...paths.filter((path) => path.endsWith('/')));
    names.add(paths.filter((path) => !path.endsWith('/') && !/(?:^|\/)node_modules\//.test(path)));
  });
  await lists;
  names.remove(missing);
  return inner;
}

/**
 * Whether a line is a link, or a file that a sparse checkout left out (`S`). A line has a tag, a mode, an object and a
 * stage.
 */
function isNotFile(line: string): boolean {
  return line.startsWith('S ') || line.startsWith('120000 ', 2);
}

async function git(root: string, options: string[], onFields: (fields: string[]) => void): Promise<void> {
  const { child, ended } = await startReadingGit(root, ['ls-files', '-z', ...options]).catch(() => {
    throw new NoGit();
  });
  const status = ended.catch(() => null);
  child.stdin.on('error', () => undefined).end();
  let rest = '';
  child.stdout.setEncoding('utf8');
  for await (const chunk of child.stdout) {
    const fields = (rest + (chunk as string)).split('\0');
    rest = fields.pop() ?? '';
    onFields(fields);
  }
  if ((await status) !== 0) throw new NoGit();
}
