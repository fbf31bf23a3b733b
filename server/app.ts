// Every route, each with its handler beside the path. What comes in has passed the gate; what is refused is
// thrown as a Refusal and mapped once, below.
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as v from 'valibot';
import { factsOf } from '../shared/pi/command-facts.ts';
import { Refusal } from '../shared/refusal.ts';
import { LANE_NAMES, laneNamed } from '../shared/view/queue.ts';
import type { BashAccepted, ErrorBody, PageCommand, Stopped, TakenMessage } from '../shared/wire.ts';
import type { Agent } from './agent/agent.ts';
import { describe, filledText, parseCommand } from './agent/commands/parse-command.ts';
import { eventStream, followAll } from './event-stream.ts';
import { gate } from './gate/gate.ts';
import type { Host } from './host.ts';
import { serveOutput } from './output/serve.ts';

const newAgent = v.strictObject({
  workspace: v.optional(v.pipe(v.string(), v.minLength(1))),
  session: v.optional(v.pipe(v.string(), v.minLength(1))),
  trust: v.optional(v.boolean()),
  demo: v.optional(v.boolean()),
});
const restart = v.strictObject({
  withoutExtensions: v.optional(v.boolean()),
  trust: v.optional(v.boolean()),
  demo: v.optional(v.boolean()),
  colors: v.optional(v.boolean()),
});

const MAX_ID = 200;
const messageId = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ID));
const queueChange = v.strictObject({
  order: v.array(
    v.strictObject({
      id: messageId,
      lane: v.pipe(v.picklist(LANE_NAMES), v.transform(laneNamed)),
      text: v.optional(filledText),
    }),
  ),
  remove: v.array(messageId),
  start: v.optional(v.boolean()),
});

