// A host of repositories, such as GitHub: what the panel asks it about pull requests and checks.
import type {
  Check,
  NewPullRequest,
  OpenedPullRequest,
  PullRequest,
  PullRequestDetails,
} from '../../../shared/pull-requests.ts';

/** How many of each kind are asked for: the most that all of the hosts give at once. */
export const PAGE = 100;

export interface Place {
  /** With the port of http, if there is one. */
  host: string;
  /** Of the repository, such as `owner/name`, without `.git`. */
  path: string;
}

export type ListedPullRequest = Omit<PullRequest, 'isCurrent'>;

/** Everything rejects with a Refusal 409: `no_program`, `signed_out`, or `forge_failed` with the words of the host. */
export interface Forge {
  /** The newest first. */
  list: () => Promise<ListedPullRequest[]>;
  details: (number: number) => Promise<Omit<PullRequestDetails, 'isCurrent'>>;
  /** The ref under which the host has the commits of a pull request, whatever repository they come from. */
  ref: (number: number) => string;
  /** Answers a thread. `isOnLine`: whether its first comment is about a line. */
  answer: (number: number, to: { thread: string; isOnLine: boolean; body: string }) => Promise<void>;
  /** Of a commit, whether or not it is part of a pull request. */
  checks: (commit: string) => Promise<Check[]>;
  /** The last bytes of the log of a check that has one. */
  log: (check: string, bytes: number) => Promise<{ text: string; isCut: boolean }>;
  /** `from`: the repository with the branch, which may be a fork. */
  create: (wanted: NewPullRequest & { branch: string; from: Place }) => Promise<OpenedPullRequest>;
}

/** In ms since 1970; 0 for a time that is none. */
export const timeOf = (text: string | null | undefined): number => Date.parse(text ?? '') || 0;
