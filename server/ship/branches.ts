// The branches of a repository: listing, creating, switching, renaming and deleting them.
import type { BranchBody, GitBranch, GitCommit, GitDone, OwnCommits } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { readGit, readWord } from '../git/git.ts';
import { readCommits } from './commits.ts';
import { runGit, type GitAct } from './run-git.ts';

const MAX_BRANCHES = 1000;
const MAX_NAMED = 50;
const FIELDS = [
  '%(refname)',
  '%(objectname)',
  '%(upstream:short)',
  '%(upstream:track,nobracket)',
  '%(committerdate:unix)',
  '%(HEAD)',
  '%(worktreepath)',
  '%(symref)',
  '%(contents:subject)',
];

/** Local and remote branches, the most recently changed first. */
export async function listBranches(root: string): Promise<GitBranch[]> {
  const format = `--format=${FIELDS.join('%00')}`;
  const order = ['--sort=-committerdate', `--count=${MAX_BRANCHES}`];
  const output = await readGit(root, ['for-each-ref', format, ...order, 'refs/heads', 'refs/remotes']);
  return output
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [ref = '', commit = '', upstream = '', track = '', at = '', head, folder, symref, ...subject] =
        line.split('\0');
      // `origin/HEAD` only names another branch.
      if (symref) return [];
      const isRemote = ref.startsWith('refs/remotes/');
      const count = (word: string): number => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
      return {
        name: ref.replace(/^refs\/(?:heads|remotes)\//, ''),
        ...(isRemote && { isRemote: true as const }),
        commit,
        upstream: upstream === '' ? null : upstream,
        ...(track === 'gone' && { isGone: true as const }),
        ahead: count('ahead'),
        behind: count('behind'),
        at: Number(at) * 1000,
        subject: subject.join('\0'),
        ...(head === '*' && { isCurrent: true as const }),
        ...(head !== '*' && folder && { folder }),
      };
    });
}

/** Rejects with a Refusal 409 with git's words. */
export async function changeBranch(root: string, body: BranchBody): Promise<GitDone> {
  if ('create' in body) return runGit(root, ...(await creation(root, body)));
  if ('switch' in body) return runGit(root, ...switching(body));
  if ('rename' in body) return runGit(root, { args: ['branch', '-m', body.rename, body.to] });
  return deleteBranch(root, body);
}

/** Whether this changes which files are in the folder. */
export function changesFiles(body: BranchBody): boolean {
  return 'switch' in body || ('create' in body && !body.stay && body.from !== undefined);
}

async function creation(
  root: string,
  { create, from, stay }: Extract<BranchBody, { create: string }>,
): Promise<GitAct[]> {
  const start = from === undefined ? [] : [await requireCommit(root, from)];
  if (stay) return [{ args: ['branch', create, ...start] }];
  return [{ args: ['switch', '--create', create, ...start], codeOf: blockedCode }];
}

/** Returns the name if it leads to a commit. git would take others for options or revisions of its own. */
async function requireCommit(root: string, name: string): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  if ((await readWord(root, args)) !== null) return name;
  throw new Refusal(409, 'git_failed', `There is no commit ${name}.`);
}

function switching({ switch: to, stash }: Extract<BranchBody, { switch: string }>): GitAct[] {
  const stashing = ['stash', 'push', '--include-untracked', '-m', `Before switching to ${to}`];
  return [...(stash ? [{ args: stashing }] : []), { args: ['switch', to], codeOf: blockedCode }];
}

/** git lists the files in the way in lines that begin with a tab. */
const blockedCode = (output: string): string => (/^\t\S/m.test(output) ? 'would_overwrite' : 'git_failed');

async function deleteBranch(
  root: string,
  { delete: name, unmerged }: Extract<BranchBody, { delete: string }>,
): Promise<GitDone> {
  const ref = `refs/heads/${name}`;
  if (unmerged === undefined)
    return runGit(root, { args: ['branch', '-d', name], codeOf: () => unmergedCode(root, ref) });
  const commit = await readWord(root, ['rev-parse', '--verify', '--quiet', ref]);
  if (commit !== unmerged)
    throw new Refusal(409, 'branch_moved', `${name} has other commits by now. Look at it again.`);
  return runGit(root, { args: ['branch', '-D', name] });
}

async function unmergedCode(root: string, ref: string): Promise<string> {
  const missing = await readWord(root, ['rev-list', '--max-count=1', ref, '--not', 'HEAD', '--']);
  return missing ? 'unmerged' : 'git_failed';
}

/** The commit of a branch, and its commits that nothing else leads to. Rejects with a Refusal 409. */
export async function ownCommits(root: string, branch: string): Promise<OwnCommits> {
  const ref = `refs/heads/${branch}`;
  const commit = await readWord(root, ['rev-parse', '--verify', '--quiet', ref]);
  if (commit === null) throw new Refusal(409, 'git_failed', `There is no branch ${branch}.`);
  return { commit, commits: await onlyOn(root, branch) };
}

/** The commits that no other branch, remote or tag has. */
async function onlyOn(root: string, branch: string): Promise<GitCommit[]> {
  const others = ['--not', `--exclude=${branch}`, '--branches', '--remotes', '--tags'];
  return readCommits(root, { range: [`refs/heads/${branch}`, ...others], count: MAX_NAMED });
}
