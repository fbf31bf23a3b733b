// Packages, skills, prompt templates and context files of an agent's project, and the trust in it.
import { Hono } from 'hono';
import * as v from 'valibot';
import { Refusal } from '../../shared/refusal.ts';
import { RESOURCE_KINDS } from '../../shared/resources.ts';
import type { Host } from '../host/host.ts';
import { argument, countQuery, readBody, readText, requiredQuery } from './request.ts';

const scope = v.picklist(['user', 'project']);
const source = v.pipe(v.string(), v.trim(), argument(2000));
const trust = v.optional(v.boolean(), false);
const packageAct = v.variant('act', [
  v.strictObject({ act: v.picklist(['install', 'remove']), source, scope, trust }),
  v.strictObject({ act: v.literal('update'), source: v.optional(source), trust }),
]);
const filePath = v.pipe(v.string(), v.minLength(1), v.maxLength(4000));
const switched = v.strictObject({
  kind: v.picklist(RESOURCE_KINDS),
  path: filePath,
  isEnabled: v.boolean(),
  inProject: v.optional(v.nullable(v.boolean())),
});
const created = v.strictObject({
  kind: v.picklist(['skills', 'prompts', 'context', 'system', 'append']),
  scope,
  name: v.optional(v.pipe(v.string(), v.maxLength(200))),
  description: v.optional(v.pipe(v.string(), v.maxLength(1024))),
});
const queryText = v.optional(v.pipe(v.string(), v.maxLength(1000)));
const changelogQuery = v.object({ source: queryText, scope: queryText, since: queryText });
const decision = v.strictObject({ decision: v.picklist(['always', 'never', 'ask']) });
/** More than any command prints. */
const MAX_OFFSET = Number.MAX_SAFE_INTEGER;

export function setupResourceRoutes({ registry, setup }: Host): Hono {
  const routes = new Hono();
  const { resources } = setup;

  routes.get('/agents/:agent/setup/resources', async (c) =>
    c.json(await resources.list(registry.get(c.req.param('agent')))),
  );

  routes.get('/agents/:agent/setup/changelog', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    const asked = v.safeParse(changelogQuery, c.req.query());
    if (!asked.success)
      throw new Refusal(400, 'bad_query', 'source, scope and since must be shorter than 1,000 characters.');
    return c.json({ found: await setup.changelog(agent, asked.output) });
  });

  routes.post('/agents/:agent/setup/resources', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    return c.json(await resources.create(agent, await readBody(c, created)), 201);
  });

  routes.post('/agents/:agent/setup/resources/switch', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    return c.json(await resources.switch(agent, await readBody(c, switched)));
  });

  routes.get('/agents/:agent/setup/resources/text', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    return c.json(await resources.read(agent, requiredQuery(c, 'path', 'the file')));
  });

  routes.put('/agents/:agent/setup/resources/text', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    const file = requiredQuery(c, 'path', 'the file');
    const text = await readText(c);
    const condition = { ifMatch: c.req.header('If-Match'), ifNoneMatch: c.req.header('If-None-Match') };
    return c.json(await resources.save(agent, { file, text, condition }));
  });

  routes.post('/agents/:agent/setup/trust', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    await resources.decideTrust(agent, (await readBody(c, decision)).decision);
    return c.body(null, 204);
  });

  routes.post('/agents/:agent/setup/packages', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    const { trust: isTrusted, ...wanted } = await readBody(c, packageAct);
    return c.json(await resources.runPackageCommand(agent, wanted, isTrusted), 201);
  });

  routes.get('/setup/runs', (c) => c.json({ current: resources.runs.current }));

  routes.get('/setup/runs/:run', async (c) => {
    const from = countQuery(c, 'from', { otherwise: 0, least: 0, most: MAX_OFFSET });
    return c.json(await resources.runs.poll(c.req.param('run'), from));
  });

  routes.delete('/setup/runs/:run', async (c) => {
    await resources.runs.cancel(c.req.param('run'));
    return c.body(null, 204);
  });

  return routes;
}
