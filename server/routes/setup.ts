// Setting pi up: providers and sign-ins, models. User input is only in request bodies, and no route returns it.
import { Hono } from 'hono';
import * as v from 'valibot';
import { LISTED_APIS } from '../../shared/setup.ts';
import type { Host } from '../host/host.ts';
import { argument, countQuery, nothing, readBody } from './request.ts';

/** The key of a service account is a file of some kB. */
const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(20_000));
const newSignIn = v.variant('kind', [
  v.strictObject({ kind: v.literal('api_key'), key: v.optional(secret) }),
  v.strictObject({ kind: v.literal('oauth') }),
]);
const entered = v.strictObject({
  prompt: v.pipe(v.number(), v.integer()),
  value: v.pipe(v.string(), v.maxLength(20_000)),
});
const name = argument(200);
const modelTest = v.strictObject({
  provider: name,
  model: name,
  baseUrl: v.pipe(v.string(), v.maxLength(2000)),
});
const modelList = v.strictObject({
  baseUrl: v.pipe(
    v.string(),
    v.maxLength(2000),
    v.url(),
    v.regex(/^https?:/, 'must begin with http:// or https://'),
  ),
  api: v.picklist(LISTED_APIS),
  key: v.optional(secret),
  variable: v.optional(v.pipe(v.string(), v.regex(/^\w{1,200}$/, 'must be the name of a variable'))),
});
/** More than the number of changes that one sign-in can have. */
const MAX_VERSION = 1_000_000;

export function setupRoutes(host: Host): Hono {
  const routes = new Hono();
  const { setup, registry } = host;

  routes.get('/agents/:agent/setup/providers', async (c) =>
    c.json(await setup.providers(registry.get(c.req.param('agent')))),
  );

  routes.post('/agents/:agent/setup/providers/:provider/sign-in', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    const request = await readBody(c, newSignIn);
    return c.json(await setup.signIn(agent, { provider: c.req.param('provider'), ...request }), 201);
  });

  routes.post('/agents/:agent/setup/providers/:provider/sign-out', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    await readBody(c, nothing);
    return c.json({ agents: await setup.signOut(agent, c.req.param('provider')) });
  });

  routes.get('/setup/sign-ins/:signIn', async (c) => {
    const after = c.req.query('after') ? countQuery(c, 'after', { otherwise: 1, most: MAX_VERSION }) : 0;
    return c.json(await setup.signIns.poll(c.req.param('signIn'), after));
  });

  routes.post('/setup/sign-ins/:signIn/answers', async (c) => {
    const { prompt, value } = await readBody(c, entered);
    await setup.signIns.enter(c.req.param('signIn'), prompt, value);
    return c.body(null, 204);
  });

  routes.delete('/setup/sign-ins/:signIn', async (c) => {
    await setup.signIns.cancel(c.req.param('signIn'));
    return c.body(null, 204);
  });

  routes.get('/agents/:agent/setup/models', async (c) =>
    c.json(await setup.models(registry.get(c.req.param('agent')))),
  );

  routes.post('/agents/:agent/setup/models/test', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    return c.json(await setup.testModel(agent, await readBody(c, modelTest)));
  });

  routes.post('/agents/:agent/setup/models/list', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    return c.json(await setup.listModels(agent, await readBody(c, modelList)));
  });

  routes.post('/agents/:agent/setup/providers/:provider/test', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    await readBody(c, nothing);
    return c.json(await setup.testProvider(agent, c.req.param('provider')));
  });

  return routes;
}
