// Pull requests of a workspace: the open ones, one with its comments, the checks of a commit, and a new one.
import type {
  Check,
  CheckLog,
  NewPullRequest,
  OpenedPullRequest,
  PullRequestDetails,
  PullRequestDraft,
  PullRequests,
} from '../../shared/pull-requests.ts';
import { Refusal } from '../../shared/refusal.ts';
import { readGit, readWord } from '../git/git.ts';
import { findForge, type Hosted } from './forge/find-forge.ts';
import { logText } from './forge/log-text.ts';

/** How much of a log is kept: the end, which says why it failed. */
const LOG_BYTES = 64 * 1024;
/** A body with more commits than these says nothing. */
const MAX_COMMITS = 100;

/** Resolves to null if the repository has no host of pull requests, as most that are only on this machine. */
export async function findPullRequests(root: string): Promise<PullRequests | null> {
  try {
    return await listPullRequests(root);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no_host') return null;
    throw error;
  }
}

/** Rejects with a Refusal, such as 409 `no_host`. */
export async function listPullRequests(root: string): Promise<PullRequests> {
  const { forge, program, place, pushed } = await findForge(root);
  const open = await forge.list();
  return {
    repository: `${place.host}/${place.path}`,
    program,
    open: open.map((one) => (one.branch === pushed?.branch ? { ...one, isCurrent: true } : one)),
    branch: pushed?.branch ?? null,
    commit: pushed?.commit ?? null,
  };
}

export async function readPullRequest(root: string, number: number): Promise<PullRequestDetails> {
  const { forge, pushed } = await findForge(root);
  const details = await forge.details(number);
  return details.branch === pushed?.branch ? { ...details, isCurrent: true } : details;
}

/** The failed ones first, then those that run. */
export async function readChecks(root: string, commit: string): Promise<Check[]> {
  const { forge } = await findForge(root);
  const order = ['failed', 'running', 'passed', 'skipped'];
  return (await forge.checks(commit)).toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

export async function readCheckLog(root: string, check: string): Promise<CheckLog> {
  const { forge } = await findForge(root);
  const { text, isCut } = await forge.log(check, LOG_BYTES);
  return { text: logText(text, isCut), isCut };
}

/** The suggested text of a new pull request: the subject and body of its only commit, or the list of its commits. */
export async function draftPullRequest(root: string): Promise<PullRequestDraft> {
  const { branch, commit, bases, base, remote } = await findTarget(root);
  const format = '--format=%s%x00%b%x00';
  const range = `refs/remotes/${remote}/${base}..${commit}`;
  const output = await readGit(root, ['log', format, '--reverse', `--max-count=${MAX_COMMITS}`, range, '--']);
  const fields = output.split('\0').map((field) => field.trim());
  const commits = fields.flatMap((subject, at) =>
    at % 2 === 0 && at + 1 < fields.length ? { subject, body: fields[at + 1]! } : [],
  );
  const [only] = commits;
  const template = await readTemplate(root);
  const list =
    commits.length === 1 ? (only?.body ?? '') : commits.map(({ subject }) => `- ${subject}`).join('\n');
  return {
    ...{ branch, base, bases },
    title: commits.length === 1 ? (only?.subject ?? '') : titleOf(branch),
    body: [list, template].filter(Boolean).join('\n\n'),
  };
}

export async function openPullRequest(root: string, wanted: NewPullRequest): Promise<OpenedPullRequest> {
  const { forge, from, branch } = await findTarget(root);
  if (wanted.base === branch)
    throw new Refusal(409, 'same_branch', `${branch} cannot be merged into itself. Choose another branch.`);
  return forge.create({ ...wanted, branch, from });
}

interface Target extends Hosted {
  branch: string;
  from: NonNullable<Hosted['pushed']>['from'];
  commit: string;
  base: string;
  bases: string[];
}

/** Rejects with a Refusal 409 `not_pushed` if there is no branch that it could be about. */
async function findTarget(root: string): Promise<Target> {
  const found = await findForge(root);
  const { pushed, remote } = found;
  if (!pushed)
    throw new Refusal(409, 'not_pushed', 'The current branch is not on the host yet. Push it first.');
  const prefix = `refs/remotes/${remote}/`;
  const refs = await readGit(root, [
    'for-each-ref',
    '--sort=-committerdate',
    '--format=%(refname) %(symref)',
    prefix,
  ]);
  const named = refs.split('\n').filter(Boolean);
  const bases = named.flatMap((line) => {
    const [ref = '', symref = ''] = line.split(' ');
    return symref === '' && ref !== `${prefix}${pushed.branch}` ? ref.slice(prefix.length) : [];
  });
  // The remote's HEAD is known if the repository was cloned.
  const head = await readWord(root, ['rev-parse', '--abbrev-ref', '--verify', '--quiet', `${prefix}HEAD`]);
  const chosen = head?.slice(remote.length + 1);
  const base =
    [chosen, 'main', 'master'].find((name) => name !== undefined && bases.includes(name)) ?? bases[0];
  if (base === undefined)
    throw new Refusal(
      409,
      'no_base',
      `The remote ${remote} has no other branch that ${pushed.branch} could be for. Fetch first.`,
    );
  return { ...found, ...pushed, base, bases };
}

/** `work/fix-the-login` becomes `Fix the login`. */
function titleOf(branch: string): string {
  const words = branch.slice(branch.lastIndexOf('/') + 1).replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const TEMPLATES = ['.github', '', 'docs', '.gitea', '.forgejo'].flatMap((folder) =>
  ['pull_request_template.md', 'PULL_REQUEST_TEMPLATE.md'].map((name) =>
    folder ? `${folder}/${name}` : name,
  ),
);
const GITLAB_TEMPLATE = '.gitlab/merge_request_templates/Default.md';
const MAX_TEMPLATE = 20_000;

/** The repository's template, as it is in the last commit. */
async function readTemplate(root: string): Promise<string> {
  const paths = [...TEMPLATES, GITLAB_TEMPLATE];
  const found = await readGit(root, ['ls-tree', '-z', '--full-tree', '--name-only', 'HEAD', '--', ...paths]);
  const [first] = found.split('\0').filter(Boolean);
  if (first === undefined) return '';
  return (await readGit(root, ['cat-file', 'blob', `HEAD:${first}`])).slice(0, MAX_TEMPLATE).trim();
}
