// The drawings of extensions: keys for their screens, and the size of the terminal that they draw for.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { EditorActs } from '../../shared/companion.ts';
import type { Host } from '../host/host.ts';
import { idempotencyKeyOf, nothing, readBody } from './request.ts';

/** The longest input: more than anyone types or pastes at once. */
const MAX_KEYS = 64 * 1024;

const keys = v.strictObject({ data: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_KEYS)) });
const size = v.strictObject({
  columns: v.pipe(v.number(), v.integer()),
  rows: v.pipe(v.number(), v.integer()),
  overlayRows: v.exactOptional(v.pipe(v.number(), v.integer())),
});

function isEmpty({ submitted, followUps, actions, isInterrupted }: EditorActs): boolean {
  return submitted.length === 0 && !followUps && !actions && !isInterrupted;
}

export function screenRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.post('/agents/:agent/screens/:screen/keys', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    const { data } = await readBody(c, keys);
    host.activity.onAct();
    const screen = c.req.param('screen');
    const type = () => agent.screens.type(screen, data);
    const acts = await agent.idempotency.once(idempotencyKeyOf(c), { screen, data }, type);
    return !acts || isEmpty(acts) ? c.body(null, 204) : c.json({ success: true, data: acts });
  });

  routes.post('/agents/:agent/screens/:screen/close', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    await readBody(c, nothing);
    await agent.screens.close(c.req.param('screen'));
    return c.body(null, 204);
  });

  routes.post('/agents/:agent/terminal', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    agent.screens.resize(await readBody(c, size));
    return c.body(null, 204);
  });

  return routes;
}
