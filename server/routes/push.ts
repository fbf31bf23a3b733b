// Web Push: the devices that get notifications, and the pages that a user is looking at.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { PushDevice } from '../../shared/push.ts';
import type { Host } from '../host/host.ts';
import { wishes } from '../push/devices.ts';
import { MAX_ID, nothing, readBody, shortText } from './request.ts';

const key = v.pipe(shortText(200), v.regex(/^[\w-]+={0,2}$/, 'must be base64url'));

const newDevice = v.strictObject({
  endpoint: shortText(4000),
  keys: v.strictObject({ p256dh: key, auth: key }),
  name: shortText(200),
  wishes,
  showsText: v.boolean(),
});
const change = v.strictObject({ wishes: v.optional(wishes), showsText: v.optional(v.boolean()) });
const look = v.strictObject({ page: shortText(MAX_ID), visible: v.boolean(), at: v.number() });
export function pushRoutes({ push }: Host): Hono {
  const routes = new Hono();

  routes.get('/push', async (c) => c.json(await push.info()));

  routes.post('/push/devices', async (c) => {
    const device = push.add(await readBody(c, newDevice));
    return c.json(device satisfies PushDevice, 201);
  });

  routes.post('/push/devices/:device', async (c) => {
    push.change(c.req.param('device'), await readBody(c, change));
    return c.body(null, 204);
  });

  routes.delete('/push/devices/:device', (c) => {
    push.remove(c.req.param('device'));
    return c.body(null, 204);
  });

  routes.post('/push/devices/:device/test', async (c) => {
    await readBody(c, nothing);
    await push.test(c.req.param('device'));
    return c.body(null, 204);
  });

  routes.post('/presence', async (c) => {
    push.presence.note(await readBody(c, look));
    return c.body(null, 204);
  });

  return routes;
}