export function createApp(host: Host): Hono {
  const app = new Hono();
  const api = new Hono();
  const agentOf = (c: Context): Agent => host.registry.get(c.req.param('agent') ?? '');

  app.use(gate(host.gate));

  api.get('/agents', (c) => c.json({ agents: host.registry.list() }));

  api.post('/agents', async (c) => {
    const { agent, isNew } = await host.open(await jsonBody(c, newAgent));
    return c.json(agent.info, isNew ? 201 : 200);
  });

  api.delete('/agents/:agent', async (c) => {
    await host.end(c.req.param('agent'));
    return c.body(null, 204);
  });

  api.get('/events', (c) => {
    const agents = (c.req.query('agents') ?? '').split(',').filter(Boolean);
    if (agents.length === 0) throw new Refusal(400, 'bad_query', 'agents: name at least one agent.');
    const known = (c.req.header('Last-Event-ID') ?? '').split(',').map((id) => id.trim());
    const followers = followAll(host.registry, { agents, known });
    return c.body(eventStream(followers, c.req.query('follow') === '0'), 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
      // Caddy 2.6 compresses all the same, and then holds back what it has; what is encoded already it leaves alone.
      'Content-Encoding': 'identity',
    });
  });

  api.post('/agents/:agent/commands', async (c) => {
    const agent = agentOf(c);
    const command = parseCommand(await readJson(c));
    const isReading = factsOf(command.type).reads;
    if (!isReading) agent.log.note({ type: 'panel_asked', ...senderOf(c), command: withoutImages(command) });
    // What only reads may be read twice, and its answer is too large to be kept.
    const key = isReading ? undefined : c.req.header('Idempotency-Key');
    if (command.type === 'bash' && c.req.header('Prefer') === 'respond-async') {
      const started = await agent.idempotency.once(key, command, async () => {
        const { call, answer } = agent.commands.bash(command.command, command.excludeFromContext ?? false);
        // Its end comes as an event; that pi ended before it did is an event, too.
        answer.catch(() => undefined);
        return { success: true, data: { call } satisfies BashAccepted };
      });
      return c.json(started, 202);
    }
    return c.json(await agent.idempotency.once(key, command, () => agent.commands.run(command, idOf(key))));
  });

  api.get('/agents/:agent/queue', (c) => {
    const { queue } = agentOf(c).queue;
    return c.json(queue, 200, { ETag: `"${queue.revision}"` });
  });

  api.post('/agents/:agent/queue', async (c) => {
    const agent = agentOf(c);
    const { start = false, ...arrangement } = await jsonBody(c, queueChange);
    const change = { arrangement, revision: revisionOf(c), start };
    const act = async () => ({ success: true, data: await agent.queue.editor.applyChange(change) });
    const answer = await agent.idempotency.once(c.req.header('Idempotency-Key'), change, act);
    return c.json(answer, 200, { ETag: `"${agent.queue.queue.revision}"` });
  });

  api.post('/agents/:agent/queue/take', async (c) => {
    const agent = agentOf(c);
    const { ids } = await jsonBody(c, v.strictObject({ ids: v.optional(v.array(messageId)) }));
    const act = async () => {
      const messages = await agent.queue.editor.takeBack(ids);
      return messages.map(({ id, text, images }): TakenMessage => ({ id, text, images }));
    };
    const messages = await agent.idempotency.once(c.req.header('Idempotency-Key'), { take: ids }, act);
    return c.json({ success: true, data: { messages } });
  });

  api.post('/agents/:agent/restart', async (c) => {
    const agent = agentOf(c);
    await agent.restart(await jsonBody(c, restart));
    return c.json(agent.info);
  });

  api.post('/agents/:agent/stop', async (c) => {
    const returned = await agentOf(c).stopper.stop();
    const data: Stopped = { ids: returned.map(({ id }) => id), texts: returned.map(({ text }) => text) };
    return c.json({ success: true, data });
  });

  api.post('/agents/:agent/dialogs/:dialog', async (c) => {
    const [agent, dialog, answer] = [agentOf(c), c.req.param('dialog'), await readJson(c)];
    agent.answerDialog(dialog, answer);
    agent.log.note({ type: 'panel_answered', ...senderOf(c), dialog, answer });
    return c.body(null, 204);
  });

  api.get('/agents/:agent/entries', async (c) => {
    const before = c.req.query('before');
    if (!before) throw new Refusal(400, 'bad_query', 'before: the key of an entry is missing.');
    const limit = countOf(c, 'limit', { otherwise: 40, most: 200 });
    return c.json(await host.olderEntries(agentOf(c), before, limit));
  });

  api.get('/agents/:agent/log', (c) => {
    const since = Number(c.req.query('since') ?? 0);
    if (!Number.isInteger(since) || since < 0)
      throw new Refusal(400, 'bad_query', 'since: is the number of a line, or 0.');
    return c.json(agentOf(c).log.since(since));
  });

  api.get('/agents/:agent/log/:line', (c) => {
    const line = agentOf(c).log.line(Number(c.req.param('line')));
    if (line === undefined)
      throw new Refusal(404, 'unknown_line', 'This record is no longer kept: newer ones took its room.');
    return c.body(line, 200, { 'Content-Type': 'application/octet-stream' });
  });

  api.get('/agents/:agent/calls/:call/output', async (c) => {
    const agent = agentOf(c);
    const call = c.req.param('call');
    if (!agent.outputs.has(call)) await agent.session.recallOutput(call);
    return serveOutput(agent.outputs, call, { query: c.req.query(), signal: c.req.raw.signal });
  });

  api.get('/agents/:agent/images/:ref', (c) => {
    const image = agentOf(c).images.get(c.req.param('ref'));
    if (!image) throw new Refusal(404, 'unknown_image', 'This image is no longer kept: reload the page.');
    return c.body(new Uint8Array(image.bytes), 200, {
      'Content-Type': 'application/octet-stream',
      'X-Image-Type': image.mimeType,
    });
  });

  api.get('/agents/:agent/exports/:download', (c) => {
    const taken = agentOf(c).exports.take(c.req.param('download'));
    if (!taken)
      throw new Refusal(
        404,
        'unknown_export',
        'This export was downloaded already: export the session again.',
      );
    return c.body(taken.bytes, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(taken.name)}`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
    });
  });

  api.get('/agents/:agent/files', async (c) => {
    const workspace = await host.workspace(agentOf(c));
    return c.json(await workspace.list(c.req.query('path') ?? ''));
  });

  api.get('/agents/:agent/find', async (c) => {
    const workspace = await host.workspace(agentOf(c));
    const limit = countOf(c, 'limit', { otherwise: 20, most: 200 });
    return c.json({ files: await workspace.find(c.req.query('query') ?? '', limit) });
  });

  api.get('/agents/:agent/file', async (c) => {
    const workspace = await host.workspace(agentOf(c));
    const { bytes, etag } = await workspace.read(pathOf(c));
    return c.body(bytes, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': 'attachment',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      ETag: etag,
    });
  });

  api.put('/agents/:agent/file', async (c) => {
    const workspace = await host.workspace(agentOf(c));
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const { etag } = await workspace.write(pathOf(c), bytes, {
      ifMatch: c.req.header('If-Match'),
      ifNoneMatch: c.req.header('If-None-Match'),
      confirm: c.req.header('Confirm'),
    });
    return c.json({ etag }, 200, { ETag: etag });
  });

  api.get('/sessions', async (c) =>
    c.json({ sessions: await host.sessions(c.req.query('workspace'), c.req.query('query')) }),
  );

  app.route(`${host.basePath}/api`, api);
  app.use(host.page);
  app.notFound((c) => errorAnswer(c, 404, 'not_found', 'There is nothing at this address.'));
  app.onError((error, c) => {
    if (error instanceof Refusal) {
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
      return errorAnswer(c, error.status as ContentfulStatusCode, error.code, error.message);
    }
    if (isHangUp(error)) return errorAnswer(c, 400, 'aborted', 'The request ended before its body did.');
    host.onBug(error);
    return errorAnswer(c, 500, 'internal', 'The panel failed at this; what it was stands on its stderr.');
  });
  return app;
}

/** Who sent it, as far as that can be known: everybody has the same token. */
function senderOf(c: Context): { from: string; client: string } {
  // Without a socket (in tests) there is no such thing.
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming;
  const client = c.req.header('User-Agent')?.slice(0, 200) ?? '';
  return { from: incoming?.socket.remoteAddress ?? '', client };
}

function withoutImages(command: PageCommand): object {
  return 'images' in command ? { ...command, images: command.images?.length } : command;
}

/** The client went away in the middle of its body: nobody's fault here, and no line in a log. */
function isHangUp(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' && error.message === 'aborted';
}

function errorAnswer(
  c: Context,
  ...[status, code, message]: [ContentfulStatusCode, string, string]
): Response {
  return c.json({ error: { code, message } } satisfies ErrorBody, status);
}

async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'bad_json', 'The body is no JSON.');
  }
}

async function jsonBody<S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> {
  const parsed = v.safeParse(schema, await readJson(c));
  if (parsed.success) return parsed.output;
  throw new Refusal(400, 'bad_body', describe('body', parsed.issues[0]));
}

/** What is said is known by the key of its request, unless that is no name. */
function idOf(key: string | undefined): string | undefined {
  return key && key.length <= MAX_ID ? key : undefined;
}

/** The queue that a change is meant for; a change of any other could move what the person never saw. */
function revisionOf(c: Context): number {
  const match = /^"(\d+)"$/.exec(c.req.header('If-Match') ?? '');
  if (match) return Number(match[1]);
  throw new Refusal(
    428,
    'condition_required',
    'If-Match: name the revision of the queue that is to be changed.',
  );
}

function pathOf(c: Context): string {
  const path = c.req.query('path');
  if (path) return path;
  throw new Refusal(400, 'bad_query', 'path: the path of a file is missing.');
}

function countOf(c: Context, name: string, { otherwise, most }: { otherwise: number; most: number }): number {
  const text = c.req.query(name);
  if (text === undefined) return otherwise;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw new Refusal(400, 'bad_query', `${name}: is a whole number from 1 to ${most}.`);
}
