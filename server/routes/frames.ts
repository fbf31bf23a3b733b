// The frames of pages: opening one, asking whether a browser has reached it, and ending it.
import { Hono } from 'hono';
import * as v from 'valibot';
import {
  MAX_PICTURE_BYTES,
  MAX_TREE,
  type FrameState,
  type LookSwitch,
  type NewFrame,
  type OpenFrame,
  type PreviewLook,
} from '../../shared/frames.ts';
import { Refusal } from '../../shared/refusal.ts';
import { parseMount } from '../gate/mounts.ts';
import type { Host } from '../host/host.ts';
import { parsePath } from '../workspace/workspace-path.ts';
import { formOf, readBody, shortText } from './request.ts';

const newFrame = v.strictObject({
  source: formOf<v.GenericSchema<unknown, NewFrame['source']>>({
    file: v.strictObject({
      file: shortText(4096),
      hasNetwork: v.boolean(),
      isStatic: v.exactOptional(v.literal(true)),
    }),
    port: v.strictObject({
      port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
    }),
  }),
  way: v.picklist(['host', 'path']),
  page: shortText(4096),
}) satisfies v.GenericSchema<unknown, NewFrame>;

const lookSwitch = v.strictObject({ isOn: v.boolean() }) satisfies v.GenericSchema<unknown, LookSwitch>;

const text = (most: number) => v.pipe(v.string(), v.maxLength(most));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const entry = v.strictObject({ level: v.picklist(['error', 'warning']), text: text(2000) });
const previewLook = v.strictObject({
  address: text(5000),
  title: text(200),
  errors: count,
  warnings: count,
  entries: v.pipe(v.array(entry), v.maxLength(50)),
  tree: text(MAX_TREE),
  picture: v.exactOptional(v.pipe(text(MAX_PICTURE_BYTES * 2), v.base64())),
}) satisfies v.GenericSchema<unknown, PreviewLook>;

export function frameRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.post('/agents/:agent/frames', async (c) => {
    const { source: asked, way, page } = await readBody(c, newFrame);
    const { id: agent } = host.registry.get(c.req.param('agent'));
    if ('port' in asked && asked.port === host.port)
      throw new Refusal(400, 'own_port', 'The panel listens on this port itself, and cannot show itself.');
    const source = 'port' in asked ? asked : { ...asked, file: parsePath(asked.file, 'source.file') };
    const { name } = host.frames.open({ agent, source, way, ...parsePage(page) });
    return c.json({ name } satisfies OpenFrame, 201);
  });

  routes.get('/frames/:name', (c) => {
    const { isReached } = host.frames.get(c.req.param('name'));
    return c.json({ isReached } satisfies FrameState);
  });

  routes.post('/frames/:name/look', async (c) => {
    const frame = host.frames.get(c.req.param('name'));
    frame.isLookable = (await readBody(c, lookSwitch)).isOn;
    host.tools.offerLook(frame.agent);
    return c.body(null, 204);
  });

  routes.post('/frames/:name/looks/:look', async (c) => {
    const frame = host.frames.get(c.req.param('name'));
    host.looks.answer(frame, c.req.param('look'), await readBody(c, previewLook));
    return c.body(null, 204);
  });

  routes.delete('/frames/:name', (c) => {
    const { name, agent } = host.frames.get(c.req.param('name'));
    host.frames.end(name);
    host.tools.offerLook(agent);
    return c.body(null, 204);
  });

  return routes;
}

/** Splits the address of the page. It becomes a part of policies, where blanks and semicolons have a meaning. */
function parsePage(page: string): { origin: string; base: string } {
  const url = URL.canParse(page) ? new URL(page) : null;
  const base = url && /^https?:$/.test(url.protocol) && url.host !== '' ? parseMount(url.pathname) : null;
  if (!url || base === null)
    throw new Refusal(400, 'bad_body', 'body: page must be the address of the page.');
  return { origin: url.origin, base };
}
