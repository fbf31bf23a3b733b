// The last mile of git for the user: fetch, pull, push and branches. Each answers 200, or 409 with git's own words.
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import type {
  BranchBody,
  GitDone,
  MessageDraft,
  MessageDraftBody,
  PickBody,
  PullBody,
  PushBody,
  ResolveBody,
  StageBody,
  StashBody,
  UnfinishedBody,
} from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { statusOf } from '../../shared/view/view.ts';
import type { Agent } from '../agent/agent.ts';
import type { Host } from '../host/host.ts';
import { changeBranch, changesFiles, listBranches, ownCommits } from '../ship/branches.ts';
import { stageFiles, unstageFiles } from '../ship/staging.ts';
import { changeStash, listStashes } from '../ship/stash.ts';
import { parsePath } from '../workspace/workspace-path.ts';
import { readCommit } from '../ship/commit-details.ts';
import { askForMessage, messageIn } from '../ship/commit-message.ts';
import { endUnfinished } from '../ship/end-unfinished.ts';
import { readHistory, readMessage } from '../ship/history.ts';
import { pickCommit } from '../ship/pick.ts';
import { fetchRemotes, planPush, pull, push } from '../ship/remotes.ts';
import { resolveConflict } from '../ship/resolve.ts';
import { checkPrograms, checkReaching, isConfirmed } from './git-programs.ts';
import { argument, countQuery, formOf, nothing, readBody, requiredQuery, shortText } from './request.ts';

const name = argument(500);
const commitId = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be the id of a commit'));
const yes = v.exactOptional(v.literal(true));
const pullBody = v.strictObject({
  how: v.exactOptional(v.picklist(['ff', 'merge', 'rebase'])),
}) satisfies v.GenericSchema<PullBody>;
const pushBody = v.strictObject({
  upstream: v.exactOptional(name),
  expected: v.exactOptional(commitId),
}) satisfies v.GenericSchema<PushBody>;
const branchBody = formOf<v.GenericSchema<BranchBody>>({
  create: v.strictObject({ create: name, from: v.exactOptional(name), stay: yes }),
  switch: v.strictObject({ switch: name, stash: yes }),
  rename: v.strictObject({ rename: name, to: name }),
  delete: v.strictObject({ delete: name, unmerged: v.exactOptional(commitId) }),
});
const stageBody = v.strictObject({
  paths: v.pipe(v.array(shortText(4096)), v.minLength(1), v.maxLength(20_000)),
}) satisfies v.GenericSchema<StageBody>;
const messageBody = formOf<v.GenericSchema<MessageDraftBody>>({
  paths: stageBody,
  staged: v.strictObject({ staged: v.literal(true) }),
});
const stashBody = formOf<v.GenericSchema<StashBody>>({
  save: v.strictObject({ save: v.pipe(v.string(), v.maxLength(1000)) }),
  apply: v.strictObject({ apply: commitId }),
  drop: v.strictObject({ drop: commitId }),
});
const pickBody = v.strictObject({
  act: v.picklist(['revert', 'cherry-pick']),
  commit: commitId,
}) satisfies v.GenericSchema<PickBody>;
const resolveBody = v.strictObject({
  path: shortText(4096),
  side: v.picklist(['ours', 'theirs']),
}) satisfies v.GenericSchema<ResolveBody>;
const unfinishedBody = v.strictObject({
  act: v.picklist(['continue', 'abort']),
}) satisfies v.GenericSchema<UnfinishedBody>;
/** For requests that need no field. */
const EMPTY = '{}';

