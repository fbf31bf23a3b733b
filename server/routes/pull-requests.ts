// Pull requests and checks, which the user's own gh, glab or tea asks the host for. No git of the workspace is written.
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import type { AnswerDraft, NewPullRequest, ThreadAnswer, WatchBody } from '../../shared/pull-requests.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Host } from '../host/host.ts';
import { answerThread, askForAnswer, fetchPullRequest, readPullChanges } from '../ship/pull-changes.ts';
import {
  draftPullRequest,
  findPullRequests,
  openPullRequest,
  readCheckLog,
  readChecks,
  readPullRequest,
} from '../ship/pull-requests.ts';
import { checkReaching } from './git-programs.ts';
import { argument, countQuery, formOf, nothing, readBody, requiredQuery } from './request.ts';

/** GitLab allows 1 MiB; GitHub 65,536 characters. */
const MAX_BODY = 1_000_000;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const newPullRequest = v.strictObject({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(1000),
    v.regex(/^[^\r\n]*$/, 'must be one line'),
  ),
  body: v.pipe(v.string(), v.maxLength(MAX_BODY)),
  base: argument(500),
  isDraft: v.exactOptional(v.literal(true)),
}) satisfies v.GenericSchema<unknown, NewPullRequest>;

/** GitLab names threads by hashes, the others by numbers or places in files. It becomes part of a path there. */
const threadId = v.pipe(v.string(), v.minLength(1), v.maxLength(4200));
const threadAnswer = v.strictObject({
  thread: threadId,
  body: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_BODY)),
}) satisfies v.GenericSchema<ThreadAnswer>;

const watchBody = formOf<v.GenericSchema<WatchBody>>({
  start: v.strictObject({
    start: v.strictObject({
      attempts: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
      dollars: v.nullable(v.pipe(v.number(), v.gtValue(0), v.maxValue(10_000))),
      pushes: v.boolean(),
    }),
  }),
  act: v.strictObject({ act: v.picklist(['stop', 'push']) }),
});

/** Throws a Refusal 400 `bad_query` if the path has none. */
function numberOf(c: Context): number {
  const number = c.req.param('number') ?? '';
  if (!/^[1-9]\d{0,9}$/.test(number)) throw new Refusal(400, 'bad_query', 'number: must be a number.');
  return Number(number);
}

export function pullRequestRoutes({ registry, checkWatches, gitActs }: Host): Hono {
  const routes = new Hono();
  const workspaceOf = (id: string): string => registry.get(id).workspace;

  routes.get('/agents/:agent/git/pull-requests', async (c) =>
    c.json(await findPullRequests(workspaceOf(c.req.param('agent')))),
  );

  routes.get('/agents/:agent/git/pull-requests/:number', async (c) =>
    c.json(await readPullRequest(workspaceOf(c.req.param('agent')), numberOf(c))),
  );

  routes.get('/agents/:agent/git/pull-requests/:number/changes', async (c) =>
    c.json(await readPullChanges(workspaceOf(c.req.param('agent')), numberOf(c))),
  );

  routes.post('/agents/:agent/git/pull-requests/:number/fetch', async (c) => {
    const { workspace } = registry.get(c.req.param('agent'));
    await readBody(c, nothing, '{}');
    await checkReaching(c, workspace);
    const done = fetchPullRequest(workspace, numberOf(c));
    return c.json(await gitActs.run(workspace, done, { isGone: () => c.req.raw.signal.aborted }));
  });

  routes.post('/agents/:agent/git/pull-requests/:number/answers', async (c) => {
    const wanted = await readBody(c, threadAnswer);
    await answerThread(workspaceOf(c.req.param('agent')), numberOf(c), wanted);
    return c.body(null, 204);
  });

  // Asks the model of the agent, beside its conversation. Nothing is posted.
  routes.post('/agents/:agent/git/pull-requests/:number/answers/draft', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    const { thread } = await readBody(c, v.strictObject({ thread: threadId }));
    const asked = await askForAnswer(agent.workspace, numberOf(c), thread);
    const { text, model, cost } = await agent.commands.askModel(asked);
    return c.json({ text: text.trim(), model, cost } satisfies AnswerDraft);
  });

  routes.get('/agents/:agent/git/checks', async (c) => {
    const commit = requiredQuery(c, 'commit', 'the commit');
    if (!COMMIT.test(commit)) throw new Refusal(400, 'bad_query', 'commit: must be the id of a commit.');
    return c.json({ checks: await readChecks(workspaceOf(c.req.param('agent')), commit) });
  });

  routes.get('/agents/:agent/git/checks/log', async (c) => {
    const check = requiredQuery(c, 'check', 'the id of the check');
    if (!/^\d{1,20}$/.test(check)) throw new Refusal(400, 'bad_query', 'check: must be the id of a check.');
    return c.json(await readCheckLog(workspaceOf(c.req.param('agent')), check));
  });

  routes.get('/agents/:agent/git/new-pull-request', async (c) =>
    c.json(await draftPullRequest(workspaceOf(c.req.param('agent')))),
  );

  routes.post('/agents/:agent/git/new-pull-request', async (c) => {
    const wanted = await readBody(c, newPullRequest);
    return c.json(await openPullRequest(workspaceOf(c.req.param('agent')), wanted));
  });

  routes.get('/agents/:agent/git/watch', async (c) => {
    const { id } = registry.get(c.req.param('agent'));
    const isFirst = c.req.query('revision') === undefined;
    const seen = countQuery(c, 'revision', { otherwise: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
    return c.json(await checkWatches.poll(id, isFirst ? undefined : seen));
  });

  routes.post('/agents/:agent/git/watch', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    const body = await readBody(c, watchBody);
    if ('act' in body) return c.json(await checkWatches.act(agent.id, body.act));
    // The watch pushes, when perhaps nobody is there to be asked.
    await checkReaching(c, agent.workspace);
    return c.json(await checkWatches.start(agent, body.start));
  });

  return routes;
}
