// Fetch, pull and push, with the user's own configuration, and what a push would do.
import type { GitCommit, GitDone, PullBody, PushBody, PushPlan } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { readWord } from '../git/git.ts';
import { readGitState } from '../git/git-state.ts';
import { findUnfinished } from '../git/unfinished.ts';
import { readCommits } from './commits.ts';
import { newPullRequest } from './new-pull-request.ts';
import { runGit } from './run-git.ts';

/** How many commits a plan names. */
const MAX_COMMITS = 200;

/** Fetches from all remotes of the user's choice, as `git fetch` does. */
export function fetchRemotes(root: string): Promise<GitDone> {
  return runGit(root, { args: ['fetch', '--progress'] });
}

/**
 * Pulls as configured, or as `how` says. The code of the refusal is `conflict` if a merge or rebase is in progress then,
 * and `diverged` if git wants to know how to join the branches.
 */
export function pull(root: string, { how }: PullBody): Promise<GitDone> {
  const options =
    how === undefined ? [] : { ff: ['--ff-only'], merge: ['--no-rebase'], rebase: ['--rebase'] }[how];
  const codeOf = async (): Promise<string> => {
    if ((await findUnfinished(root)) !== null) return 'conflict';
    if (await lacksUpstream(root)) return 'no_upstream';
    const state = await readGitState(root);
    return state && 'files' in state && state.ahead > 0 && state.behind > 0 ? 'diverged' : 'git_failed';
  };
  return runGit(root, { args: ['pull', '--progress', ...options], codeOf });
}

/**
 * Pushes the current branch. `upstream`: the remote that it gets as its upstream. `expected`: the commit on the remote that
 * is overwritten. The code of the refusal is `rejected` if the remote has other commits.
 */
export async function push(root: string, { upstream, expected }: PushBody): Promise<GitDone> {
  const codeOf = async (output: string): Promise<string> => {
    if (/^ ! \[rejected\]/m.test(output)) return 'rejected';
    return upstream === undefined && (await lacksUpstream(root)) ? 'no_upstream' : 'git_failed';
  };
  const run = (...args: string[]): Promise<GitDone> =>
    runGit(root, { args: ['push', '--progress', ...args], codeOf });
  if (upstream === undefined && expected === undefined) return run();
  const { branch, remote, ref } = await targetOf(root, upstream);
  if (branch === null)
    throw new Refusal(409, 'git_failed', 'HEAD is detached, so there is no branch to push.');
  if (remote === null) throw new Refusal(409, 'no_upstream', `${branch} has no upstream to overwrite.`);
  const force = expected === undefined ? [] : [`--force-with-lease=${ref}:${expected}`];
  const follow = upstream === undefined ? [] : ['--set-upstream'];
  return run(...follow, ...force, remote, `refs/heads/${branch}:${ref}`);
}

export async function planPush(root: string): Promise<PushPlan> {
  const remotes = (await readConfig(root, '--get-regexp', String.raw`^remote\..*\.url$`))
    .split('\n')
    .flatMap((line) => /^remote\.(.+)\.url /.exec(line)?.[1] ?? []);
  const { branch, remote, ref } = await targetOf(root, undefined);
  const plan = { branch, remotes: [...new Set(remotes)], remote, ref };
  const known =
    branch === null ? null : await readWord(root, ['rev-parse', '--verify', '--quiet', `${branch}@{push}`]);
  if (known === null) return { ...plan, expected: null, commits: [], overwritten: [], pullRequest: null };
  const log = (range: string): Promise<GitCommit[]> =>
    readCommits(root, { range: [range], count: MAX_COMMITS });
  const [commits, overwritten] = await Promise.all([log(`${known}..HEAD`), log(`HEAD..${known}`)]);
  const address = remote === null ? '' : await readConfig(root, '--get', `remote.${remote}.url`);
  const pullRequest = newPullRequest(address, ref.replace(/^refs\/heads\//, ''));
  return { ...plan, expected: known, commits, overwritten, pullRequest };
}

async function lacksUpstream(root: string): Promise<boolean> {
  const state = await readGitState(root);
  return state !== null && 'files' in state && state.branch !== null && state.upstream === null;
}

/** Where git pushes the current branch: the remote, and the name of the branch there. */
export async function targetOf(
  root: string,
  chosen: string | undefined,
): Promise<{ branch: string | null; remote: string | null; ref: string }> {
  const state = await readGitState(root);
  const branch = state && 'files' in state ? state.branch : null;
  if (branch === null || chosen !== undefined)
    return { branch, remote: chosen ?? null, ref: `refs/heads/${branch}` };
  const read = (key: string): Promise<string> => readConfig(root, '--get', key);
  const [own, pushed, general, merge] = await Promise.all([
    read(`branch.${branch}.remote`),
    read(`branch.${branch}.pushRemote`),
    read('remote.pushDefault'),
    read(`branch.${branch}.merge`),
  ]);
  const remote = pushed || general || own;
  return {
    branch,
    remote: remote === '' ? null : remote,
    ref: remote === own && merge !== '' ? merge : `refs/heads/${branch}`,
  };
}

/** Returns '' for a setting that is not there. */
export async function readConfig(root: string, ...args: string[]): Promise<string> {
  return (await readWord(root, ['config', ...args])) ?? '';
}
