// The panel itself: its versions, and the links that open it.
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { AgentStatus } from '../../shared/overview.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { IdleInfo, NewLink } from '../../shared/wire.ts';
import type { Host } from '../host/host.ts';
import { nothing, readBody } from './request.ts';

export function panelRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.get('/idle', (c) =>
    c.json({ seconds: host.activity.seconds, busy: host.isBusy } satisfies IdleInfo),
  );

  // The gate has checked the status token, and lets the pages of other panels read the response.
  routes.get('/status', (c) =>
    c.json({ agents: host.overview.statuses } satisfies { agents: AgentStatus[] }),
  );

  routes.get('/panel', async (c) => c.json(await host.info()));

  routes.post('/links', async (c) => {
    await readBody(c, nothing);
    if (host.links.isOpen)
      throw new Refusal(409, 'no_links', 'This panel listens on a socket and needs no link.');
    const replaced = await host.links.replaceAll();
    // A device that is locked out is no longer notified. The browser that made the request subscribes again.
    host.push.removeAll();
    // The token was checked only when a stream began, so streams that began with an ended link are cut.
    const response = (c.env as Partial<HttpBindings> | undefined)?.outgoing;
    response?.once('finish', () => host.server?.closeAllConnections());
    return c.json(replaced satisfies NewLink, 201);
  });

  return routes;
}
