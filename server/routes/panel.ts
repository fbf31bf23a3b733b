// The panel itself: its versions, and the links that open it.
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { NewLink } from '../../shared/wire.ts';
import type { Host } from '../host.ts';
import { readBody } from './request.ts';

const nothing = v.strictObject({});

export function panelRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.get('/panel', async (c) => c.json(await host.info()));

  routes.post('/links', async (c) => {
    await readBody(c, nothing);
    const token = await host.links.replaceAll();
    // The token was checked when a stream began, so those that began with an ended link are cut.
    const incoming = (c.env as Partial<HttpBindings> | undefined)?.outgoing;
    incoming?.once('finish', () => host.server?.closeAllConnections());
    return c.json({ token } satisfies NewLink, 201);
  });

  return routes;
}
