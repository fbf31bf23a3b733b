// Finds the repositories inside a worktree, such as submodules and clones, and the work that goes with its folder. No
// commit of the worktree has this work, because git stores only the id of a commit for a repository inside another one.
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { InnerRepository } from '../../shared/worktrees.ts';
import { readFiles } from './checkout-files.ts';
import { gitWords, readGit } from './git.ts';
import { commitsOnlyAt, commitsOnlyIn } from './inner-commits.ts';
import { comparePaths } from '../../shared/natural-order.ts';

/** Ignored names of an inner repository are not part of the answer of the repository around it. */
export interface FoundRepository extends InnerRepository {
  ignored: string[];
}

/**
 * Finds the repositories that go with the worktree in this folder, by the disk and not by what git lists: a repository
 * may be ignored, no longer be in the index, or have only its git folder left.
 */
export async function findInnerRepositories(folder: string): Promise<FoundRepository[]> {
  const root = await realpath(folder);
  const gitDir = await realpath(
    (await readGit(root, ['rev-parse', '--absolute-git-dir'])).replace(/\n$/, ''),
  );
  const goes = (place: string): boolean => isInside(place, root) || isInside(place, gitDir);
  const stores = new Set<string>();
  const found: FoundRepository[] = [];
  for (const { name, problem } of await findPlaces(root)) {
    const one: FoundRepository = { path: name, files: [], commits: [], problem, ignored: [] };
    found.push(one);
    if (problem !== null) continue;
    try {
      const { store, head } = await locate(path.join(root, name));
      const files = await readFiles(path.join(root, name));
      one.files = [...files.uncommitted, ...files.untracked];
      one.ignored = files.ignored;
      one.commits = goes(store) ? await commitsOnlyIn(store, goes) : await commitsOnlyAt(store, head);
      stores.add(store);
    } catch (error) {
      one.problem = gitWords(error);
    }
  }
  const modules = path.join(gitDir, 'modules');
  for (const store of await findStores(modules)) {
    if (stores.has(await realpath(store))) continue;
    const name = path.relative(modules, store);
    const one: FoundRepository = { path: name, files: [], commits: [], problem: null, ignored: [] };
    try {
      one.commits = await commitsOnlyIn(store, goes);
    } catch (error) {
      one.problem = gitWords(error);
    }
    // Without a folder, there is nothing but commits to lose.
    if (!isSafe(one)) found.push(one);
  }
  return found;
}

/** Returns where the work is, and what it is: `vendor/lib/ (2 files, 1 commit)`. */
export function describeInner({ path: place, files, commits, problem }: InnerRepository): string {
  const count = (n: number, word: string): string[] => (n === 0 ? [] : [`${n} ${word}${n === 1 ? '' : 's'}`]);
  const parts = [...count(files.length, 'file'), ...count(commits.length, 'commit')];
  return `${place}/ (${problem ?? parts.join(', ')})`;
}

/** Lists the folders of the repositories below this folder, relative to it. */
export async function findRepositoryPlaces(folder: string): Promise<string[]> {
  return (await findPlaces(folder)).flatMap(({ name, problem }) => (problem === null ? name : []));
}

/** Whether nothing is lost with this repository. */
export const isSafe = ({ files, commits, problem }: InnerRepository): boolean =>
  files.length === 0 && commits.length === 0 && problem === null;

function isInside(place: string, folder: string): boolean {
  return `${place}${path.sep}`.startsWith(`${folder}${path.sep}`);
}

/** Lists the folders below this one with a `.git`. `name`: relative, with slashes. */
async function findPlaces(root: string): Promise<{ name: string; problem: string | null }[]> {
  const found: { name: string; problem: string | null }[] = [];
  // A name need not be UTF-8, so each character stands for a byte.
  const visit = async (below: string): Promise<void> => {
    const place = Buffer.concat([Buffer.from(root), Buffer.from(below && `/${below}`, 'latin1')]);
    const bytes = Buffer.from(below, 'latin1');
    const name = bytes.toString('utf8');
    const entries = await readdir(place, { withFileTypes: true, encoding: 'latin1' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
        found.push({ name, problem: `The folder cannot be read: ${error.code ?? error.message}` });
        return [];
      },
    );
    if (below !== '' && entries.some((entry) => isGit(entry.name)))
      found.push({
        name,
        problem: Buffer.from(name).equals(bytes) ? null : 'The name of its folder is not UTF-8.',
      });
    const folders = entries.filter((entry) => entry.isDirectory() && !isGit(entry.name));
    await Promise.all(folders.map((entry) => visit(below === '' ? entry.name : `${below}/${entry.name}`)));
  };
  await visit('');
  return found.toSorted((a, b) => comparePaths(a.name, b.name));
}

const isGit = (name: string): boolean => name.toLowerCase() === '.git';

/** Returns where a checkout has its objects, and the id of its commit. Rejects if git does not know it. */
async function locate(place: string): Promise<{ store: string; head: string | null }> {
  const ask = async (question: string): Promise<string> =>
    (await readGit(place, ['rev-parse', question])).replace(/\n$/, '');
  // git goes on to the repository around it if a `.git` is not a repository.
  if ((await realpath(await ask('--show-toplevel'))) !== (await realpath(place)))
    throw new Error('Its .git is not a repository that git can read.');
  const store = await realpath(path.resolve(place, await ask('--git-common-dir')));
  return { store, head: await headOf(place) };
}

const headOf = (place: string): Promise<string | null> =>
  readGit(place, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']).then(
    (output) => output.trim(),
    () => null,
  );

/** Lists the git folders of submodules, also of those that have no folder any more. Their names may contain slashes. */
async function findStores(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const names = entries.map(({ name }) => name);
  const isStore = names.includes('HEAD') && names.includes('objects');
  const below = entries.filter((entry) => entry.isDirectory() && (!isStore || entry.name === 'modules'));
  const deeper = await Promise.all(below.map(({ name }) => findStores(path.join(folder, name))));
  return [...(isStore ? [folder] : []), ...deeper.flat()];
}
