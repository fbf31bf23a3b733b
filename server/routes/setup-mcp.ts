// The MCP servers of an agent: their state, and signing in to them.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Host } from '../host/host.ts';
import { listMcpServers, passRedirect, signInToMcp } from '../setup/mcp.ts';
import { readBody } from './request.ts';

/** pi's own rule for their names. */
const server = v.pipe(v.string(), v.maxLength(200), v.regex(/^\w[\w-]*$/, 'is not the name of a server'));
const signIn = v.strictObject({ act: v.picklist(['login', 'logout']), server });
const redirect = v.strictObject({ url: v.pipe(v.string(), v.minLength(1), v.maxLength(8000)) });

export function setupMcpRoutes({ registry, setup }: Host): Hono {
  const routes = new Hono();
  const { runs } = setup.resources;

  routes.get('/agents/:agent/setup/mcp', async (c) =>
    c.json(await listMcpServers(registry.get(c.req.param('agent')))),
  );

  routes.post('/agents/:agent/setup/mcp', async (c) => {
    const agent = registry.get(c.req.param('agent'));
    return c.json(await signInToMcp(agent, runs, await readBody(c, signIn)), 201);
  });

  routes.post('/setup/runs/:run/redirect', async (c) => {
    const { url } = await readBody(c, redirect);
    await passRedirect(runs.outputOf(c.req.param('run')), url);
    return c.body(null, 204);
  });

  return routes;
}
