// GitLab, through `glab api`, whose answers are those of the REST API, version 4.
import type { Check, CheckState, ReviewComment } from '../../../shared/pull-requests.ts';
import { PAGE, timeOf, type Forge, type ListedPullRequest, type Place } from './forge.ts';
import { hostApi, type HostApi } from './host-api.ts';

interface MergeRequest {
  iid: number;
  title: string;
  web_url: string;
  state: string;
  draft?: boolean;
  description?: string | null;
  author: { username: string } | null;
  source_branch: string;
  target_branch: string;
  sha: string;
}

interface Discussion {
  id: string;
  notes: {
    id: number;
    body: string;
    system: boolean;
    author: { username: string } | null;
    created_at: string;
    resolvable?: boolean;
    resolved?: boolean;
    position?: { new_path: string; old_path: string; new_line: number | null; old_line: number | null };
  }[];
}

interface CommitStatus {
  id: number;
  name: string;
  status: string;
  description: string | null;
  target_url: string | null;
  allow_failure?: boolean;
}

const hasEnded = new Set(['success', 'failed', 'canceled']);

export function gitlab({ host, path }: Place): Forge {
  const api = hostApi('glab', {
    args: (to) => ['api', '--hostname', host, to],
    post: ['--method', 'POST', '--header', 'Content-Type: application/json', '--input', '-'],
    signIn: `glab auth login --hostname ${host}`,
  });
  const at = projectAt(path);
  const page = `per_page=${PAGE}`;
  return {
    list: async () =>
      (await api.get<MergeRequest[]>(`${at}/merge_requests?state=opened&${page}`)).map(asPull),
    details: async (number) => {
      const [request, discussions] = await Promise.all([
        api.get<MergeRequest>(`${at}/merge_requests/${number}`),
        api.get<Discussion[]>(`${at}/merge_requests/${number}/discussions?${page}`),
      ]);
      const comments = discussions.flatMap(({ id, notes }) =>
        notes.filter(({ system }) => !system).map((note) => asComment(note, id)),
      );
      return {
        ...asPull(request),
        body: request.description ?? '',
        comments: comments.toSorted((a, b) => a.at - b.at),
        ...(discussions.length === PAGE && { hasMore: true as const }),
      };
    },
    ref: (number) => `refs/merge-requests/${number}/head`,
    answer: async (number, { thread, body }) => {
      await api.post(`${at}/merge_requests/${number}/discussions/${thread}/notes`, { body });
    },
    checks: async (commit) =>
      (await api.get<CommitStatus[]>(`${at}/repository/commits/${commit}/statuses?${page}`)).map(asCheck),
    log: (check, bytes) => api.getEnd(`${at}/jobs/${check}/trace`, bytes),
    create: async ({ title, body, base, isDraft = false, branch, from }) => {
      const isFork = from.path !== path;
      const made = await api.post<MergeRequest>(`${isFork ? projectAt(from.path) : at}/merge_requests`, {
        // GitLab knows a draft by its title.
        title: isDraft ? `Draft: ${title}` : title,
        description: body,
        source_branch: branch,
        target_branch: base,
        ...(isFork && { target_project_id: await idOf(api, path) }),
      });
      return { number: made.iid, url: made.web_url };
    },
  };
}

const projectAt = (path: string): string => `projects/${encodeURIComponent(path)}`;

async function idOf(api: HostApi, path: string): Promise<number> {
  return (await api.get<{ id: number }>(projectAt(path))).id;
}

function asPull(request: MergeRequest): ListedPullRequest {
  return {
    number: request.iid,
    title: request.title,
    url: request.web_url,
    author: request.author?.username ?? '',
    branch: request.source_branch,
    base: request.target_branch,
    commit: request.sha,
    state: request.state === 'merged' ? 'merged' : request.state === 'closed' ? 'closed' : 'open',
    ...(request.draft && { isDraft: true }),
  };
}

function asComment(
  { id, body, author, created_at: at, resolved, position }: Discussion['notes'][0],
  thread: string,
): ReviewComment {
  const line = position?.new_line ?? position?.old_line;
  const path = position?.new_path ?? position?.old_path;
  return {
    id: `${id}`,
    thread,
    author: author?.username ?? '',
    at: timeOf(at),
    body,
    ...(path !== undefined && { path }),
    ...(line && { line }),
    ...(position && position.new_line === null && { side: 'before' as const }),
    ...(resolved && { isResolved: true }),
  };
}

const STATES: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  failed: 'failed',
  canceled: 'failed',
  skipped: 'skipped',
  manual: 'skipped',
};

function asCheck({
  id,
  name,
  status,
  description,
  target_url: url,
  allow_failure: may,
}: CommitStatus): Check {
  // All others wait for something, or run.
  const state = STATES[status] ?? 'running';
  const isJob = /\/-\/jobs\/\d+$/.test(url ?? '');
  return {
    id: `${id}`,
    name,
    state: state === 'failed' && may ? 'skipped' : state,
    summary: description ?? (status === 'canceled' || (status === 'failed' && may) ? status : ''),
    url,
    ...(isJob && hasEnded.has(status) && { hasLog: true as const }),
  };
}
