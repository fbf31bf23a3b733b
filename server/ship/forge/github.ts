// GitHub and GitHub Enterprise, through `gh api`, whose answers are those of the REST API (seen with gh 2.23).
import type { Check, CheckState, ReviewComment } from '../../../shared/pull-requests.ts';
import { PAGE, timeOf, type Forge, type Place } from './forge.ts';
import { hostApi } from './host-api.ts';
import { asPull, type RestPull } from './rest-pull.ts';

interface Comment {
  id: number;
  in_reply_to_id?: number;
  side?: 'LEFT' | 'RIGHT';
  user: { login: string } | null;
  body?: string | null;
  created_at?: string;
  submitted_at?: string | null;
  state?: string;
  path?: string;
  line?: number | null;
  original_line?: number | null;
}

interface CheckRun {
  id: number;
  name: string;
  status: string;
  conclusion: string | null;
  html_url: string | null;
  details_url: string | null;
  app: { slug: string } | null;
  output?: { title: string | null };
}

interface Status {
  id: number;
  context: string;
  state: 'success' | 'failure' | 'error' | 'pending';
  description: string | null;
  target_url: string | null;
}

const VERDICTS: Readonly<Record<string, ReviewComment['verdict']>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes requested',
};

export function github({ host, path }: Place): Forge {
  const api = hostApi('gh', {
    args: (to) => ['api', '--hostname', host, to],
    post: ['--method', 'POST', '--input', '-'],
    signIn: `gh auth login --hostname ${host}`,
  });
  const at = `repos/${path}`;
  const page = `per_page=${PAGE}`;
  return {
    list: async () => (await api.get<RestPull[]>(`${at}/pulls?state=open&${page}`)).map(asPull),
    details: async (number) => {
      const [pull, reviews, lines, others] = await Promise.all([
        api.get<RestPull>(`${at}/pulls/${number}`),
        api.get<Comment[]>(`${at}/pulls/${number}/reviews?${page}`),
        api.get<Comment[]>(`${at}/pulls/${number}/comments?${page}`),
        api.get<Comment[]>(`${at}/issues/${number}/comments?${page}`),
      ]);
      // A review with neither a text nor a verdict only holds its comments.
      const told = reviews.filter(({ body, state = '' }) => Boolean(body) || state in VERDICTS);
      const comments = [...told, ...lines, ...others].map(asComment).toSorted((a, b) => a.at - b.at);
      const hasMore = [reviews, lines, others].some((each) => each.length === PAGE);
      return { ...asPull(pull), body: pull.body ?? '', comments, ...(hasMore && { hasMore }) };
    },
    ref: (number) => `refs/pull/${number}/head`,
    answer: async (number, { thread, isOnLine, body }) => {
      const to = isOnLine ? `pulls/${number}/comments/${thread}/replies` : `issues/${number}/comments`;
      await api.post(`${at}/${to}`, { body });
    },
    checks: async (commit) => {
      const [{ check_runs: runs }, { statuses }] = await Promise.all([
        api.get<{ check_runs: CheckRun[] }>(`${at}/commits/${commit}/check-runs?${page}`),
        api.get<{ statuses: Status[] }>(`${at}/commits/${commit}/status?${page}`),
      ]);
      return [...runs.map(asCheck), ...statuses.map(asStatus)];
    },
    // A check of GitHub's own Actions is a job, under the same id.
    log: (check, bytes) => api.getEnd(`${at}/actions/jobs/${check}/logs`, bytes),
    create: async ({ title, body, base, isDraft = false, branch, from }) => {
      const owner = from.path.split('/')[0]!;
      const head = from.path === path ? branch : `${owner}:${branch}`;
      const made = await api.post<RestPull>(`${at}/pulls`, { title, body, base, head, draft: isDraft });
      return { number: made.number, url: made.html_url };
    },
  };
}

function asComment(comment: Comment): ReviewComment {
  const line = comment.line ?? comment.original_line;
  const verdict = VERDICTS[comment.state ?? ''];
  return {
    id: `${comment.id}`,
    thread: `${comment.in_reply_to_id ?? comment.id}`,
    author: comment.user?.login ?? '',
    at: timeOf(comment.submitted_at ?? comment.created_at),
    body: comment.body ?? '',
    ...(comment.path !== undefined && { path: comment.path }),
    ...(line && { line }),
    ...(comment.side === 'LEFT' && { side: 'before' as const }),
    ...(verdict && { verdict }),
  };
}

const CONCLUSIONS: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  neutral: 'skipped',
  skipped: 'skipped',
};

function asCheck({ id, name, status, conclusion, app, output, ...urls }: CheckRun): Check {
  // What has another end, such as `cancelled` or `timed_out`, has not passed.
  const state = status === 'completed' ? (CONCLUSIONS[conclusion ?? ''] ?? 'failed') : 'running';
  const words = output?.title || (state === 'failed' && conclusion !== 'failure' ? (conclusion ?? '') : '');
  return {
    id: `${id}`,
    name,
    state,
    summary: words.replaceAll('_', ' '),
    url: urls.html_url ?? urls.details_url,
    ...(app?.slug === 'github-actions' && state !== 'running' && { hasLog: true as const }),
  };
}

function asStatus({ id, context, state, description, target_url: url }: Status): Check {
  const states = { success: 'passed', failure: 'failed', error: 'failed', pending: 'running' } as const;
  return { id: `status-${id}`, name: context, state: states[state], summary: description ?? '', url };
}
