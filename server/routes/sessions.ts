// Stored sessions: listed, searched, read, named, marked, deleted and put back, downloaded, and copied to another folder.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { Refusal } from '../../shared/refusal.ts';
import type { CopiedSession, DeletedSessions, SessionPresence } from '../../shared/stored-sessions.ts';
import { SEARCH_KINDS, type SearchKind } from '../../shared/searches.ts';
import type { Usage } from '../../shared/usage.ts';
import { resolveFolder } from '../host/folders.ts';
import type { Host } from '../host/host.ts';
import { countQuery, nothing, readBody, requiredQuery, timeQuery } from './request.ts';
import { sendImage } from './records.ts';

const MAX_SESSIONS = 20_000;
const MAX_NAME = 500;

const change = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_NAME))),
  pinned: v.optional(v.boolean()),
  archived: v.optional(v.boolean()),
});
const copy = v.strictObject({ workspace: v.pipe(v.string(), v.minLength(1)) });
export function sessionRoutes(host: Host): Hono {
  const routes = new Hono();
  const { sessions } = host;

  /** Returns the other checkouts of the workspace's repository, whose sessions are included with `worktrees=1`. */
  async function relatedFolders(c: Context): Promise<string[]> {
    const workspace = c.req.query('workspace');
    return workspace && c.req.query('worktrees') === '1' ? host.worktrees.relatedFolders(workspace) : [];
  }

  routes.get('/sessions', async (c) => {
    const limit = countQuery(c, 'limit', { otherwise: 200, most: MAX_SESSIONS });
    const [workspace, query] = [c.req.query('workspace'), c.req.query('query')];
    const related = await relatedFolders(c);
    return c.json(await sessions.list({ workspace, related, query, limit }));
  });

  routes.get('/sessions/:session', async (c) => {
    const id = c.req.param('session');
    const [isStored, wasEnded] = await Promise.all([sessions.has(id), sessions.wasEnded(id)]);
    return c.json({ isStored, wasEnded } satisfies SessionPresence);
  });

  routes.post('/sessions/:session', async (c) => {
    const { name, ...marks } = await readBody(c, change);
    const id = c.req.param('session');
    await sessions.fileOf(id);
    if (name !== undefined) await host.sessionAccess.hold(id, (file) => sessions.rename(file, name));
    if (Object.keys(marks).length > 0) await sessions.mark(id, marks);
    return c.body(null, 204);
  });

  routes.delete('/sessions/:session', async (c) => {
    const id = c.req.param('session');
    await host.sessionAccess.hold(id, (file) => sessions.remove(id, file));
    return c.body(null, 204);
  });

  routes.post('/sessions/:session/restore', async (c) => {
    await readBody(c, nothing);
    await sessions.restore(c.req.param('session'));
    return c.body(null, 204);
  });

  routes.get('/trash/sessions', async (c) =>
    c.json((await sessions.listDeleted()) satisfies DeletedSessions),
  );

  routes.post('/sessions/:session/copy', async (c) => {
    const { workspace } = await readBody(c, copy);
    const id = await sessions.copy(c.req.param('session'), await resolveFolder(workspace));
    return c.json({ id } satisfies CopiedSession, 201);
  });

  routes.put('/sessions', async (c) => {
    const workspace = requiredQuery(c, 'workspace', 'the folder of the new session');
    const bytes = Buffer.from(await c.req.arrayBuffer());
    const id = await sessions.import(bytes, await resolveFolder(workspace));
    return c.json({ id } satisfies CopiedSession, 201);
  });

  routes.get('/sessions/:session/entries', async (c) => {
    const limit = countQuery(c, 'limit', { otherwise: 100, most: 200 });
    const [before, branch, entry] = [c.req.query('before'), c.req.query('branch'), c.req.query('entry')];
    return c.json(await sessions.read(c.req.param('session'), { before, branch, entry, limit }));
  });

  routes.get('/sessions/:session/images/:ref', (c) => sendImage(c, sessions.image(c.req.param('ref'))));

  routes.get('/sessions/:session/file', async (c) => {
    const file = await sessions.fileOf(c.req.param('session'));
    const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
    return c.body(body, 200, { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' });
  });

  routes.get('/search', async (c) => {
    const query = requiredQuery(c, 'query', 'the text to search for');
    const limit = countQuery(c, 'limit', { otherwise: 50, most: 500 });
    const [since, kind, workspace] = [timeQuery(c, 'since'), kindQuery(c), c.req.query('workspace')];
    const { signal } = c.req.raw;
    const related = await relatedFolders(c);
    return c.json(
      await sessions.searches.search({
        query,
        limit,
        since,
        kind,
        workspace: workspace || undefined,
        related,
        signal,
      }),
    );
  });

  routes.get('/usage', async (c) => {
    const [workspace, session] = [c.req.query('workspace'), c.req.query('session')];
    const [zone, since] = [zoneQuery(c), timeQuery(c, 'since')];
    const usage: Usage = session
      ? await sessions.usageOf(session, { ...(zone && { zone }), ...(since !== undefined && { since }) })
      : await sessions.searches.usage({ ...(workspace && { workspace }), ...(zone && { zone }) });
    return c.json(usage);
  });

  return routes;
}

function zoneQuery(c: Context): string | undefined {
  const zone = c.req.query('zone');
  try {
    // It throws for a zone that this Node does not know.
    void new Intl.DateTimeFormat('en', { timeZone: zone || undefined });
    return zone;
  } catch {
    throw new Refusal(400, 'bad_query', 'zone: must be the name of a time zone, such as Europe/Berlin.');
  }
}

function kindQuery(c: Context): SearchKind | undefined {
  const kind = c.req.query('kind');
  const known = SEARCH_KINDS.find((one) => one === kind);
  if (!kind || known) return known;
  throw new Refusal(400, 'bad_query', `kind: must be one of ${SEARCH_KINDS.join(', ')}.`);
}
