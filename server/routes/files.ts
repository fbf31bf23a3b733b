// The files of an agent's workspace: listing folders, searching names, reading, and saving.
import { Hono } from 'hono';
import type { Host } from '../host.ts';
import { jsonLines } from '../lib/json-lines.ts';
import { parseSearchQuery } from '../lib/search-query.ts';
import { countQuery, requiredQuery } from './request.ts';

export function fileRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.get('/agents/:agent/files', async (c) => {
    const workspace = await host.workspace(c.req.param('agent'));
    return c.json(await workspace.list(c.req.query('path') ?? ''));
  });

  routes.get('/agents/:agent/find', async (c) => {
    const workspace = await host.workspace(c.req.param('agent'));
    const limit = countQuery(c, 'limit', { otherwise: 20, most: 200 });
    return c.json({ files: await workspace.find(c.req.query('query') ?? '', limit) });
  });

  routes.get('/agents/:agent/search', async (c) => {
    const pattern = parseSearchQuery(c.req.query());
    const workspace = await host.workspace(c.req.param('agent'));
    const left = new AbortController();
    const signal = AbortSignal.any([c.req.raw.signal, left.signal]);
    return jsonLines(workspace.search(pattern, signal), () => left.abort());
  });

  routes.get('/agents/:agent/file', async (c) => {
    const workspace = await host.workspace(c.req.param('agent'));
    const { bytes, etag } = await workspace.read(requiredQuery(c, 'path', 'the path of a file'));
    return c.body(bytes, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': 'attachment',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      ETag: etag,
    });
  });

  routes.put('/agents/:agent/file', async (c) => {
    const workspace = await host.workspace(c.req.param('agent'));
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const path = requiredQuery(c, 'path', 'the path of a file');
    const { etag } = await workspace.write(path, bytes, {
      ifMatch: c.req.header('If-Match'),
      ifNoneMatch: c.req.header('If-None-Match'),
      confirm: c.req.header('Confirm'),
    });
    await host.registry.get(c.req.param('agent')).changes.recordSave(path, bytes);
    return c.json({ etag }, 200, { ETag: etag });
  });

  return routes;
}
