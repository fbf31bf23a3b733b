// A pull request in the REST answers of GitHub and of Gitea, which follows GitHub here.
import type { ListedPullRequest } from './forge.ts';

export interface RestPull {
  number: number;
  title: string;
  html_url: string;
  state: 'open' | 'closed';
  /** Gitea says only that it is merged, GitHub only when. */
  merged?: boolean;
  merged_at?: string | null;
  draft?: boolean;
  body?: string | null;
  user: { login: string } | null;
  head: { ref: string; sha: string };
  base: { ref: string };
}

export function asPull(pull: RestPull): ListedPullRequest {
  return {
    number: pull.number,
    title: pull.title,
    url: pull.html_url,
    author: pull.user?.login ?? '',
    branch: pull.head.ref,
    base: pull.base.ref,
    commit: pull.head.sha,
    state: pull.merged || pull.merged_at ? 'merged' : pull.state,
    ...(pull.draft && { isDraft: true }),
  };
}
