// Gitea and Forgejo, through `tea api` (since tea 0.12), whose answers are those of the REST API. Logs have no route that
// both of them have.
import type { Check, CheckState, ReviewComment } from '../../../shared/pull-requests.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { PAGE, timeOf, type Forge, type Place } from './forge.ts';
import { hostApi, type HostApi } from './host-api.ts';
import { asPull, type RestPull } from './rest-pull.ts';
import { runProgram } from './run-program.ts';

interface Review {
  id: number;
  user: { login: string } | null;
  body: string;
  state: string;
  submitted_at: string;
  comments_count: number;
}

interface Comment {
  id: number;
  user: { login: string } | null;
  body: string;
  created_at: string;
  path?: string;
  position?: number;
  original_position?: number;
  resolver?: object | null;
}

interface Status {
  id: number;
  context: string;
  status: string;
  description: string;
  target_url: string;
}

const VERDICTS: Readonly<Record<string, ReviewComment['verdict']>> = {
  APPROVED: 'approved',
  REQUEST_CHANGES: 'changes requested',
};

export function gitea({ host, path }: Place): Forge {
  const signIn = `tea login add --url https://${host}`;
  const login = (): Promise<string> => loginFor(host, signIn);
  /** tea knows hosts by the names of logins. */
  const asked = async <T>(ask: (api: HostApi) => Promise<T>): Promise<T> => {
    const name = await login();
    const args = (to: string): string[] => ['api', '--login', name, to];
    return ask(hostApi('tea', { args, post: [], signIn }));
  };
  const at = `repos/${path}`;
  return {
    list: () =>
      asked(async (api) => (await api.get<RestPull[]>(`${at}/pulls?state=open&limit=${PAGE}`)).map(asPull)),
    details: (number) =>
      asked(async (api) => {
        const [pull, reviews, others] = await Promise.all([
          api.get<RestPull>(`${at}/pulls/${number}`),
          api.get<Review[]>(`${at}/pulls/${number}/reviews?limit=${PAGE}`),
          api.get<Comment[]>(`${at}/issues/${number}/comments`),
        ]);
        const withLines = reviews.filter(({ comments_count: count }) => count > 0);
        const lines = await Promise.all(
          withLines.map(({ id }) => api.get<Comment[]>(`${at}/pulls/${number}/reviews/${id}/comments`)),
        );
        const told = reviews.filter(({ body, state }) => body !== '' || state in VERDICTS);
        const comments = [...told.map(asReview), ...[...lines.flat(), ...others].map(asComment)];
        return {
          ...asPull(pull),
          body: pull.body ?? '',
          comments: comments.toSorted((a, b) => a.at - b.at),
          ...(reviews.length === PAGE && { hasMore: true as const }),
        };
      }),
    ref: (number) => `refs/pull/${number}/head`,
    answer: async (number, { isOnLine, body }) => {
      if (isOnLine)
        throw new Refusal(
          409,
          'forge_failed',
          'tea cannot answer a comment on a line. Open the page of the pull request.',
        );
      const place = ['--login', await login(), '--repo', path];
      const { status, stdout, stderr } = await runProgram('tea', ['comment', ...place, `${number}`, body]);
      if (status !== 0)
        throw new Refusal(
          409,
          'forge_failed',
          stderr || stdout.toString('utf8').trim() || `tea ended with ${status}.`,
        );
    },
    checks: (commit) =>
      asked(async (api) => {
        const { statuses } = await api.get<{ statuses: Status[] | null }>(`${at}/commits/${commit}/status`);
        return (statuses ?? []).map(asCheck);
      }),
    log: () => {
      throw new Refusal(409, 'forge_failed', 'tea shows no logs. Open the page of the check.');
    },
    create: async ({ title, body, base, isDraft = false, branch, from }) => {
      const head = from.path === path ? branch : `${from.path.split('/')[0]}:${branch}`;
      // Gitea knows a draft by its title.
      const words = ['--title', isDraft ? `WIP: ${title}` : title, '--description', body];
      const place = ['--login', await login(), '--repo', path, '--base', base, '--head', head];
      const { status, stdout, stderr } = await runProgram('tea', ['pulls', 'create', ...place, ...words]);
      const printed = stdout.toString('utf8');
      if (status !== 0)
        throw new Refusal(409, 'forge_failed', stderr || printed.trim() || `tea ended with ${status}.`);
      const [url, number] = /https?:\/\/\S+\/pulls\/(\d+)/.exec(printed) ?? [];
      if (url === undefined) throw new Refusal(409, 'forge_failed', 'tea did not say where it is.');
      return { number: Number(number), url };
    },
  };
}

/** The name of the login for this host. Rejects with a Refusal 409 `signed_out` if there is none. */
async function loginFor(host: string, signIn: string): Promise<string> {
  const found = (await teaLogins()).find(({ url }) => URL.canParse(url) && new URL(url).host === host);
  if (found) return found.name;
  throw new Refusal(409, 'signed_out', `tea is not signed in. Run this in a shell: ${signIn}`);
}

/** The logins of tea, without asking a host. */
export async function teaLogins(): Promise<{ name: string; url: string }[]> {
  const { status, stdout } = await runProgram('tea', ['login', 'list', '--output', 'json']);
  if (status !== 0) return [];
  const text = stdout.toString('utf8').trim();
  return text === '' ? [] : ((JSON.parse(text) as { name: string; url: string }[] | null) ?? []);
}

function asReview({ id, user, body, state, submitted_at: at }: Review): ReviewComment {
  const verdict = VERDICTS[state];
  return {
    ...{ id: `review-${id}`, thread: `review-${id}` },
    author: user?.login ?? '',
    at: timeOf(at),
    body,
    ...(verdict && { verdict }),
  };
}

function asComment({
  id,
  user,
  body,
  created_at: at,
  path,
  position,
  resolver,
  ...rest
}: Comment): ReviewComment {
  const line = position || rest.original_position;
  return {
    id: `${id}`,
    // Gitea shows the comments on a line as one conversation.
    thread: path === undefined ? `${id}` : `${path}:${line}`,
    author: user?.login ?? '',
    at: timeOf(at),
    body,
    ...(path !== undefined && { path }),
    ...(line && { line }),
    ...(resolver && { isResolved: true }),
  };
}

const STATES: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  pending: 'running',
  warning: 'passed',
  skipped: 'skipped',
};

function asCheck({ id, context, status, description, target_url: url }: Status): Check {
  const isPage = /^https?:/.test(url);
  const state = STATES[status] ?? 'failed';
  return { id: `${id}`, name: context, state, summary: description, url: isPage ? url : null };
}