export function shipRoutes({ registry, gitActs }: Host): Hono {
  const routes = new Hono();
  const agentOf = (c: Context): Agent => registry.get(c.req.param('agent') ?? '');

  /** Throws a Refusal 409 `agent_works` if an agent works in the folder, whose files would change. */
  function requireQuiet(c: Context, folder: string): void {
    const working = gitActs
      .agentsIn(folder)
      .filter(({ view }) => !['idle', 'exited'].includes(statusOf(view)));
    if (working.length === 0 || isConfirmed(c, 'agent_works')) return;
    const names = working.map(({ view, id }) => view.session?.name ?? id).join(', ');
    throw new Refusal(
      409,
      'agent_works',
      `An agent is working in this folder, and its files would change: ${names}. Nothing was changed.`,
    );
  }

  /** Answers with what git did. */
  const answer = async (c: Context, { workspace }: Agent, done: Promise<GitDone>): Promise<Response> =>
    c.json(await gitActs.run(workspace, done, { isGone: () => c.req.raw.signal.aborted }));

  routes.post('/agents/:agent/git/fetch', async (c) => {
    const agent = agentOf(c);
    await readBody(c, nothing, EMPTY);
    await checkReaching(c, agent.workspace);
    return answer(c, agent, fetchRemotes(agent.workspace));
  });

  routes.post('/agents/:agent/git/pull', async (c) => {
    const agent = agentOf(c);
    const body = await readBody(c, pullBody, EMPTY);
    requireQuiet(c, agent.workspace);
    await checkReaching(c, agent.workspace);
    return answer(c, agent, pull(agent.workspace, body));
  });

  routes.get('/agents/:agent/git/push', async (c) => c.json(await planPush(agentOf(c).workspace)));

  routes.post('/agents/:agent/git/push', async (c) => {
    const agent = agentOf(c);
    const body = await readBody(c, pushBody, EMPTY);
    await checkReaching(c, agent.workspace);
    return answer(c, agent, push(agent.workspace, body));
  });

  routes.get('/agents/:agent/git/branches', async (c) =>
    c.json({ branches: await listBranches(agentOf(c).workspace) }),
  );

  // What deleting a branch would lose.
  routes.get('/agents/:agent/git/branches/own', async (c) => {
    const branch = requiredQuery(c, 'branch', 'the name of a branch');
    return c.json(await ownCommits(agentOf(c).workspace, branch));
  });

  routes.post('/agents/:agent/git/branch', async (c) => {
    const agent = agentOf(c);
    const body = await readBody(c, branchBody);
    if (changesFiles(body)) requireQuiet(c, agent.workspace);
    await checkPrograms(c, agent.workspace);
    return answer(c, agent, changeBranch(agent.workspace, body));
  });

  routes.get('/agents/:agent/git/log', async (c) => {
    const by = c.req.query('by') ?? 'message';
    if (by !== 'message' && by !== 'author' && by !== 'path' && by !== 'file')
      throw new Refusal(400, 'bad_query', 'by: must be message, author, path or file.');
    const count = countQuery(c, 'count', { otherwise: 200, most: 1000 });
    const skip = countQuery(c, 'skip', { otherwise: 0, least: 0, most: 10_000_000 });
    const query = c.req.query('query');
    const isAll = c.req.query('all') === '1';
    return c.json({ commits: await readHistory(agentOf(c).workspace, { count, skip, query, by, isAll }) });
  });

  routes.get('/agents/:agent/git/commits/:commit', async (c) =>
    c.json(await readCommit(agentOf(c).workspace, c.req.param('commit'))),
  );

  routes.get('/agents/:agent/git/message', async (c) =>
    c.json(await readMessage(agentOf(c).workspace, requiredQuery(c, 'commit', 'the commit'))),
  );

  // Asks the model of the agent, beside its conversation.
  routes.post('/agents/:agent/git/message', async (c) => {
    const agent = agentOf(c);
    const body = await readBody(c, messageBody);
    if ('paths' in body) for (const one of body.paths) parsePath(one);
    const { text, model, cost } = await agent.commands.askModel(await askForMessage(agent.workspace, body));
    return c.json({ message: messageIn(text), model, cost } satisfies MessageDraft);
  });

  routes.post('/agents/:agent/git/unfinished', async (c) => {
    const agent = agentOf(c);
    const body = await readBody(c, unfinishedBody);
    requireQuiet(c, agent.workspace);
    await checkPrograms(c, agent.workspace);
    return answer(c, agent, endUnfinished(agent.workspace, body));
  });

  routes.post('/agents/:agent/git/pick', async (c) => {
    const agent = agentOf(c);
    const body = await readBody(c, pickBody);
    requireQuiet(c, agent.workspace);
    await checkPrograms(c, agent.workspace);
    return answer(c, agent, pickCommit(agent.workspace, body));
  });

  routes.post('/agents/:agent/git/resolve', async (c) => {
    const agent = agentOf(c);
    const { path, side } = await readBody(c, resolveBody);
    await checkPrograms(c, agent.workspace);
    return answer(c, agent, resolveConflict(agent.workspace, { path: parsePath(path), side }));
  });

  routes.get('/agents/:agent/git/stash', async (c) =>
    c.json({ entries: await listStashes(agentOf(c).workspace) }),
  );

  routes.post('/agents/:agent/git/stash', async (c) => {
    const agent = agentOf(c);
    const body = await readBody(c, stashBody);
    if (!('drop' in body)) requireQuiet(c, agent.workspace);
    await checkPrograms(c, agent.workspace);
    return answer(c, agent, changeStash(agent.workspace, body));
  });

  for (const [route, act] of [
    ['stage', stageFiles],
    ['unstage', unstageFiles],
  ] as const)
    routes.post(`/agents/:agent/git/${route}`, async (c) => {
      const agent = agentOf(c);
      const { paths } = await readBody(c, stageBody);
      const names = paths.map((one) => parsePath(one));
      await checkPrograms(c, agent.workspace);
      return answer(c, agent, act(agent.workspace, names));
    });

  return routes;
}
