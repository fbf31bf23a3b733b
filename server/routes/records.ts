// The routes for everything that an agent has produced: earlier entries, its log, the output of its tool runs, images,
// and exports.
import { Hono, type Context } from 'hono';
import type { StoredImage } from '../agent/feed/images.ts';
import { readChild } from '../agent/session/child-conversation.ts';
import { Refusal } from '../../shared/refusal.ts';
import { keyTime } from '../../shared/view/transcript.ts';
import type { Host } from '../host/host.ts';
import { findInOutput } from '../output/find/find.ts';
import { serveOutput } from '../output/serve.ts';
import { countQuery, requiredQuery } from './request.ts';

export function recordRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.get('/agents/:agent/entries', async (c) => {
    const before = keyQuery(c);
    const limit = countQuery(c, 'limit', { otherwise: 40, most: 3200 });
    const agent = host.registry.get(c.req.param('agent'));
    return c.json(await host.sessions.entriesBefore(agent, before, limit));
  });

  routes.get('/agents/:agent/entries/:entry/place', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    return c.json(await host.sessions.findEntry(agent, c.req.param('entry')));
  });

  routes.get('/agents/:agent/entries/:entry/text', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    return c.text(await host.sessions.messageText(agent, c.req.param('entry')));
  });

  routes.get('/agents/:agent/matches', async (c) => {
    const query = requiredQuery(c, 'query', 'the text to find');
    const agent = host.registry.get(c.req.param('agent'));
    return c.json(await host.sessions.findText(agent, query));
  });

  routes.get('/agents/:agent/prompts', async (c) =>
    c.json(await host.sessions.prompts(host.registry.get(c.req.param('agent')))),
  );

  routes.get('/agents/:agent/children/:child', async (c) => {
    const { view } = host.registry.get(c.req.param('agent'));
    return c.json(await readChild(view, c.req.param('child')));
  });

  routes.get('/agents/:agent/log', (c) => {
    const since = Number(c.req.query('since') ?? 0);
    if (!Number.isInteger(since) || since < 0)
      throw new Refusal(400, 'bad_query', 'since: must be the number of a line, or 0.');
    return c.json(host.registry.get(c.req.param('agent')).pi.log.since(since));
  });

  routes.get('/agents/:agent/log/:line', (c) => {
    const line = host.registry.get(c.req.param('agent')).pi.log.line(Number(c.req.param('line')));
    if (line === undefined)
      throw new Refusal(404, 'unknown_line', 'This record is no longer kept, to make room for newer ones.');
    return c.body(line, 200, { 'Content-Type': 'application/octet-stream' });
  });

  routes.get('/agents/:agent/calls/:call/output', async (c) => {
    const { outputs, session } = host.registry.get(c.req.param('agent'));
    const call = c.req.param('call');
    if (!outputs.has(call)) await session.reads.recallOutput(call);
    const asEvents = c.req.header('Accept') === 'text/event-stream';
    return serveOutput(outputs, call, { query: c.req.query(), signal: c.req.raw.signal, asEvents });
  });

  routes.get('/agents/:agent/calls/:call/output/matches', async (c) => {
    const { outputs, session } = host.registry.get(c.req.param('agent'));
    const call = c.req.param('call');
    if (!outputs.has(call)) await session.reads.recallOutput(call);
    return findInOutput(outputs, call, { query: c.req.query(), signal: c.req.raw.signal });
  });

  routes.get('/agents/:agent/images/:ref', (c) => {
    const image = host.registry.get(c.req.param('agent')).feed.images.get(c.req.param('ref'));
    if (!image) throw new Refusal(404, 'unknown_image', 'This image is no longer kept. Reload the page.');
    return sendImage(c, image);
  });

  routes.get('/agents/:agent/exports/:download', (c) => {
    const taken = host.registry
      .get(c.req.param('agent'))
      .commands.exports.openDownload(c.req.param('download'));
    if (!taken)
      throw new Refusal(
        404,
        'unknown_export',
        'This export was already downloaded. Export the session again.',
      );
    return c.body(taken.bytes, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(taken.name)}`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
    });
  });

  return routes;
}

/** Sends an image of any type, because the page itself decides which types it shows. */
export function sendImage(c: Context, { bytes, mimeType }: StoredImage): Response {
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': 'application/octet-stream',
    'X-Image-Type': mimeType,
  });
}

function keyQuery(c: Context): string {
  const key = requiredQuery(c, 'before', 'the key of an entry');
  if (!Number.isNaN(keyTime(key))) return key;
  throw new Refusal(400, 'bad_query', 'before: must be the key of an entry, such as user-1795449379307.');
}
