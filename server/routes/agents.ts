// Agents: which ones run, starting, restarting, stopping and ending them, and answers to their dialogs.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Folders, Stopped } from '../../shared/wire.ts';
import { sendFirstPrompt } from '../host/first-prompt.ts';
import type { Host } from '../host/host.ts';
import { refuseLists, nothing, readBody, readJson, requiredQuery, senderOf } from './request.ts';
import { modelName, promptText } from './worktrees.ts';

const newAgent = v.strictObject({
  workspace: v.optional(v.pipe(v.string(), v.minLength(1))),
  session: v.optional(v.pipe(v.string(), v.minLength(1))),
  trust: v.optional(v.boolean()),
  demo: v.optional(v.boolean()),
  model: v.optional(modelName),
  prompt: v.optional(promptText),
});
const restart = v.strictObject({
  withoutExtensions: v.optional(v.boolean()),
  trust: v.optional(v.boolean()),
  demo: v.optional(v.boolean()),
  colors: v.optional(v.boolean()),
  extensionFlags: v.optional(
    refuseLists(
      v.record(
        v.pipe(v.string(), v.regex(/^\w[\w.:-]*$/, 'is not the name of a flag')),
        v.union([v.null(), v.literal(true), v.pipe(v.string(), v.maxLength(10_000))]),
      ),
    ),
  ),
});

export function agentRoutes(host: Host): Hono {
  const routes = new Hono();

  // Otherwise a page that finds no agent would start one.
  routes.use('/agents', async (_c, next) => {
    await host.starter.restored;
    await next();
  });

  routes.get('/agents', (c) => c.json({ agents: host.registry.list() }));

  routes.post('/agents', async (c) => {
    const { model, prompt, ...wanted } = await readBody(c, newAgent);
    const { agent, isNew } = await host.starter.open(wanted);
    if (model ?? prompt) sendFirstPrompt(agent, { model, prompt }).catch(host.onBug);
    return c.json(agent.info, isNew ? 201 : 200);
  });

  routes.delete('/agents/:agent', async (c) => {
    await host.end(c.req.param('agent'));
    return c.body(null, 204);
  });

  routes.post('/agents/:agent/restart', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    await agent.lifecycle.restart(await readBody(c, restart));
    return c.json(agent.info);
  });

  routes.post('/agents/:agent/stop', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    if ((await c.req.text()) !== '') await readBody(c, nothing);
    const returned = await agent.stopper.stop();
    const data: Stopped = { ids: returned.map(({ id }) => id), texts: returned.map(({ text }) => text) };
    return c.json({ success: true, data });
  });

  routes.post('/agents/:agent/dialogs/:dialog', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    const [dialog, answer] = [c.req.param('dialog'), await readJson(c)];
    agent.dialogs.answer(dialog, answer);
    agent.pi.log.note({ type: 'panel_answered', ...senderOf(c), dialog, answer });
    return c.body(null, 204);
  });

  routes.get('/folders', async (c) => {
    const typed = requiredQuery(c, 'path', 'the beginning of a path');
    return c.json({ folders: await host.completeFolder(typed) } satisfies Folders);
  });

  return routes;
}
