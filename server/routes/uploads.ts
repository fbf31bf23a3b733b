// Files of any size that the page brings into the workspace, in parts.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { StartedUpload, UploadedPart } from '../../shared/files.ts';
import type { Host } from '../host/host.ts';
import { countQuery, readBody } from './request.ts';

const begin = v.strictObject({
  path: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
  replace: v.exactOptional(v.boolean()),
});

export function uploadRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.post('/agents/:agent/uploads', async (c) => {
    const { path, replace = false } = await readBody(c, begin);
    const workspace = await host.workspace(c.req.param('agent'));
    const upload = await workspace.beginUpload(path, { replace, confirm: c.req.header('Confirm') });
    return c.json({ upload } satisfies StartedUpload, 201);
  });

  routes.put('/agents/:agent/uploads/:upload', async (c) => {
    const from = countQuery(c, 'from', { otherwise: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
    const { uploads } = await host.workspace(c.req.param('agent'));
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    return c.json({
      received: await uploads.write(c.req.param('upload'), from, bytes),
    } satisfies UploadedPart);
  });

  routes.post('/agents/:agent/uploads/:upload', async (c) => {
    await readBody(c, v.strictObject({ finish: v.literal(true) }));
    const { changes } = host.registry.get(c.req.param('agent'));
    const { uploads } = await host.workspace(c.req.param('agent'));
    const path = await uploads.finish(c.req.param('upload'));
    await changes.userWrites.recordEdits([path]);
    return c.json({ path });
  });

  routes.delete('/agents/:agent/uploads/:upload', async (c) => {
    const { uploads } = await host.workspace(c.req.param('agent'));
    await uploads.cancel(c.req.param('upload'));
    return c.body(null, 204);
  });

  return routes;
}
