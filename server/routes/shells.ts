// Shells: interactive terminals of the user. Input is bytes, and output comes with one stream for all shells of a page.
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { Refusal } from '../../shared/refusal.ts';
import type {
  NewShell,
  ShellAccessChange,
  ShellImage,
  ShellList,
  ShellName,
  ShellRow,
  ShellSize,
} from '../../shared/shells.ts';
import { Idempotency } from '../agent/commands/idempotency.ts';
import { resolveFolder } from '../host/folders.ts';
import type { Host } from '../host/host.ts';
import { EVENT_HEADERS } from '../output/serve.ts';
import { eventStream } from './event-stream.ts';
import { idempotencyKeyOf, MAX_ID, readBody, shortText } from './request.ts';

/** More than anyone pastes at once. A page sends longer text in parts. */
const MAX_INPUT = 1024 * 1024;

/** Terminals of other programs draw at most a few hundred columns. */
const cells = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000));
const size = v.strictObject({ cols: cells, rows: cells }) satisfies v.GenericSchema<ShellSize>;
const name = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(200)),
}) satisfies v.GenericSchema<ShellName>;
const newShell = v.strictObject({
  workspace: shortText(4096),
  folder: v.exactOptional(shortText(4096)),
  ...size.entries,
}) satisfies v.GenericSchema<NewShell>;
const access = v.strictObject({
  access: v.picklist(['none', 'read', 'type']),
}) satisfies v.GenericSchema<ShellAccessChange>;

export function shellRoutes(host: Host): Hono {
  const routes = new Hono();
  const { shells } = host;
  const idempotency = new Idempotency();

  routes.use('/shells/*', async (_c, next) => {
    shells.requireAllowed();
    await next();
  });

  routes.get('/shells', (c) => c.json(shells.list() satisfies ShellList));

  routes.post('/shells', async (c) => {
    const wanted = await readBody(c, newShell);
    const workspace = await resolveFolder(wanted.workspace);
    const folder = wanted.folder === undefined ? workspace : await resolveFolder(wanted.folder);
    const open = (): Promise<ShellRow> => shells.open({ ...wanted, workspace, folder });
    return c.json(await idempotency.once(idempotencyKeyOf(c), { shell: wanted }, open), 201);
  });

  routes.get('/shells/events', (c) => {
    const follow = c.req.query('follow') ?? '1';
    if (follow !== '0' && follow !== '1') throw new Refusal(400, 'bad_query', 'follow: use 1 or 0.');
    return c.body(eventStream([shells.follow()], { isOnce: follow === '0' }), 200, EVENT_HEADERS);
  });

  routes.post('/shells/:shell/input', async (c) => {
    const shell = shells.get(c.req.param('shell'));
    const order = orderOf(c);
    const bytes = Buffer.from(await c.req.arrayBuffer());
    if (bytes.length > MAX_INPUT)
      throw new Refusal(413, 'too_large', `body: more than ${MAX_INPUT} bytes at once. Nothing was typed.`);
    await shell.type(bytes, order);
    return c.body(null, 204);
  });

  routes.post('/shells/:shell/images', async (c) => {
    const shell = shells.get(c.req.param('shell'));
    const bytes = Buffer.from(await c.req.arrayBuffer());
    return c.json({ path: await shell.images.add(bytes) } satisfies ShellImage, 201);
  });

  routes.post('/shells/:shell/size', async (c) => {
    const shell = shells.get(c.req.param('shell'));
    shell.resize(await readBody(c, size));
    return c.body(null, 204);
  });

  routes.post('/shells/:shell/name', async (c) => {
    const shell = shells.get(c.req.param('shell'));
    shell.rename((await readBody(c, name)).name.trim());
    return c.body(null, 204);
  });

  routes.get('/shells/:shell/commands/:number/output', async (c) => {
    const shell = shells.get(c.req.param('shell'));
    return c.json(await shell.readOutputOf(Number(c.req.param('number'))));
  });

  // From now on, agents may read what the shell shows, or also type in it, or neither.
  routes.post('/shells/:shell/access', async (c) => {
    const shell = shells.get(c.req.param('shell'));
    shell.share((await readBody(c, access)).access);
    host.tools.offerTerminals();
    return c.body(null, 204);
  });

  routes.delete('/shells/:shell/ports/:port', async (c) => {
    const shell = shells.get(c.req.param('shell'));
    const port = c.req.param('port');
    if (!/^\d{1,5}$/.test(port)) throw new Refusal(400, 'bad_path', 'port: must be a whole number.');
    await shell.ports.stop(Number(port));
    return c.body(null, 204);
  });

  routes.delete('/shells/:shell', async (c) => {
    await shells.end(c.req.param('shell'));
    host.tools.offerTerminals();
    return c.body(null, 204);
  });

  return routes;
}

/** The headers `Sequence` (1, 2, 3, ...) and `Sender`, which names a page if several of them type. */
function orderOf(c: Context): { sender: string; number: number } | null {
  const text = c.req.header('Sequence');
  if (text === undefined) return null;
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw new Refusal(400, 'bad_header', 'Sequence: must be a whole number.');
  return { sender: (c.req.header('Sender') ?? '').slice(0, MAX_ID), number };
}
