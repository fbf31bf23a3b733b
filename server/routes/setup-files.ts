// pi's settings.json, models.json and mcp.json: as a whole with an ETag, or one value at a time.
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { Refusal } from '../../shared/refusal.ts';
import { SCHEMA_NAMES, SET_ASIDE_FILES, type PiSchema } from '../../shared/setup.ts';
import type { Host } from '../host/host.ts';
import { changeConfig, readConfig, replaceConfig, type ConfigPlace } from '../setup/config-file.ts';
import { configPlace } from '../setup/config-places.ts';
import { findProblems, setAside } from '../setup/config-problems.ts';
import { readBody, readText } from './request.ts';

const key = v.pipe(v.string(), v.minLength(1), v.maxLength(500), v.notValue('__proto__'));
const change = v.strictObject({
  path: v.pipe(v.array(key), v.minLength(1), v.maxLength(10)),
  /** If absent, the value is removed. */
  value: v.optional(v.unknown()),
});
const aside = v.strictObject({ file: v.picklist(SET_ASIDE_FILES) });

export function setupFileRoutes(host: Host): Hono {
  const routes = new Hono();

  const placeOf = async (c: Context): Promise<ConfigPlace> => {
    const agent = host.registry.get(c.req.param('agent') ?? '');
    return configPlace(c.req.param('file') ?? '', await agent.pi.launchBeside([]));
  };

  /** pi picks up settings at its next reload, but a new provider should be usable at once. */
  const onSaved = async (c: Context): Promise<void> => {
    if (c.req.param('file') === 'models') await host.setup.informAgents();
  };

  routes.get('/agents/:agent/setup/files/:file', async (c) => c.json(await readConfig(await placeOf(c))));

  routes.put('/agents/:agent/setup/files/:file', async (c) => {
    const place = await placeOf(c);
    const text = await readText(c);
    const [ifMatch, ifNoneMatch] = [c.req.header('If-Match'), c.req.header('If-None-Match')];
    const saved = await replaceConfig(place, text, { ifMatch, ifNoneMatch });
    await onSaved(c);
    return c.json(saved);
  });

  routes.post('/agents/:agent/setup/files/:file/changes', async (c) => {
    const place = await placeOf(c);
    const { path, value } = await readBody(c, change);
    const saved = await changeConfig(place, path, value);
    await onSaved(c);
    return c.json(saved);
  });

  routes.get('/agents/:agent/setup/problems', async (c) => {
    const { pi, view } = host.registry.get(c.req.param('agent'));
    return c.json(await findProblems(await pi.launchBeside([]), view.can.connectMcp));
  });

  routes.post('/agents/:agent/setup/problems/set-aside', async (c) => {
    const { pi } = host.registry.get(c.req.param('agent'));
    const { file } = await readBody(c, aside);
    const renamed = await setAside(file, await pi.launchBeside([]));
    await host.setup.informAgents();
    return c.json(renamed);
  });

  routes.get('/agents/:agent/setup/schemas/:file', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    const file = SCHEMA_NAMES.find((name) => name === c.req.param('file'));
    if (!file) throw new Refusal(404, 'unknown_file', `file: must be one of ${SCHEMA_NAMES.join(', ')}.`);
    return c.json({ found: await host.setup.schema(agent, file) } satisfies PiSchema);
  });

  return routes;
}
