// The event stream of one page: snapshots and events of the agents that it follows.
import { Hono } from 'hono';
import { Refusal } from '../../shared/refusal.ts';
import type { Host } from '../host.ts';
import { eventStream, followAll } from './event-stream.ts';

export function eventRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.get('/events', (c) => {
    const agents = (c.req.query('agents') ?? '').split(',').filter(Boolean);
    if (agents.length === 0) throw new Refusal(400, 'bad_query', 'agents: name at least one agent.');
    const known = (c.req.header('Last-Event-ID') ?? '').split(',').map((id) => id.trim());
    const followers = followAll(host.registry, { agents, known });
    return c.body(eventStream(followers, c.req.query('follow') === '0'), 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      // Caddy 2.6 compresses despite no-transform, and then buffers; it leaves alone what is already encoded.
      'Content-Encoding': 'identity',
    });
  });

  return routes;
}
