// Converts between contents as git stores them and as files have them. git may store different line endings, and may
// filter what it stores.
import { Refusal } from '../../shared/refusal.ts';
import { gitWords, readBytes, readGit, readOutput, writeGit } from './git.ts';
import { GitFailure, UnstoppableProgram } from './start-git.ts';

/**
 * Returns the content of a file in the last commit, as git would write it to disk, or null if the commit lacks the
 * file.
 */
export function contentInHead(root: string, path: string): Promise<Buffer | null> {
  return readCheckedOut(root, 'HEAD', path);
}

/**
 * Returns the content in a commit, or in the index if `commit` is empty. Does not run programs that the repository
 * names for the file.
 */
export async function readCheckedOut(root: string, commit: string, path: string): Promise<Buffer | null> {
  return readContent(root, { form: '--filters', commit, path }).catch((error: unknown) => {
    if (error instanceof UnstoppableProgram) return readStored(root, commit, path);
    throw error;
  });
}

/** Returns the content in a commit, or in the index if `commit` is empty, as git stores it. */
export function readStored(root: string, commit: string, path: string): Promise<Buffer | null> {
  return readContent(root, { form: 'blob', commit, path });
}

/**
 * git says that there is no such file, or no repository. About a file whose content it does not have, it says something
 * else.
 */
const ABSENT =
  /^fatal: (?:path .* (?:does not exist|exists on disk, but not in) |invalid object name 'HEAD'|not a git repository)/s;

/** How a folder or a commit begins, whose raw content git prints as well if it is asked for the filtered one. */
const OTHER = /^(?:$|[0-7]{5,6} |tree [0-9a-f]{40})/;

async function readContent(
  root: string,
  { form, commit, path }: { form: '--filters' | 'blob'; commit: string; path: string },
): Promise<Buffer | null> {
  try {
    const bytes = await readOutput(root, ['cat-file', form, `${commit}:./${path}`]);
    const mayBeOther = form === '--filters' && OTHER.test(bytes.toString('latin1', 0, 64));
    return mayBeOther && !(await isFile(root, commit, path)) ? null : bytes;
  } catch (error) {
    // Without git there is no commit either. Another reason not to start it says nothing about the file.
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === 'spawn git' && code === 'ENOENT') return null;
    if (!(error instanceof GitFailure)) throw error;
    if (ABSENT.test(error.stderr) || !(await isFile(root, commit, path))) return null;
    throw new Refusal(
      409,
      'git_failed',
      `git does not have the content of ${JSON.stringify(path)}, as in a partial clone or after damage: ${gitWords(error)}`,
    );
  }
}

/** Whether the commit, or the index, has a file at this path, and not a folder or a submodule. */
async function isFile(root: string, commit: string, path: string): Promise<boolean> {
  const args =
    commit === ''
      ? ['ls-files', '--stage', '-z', '--', `:(literal)${path}`]
      : ['ls-tree', '-z', commit, '--', path];
  // Of a folder, git lists the files.
  return (await readGit(root, args))
    .split('\0')
    .some((line) => /^1[02]0/.test(line) && line.slice(line.indexOf('\t') + 1) === path);
}

/**
 * Returns the bytes that git stores for a file with this content. Runs the filters of the repository. `stored`: what
 * git stores without its filters, if known.
 */
export async function toStore(
  root: string,
  path: string,
  { content, stored }: { content: Buffer; stored: Buffer | null },
): Promise<Buffer> {
  // Without a filter, this is exact: `hash-object` converts line endings that git keeps because the index has them.
  if (stored && !(await hasFilter(root, path))) return stored;
  const hash = (...args: string[]): Promise<string> => hashOf(root, args, { path, input: content });
  const [plain, filtered] = [await hash('--no-filters'), await hash(`--path=${path}`)];
  if (plain === filtered) return content;
  const id = await hash('-w', `--path=${path}`);
  const written = await readBytes(root, ['cat-file', 'blob', id]);
  if (written) return written;
  throw failed(path, `it does not have ${id}`);
}

async function hasFilter(root: string, path: string): Promise<boolean> {
  const output = await readGit(root, ['check-attr', '-z', 'filter', '--', path]);
  return !['unspecified', 'unset'].includes(output.split('\0')[2] ?? '');
}

async function hashOf(
  root: string,
  args: readonly string[],
  { path, input }: { path: string; input: Buffer },
): Promise<string> {
  const quiet = ['-c', 'core.safecrlf=false'];
  const { status, output } = await writeGit(root, [...quiet, 'hash-object', '--stdin', ...args], { input });
  // Filters may print something before the id.
  const id = /[0-9a-f]{40,64}\n$/.exec(output)?.[0].trim();
  if (status === 0 && id) return id;
  throw failed(path, output.trim());
}

function failed(path: string, words: string): Refusal {
  return new Refusal(
    409,
    'git_failed',
    `git cannot store ${JSON.stringify(path)}: ${words} Nothing was staged.`,
  );
}
