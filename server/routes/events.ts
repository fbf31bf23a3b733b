// The event streams of a page: snapshots and events of the agents that it follows, and the list of all agents.
import { Hono, type Context } from 'hono';
import { Refusal } from '../../shared/refusal.ts';
import type { Host } from '../host/host.ts';
import { EVENT_HEADERS } from '../output/serve.ts';
import { compressStream, mayCompress } from './compressed-stream.ts';
import { eventStream, followAll } from './event-stream.ts';
import { senderOf } from './request.ts';

export function eventRoutes(host: Host): Hono {
  const routes = new Hono();

  const respond = (c: Context, body: ReadableStream<Uint8Array>): Response => {
    const reader = {
      from: senderOf(c).from,
      isBehindProxy: host.isBehindProxy,
      acceptedEncodings: c.req.header('Accept-Encoding') ?? '',
    };
    if (!mayCompress(reader)) return c.body(body, 200, EVENT_HEADERS);
    return c.body(compressStream(body), 200, { ...EVENT_HEADERS, 'Content-Encoding': 'gzip' });
  };

  routes.get('/events', (c) => {
    const agents = (c.req.query('agents') ?? '').split(',').filter(Boolean);
    if (agents.length === 0) throw new Refusal(400, 'bad_query', 'agents: name at least one agent.');
    const known = (c.req.header('Last-Event-ID') ?? '').split(',').map((id) => id.trim());
    const isCompact = isCompactWanted(c);
    const followers = followAll(host.registry, { agents, known, isCompact });
    for (const agent of agents) host.overview.onSeen(agent);
    // A browser opens only six connections, so the list of all agents is part of the same stream.
    if (c.req.query('overview') === '1') followers.unshift(host.overview.follow({ isCompact }));
    const isOnce = c.req.query('follow') === '0';
    return respond(c, eventStream(followers, { isOnce, isCompact }));
  });

  routes.get('/overview', (c) => {
    const isOnce = c.req.query('follow') === '0';
    return respond(c, eventStream([host.overview.follow({ isCompact: isCompactWanted(c) })], { isOnce }));
  });

  return routes;
}

function isCompactWanted(c: Context): boolean {
  const form = c.req.query('form') ?? 'frames';
  if (form === 'frames' || form === 'compact') return form === 'compact';
  throw new Refusal(400, 'bad_query', 'form: use "frames" or "compact".');
}
