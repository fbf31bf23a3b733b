// The changes that the agent made to files: listing and undoing them.
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import type { PlanRequest, Undo } from '../../shared/changes.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ComparedCommits } from '../changes/commit-diff.ts';
import type { Host } from '../host/host.ts';
import { parsePath } from '../workspace/workspace-path.ts';
import { formOf, MAX_ID, readBody, requiredQuery } from './request.ts';

const key = v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ID));
const path = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));
const line = v.pipe(v.number(), v.integer(), v.minValue(0));
const range = v.strictTuple([line, line]);
const undo = formOf<v.GenericSchema<Undo>>({
  path: v.strictObject({ path, turn: v.exactOptional(key) }),
  folder: v.strictObject({ folder: path, turn: v.exactOptional(key) }),
  turn: v.strictObject({ turn: key }),
  call: v.strictObject({ call: key }),
  from: v.strictObject({ from: key }),
  session: v.strictObject({ session: v.literal(true) }),
  discard: v.strictObject({
    discard: v.strictObject({
      paths: v.pipe(v.array(path), v.minLength(1), v.maxLength(20_000)),
      to: v.picklist(['head', 'index']),
    }),
  }),
  hunk: v.strictObject({
    hunk: v.strictObject({
      path,
      id: key,
      lines: v.exactOptional(v.strictObject({ before: range, after: range })),
      turn: v.exactOptional(key),
      from: v.exactOptional(key),
      isHead: v.exactOptional(v.literal(true)),
    }),
  }),
});
/** The commits that a request is about, if it is about any. */
function comparedIn(c: Context): ComparedCommits | null {
  const [commit, base] = [c.req.query('commit'), c.req.query('base')];
  return commit ? { commit, ...(base && { base }) } : null;
}

const planRequest = formOf<v.GenericSchema<unknown, PlanRequest>>({
  undo: v.strictObject({ undo }),
  redo: v.strictObject({ redo: key }),
});
const planRun = v.strictObject({ paths: v.optional(v.array(path)) });

/** Returns the scope. Throws a Refusal 400 for an unknown one. */
function scopeOf(c: Context): 'session' | 'head' {
  const scope = c.req.query('scope') ?? 'session';
  if (scope === 'session' || scope === 'head') return scope;
  throw new Refusal(400, 'bad_query', 'scope: must be session or head.');
}

export function changeRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.get('/agents/:agent/changes', async (c) => {
    const { id, changes } = host.registry.get(c.req.param('agent'));
    const list = await (scopeOf(c) === 'head' ? changes.listSinceHead() : changes.list());
    // From now on, the page is told about every change to these files.
    await host.followFiles(
      id,
      list.files.map(({ path }) => path),
    );
    return c.json(host.languages.turns.addTo(id, list));
  });

  routes.get('/agents/:agent/changes/diff', async (c) => {
    const { changes } = host.registry.get(c.req.param('agent'));
    const path = requiredQuery(c, 'path', 'the path of a file');
    if (scopeOf(c) === 'head') return c.json(await changes.diffWithHead(parsePath(path)));
    const compared = comparedIn(c);
    if (compared) return c.json(await changes.diffOfCommit(parsePath(path), compared));
    return c.json(await changes.diff({ path, turn: c.req.query('turn'), from: c.req.query('from') }));
  });

  routes.get('/agents/:agent/changes/lines', async (c) => {
    const { changes } = host.registry.get(c.req.param('agent'));
    return c.json(await changes.lineAuthors(parsePath(requiredQuery(c, 'path', 'the path of a file'))));
  });

  // The bytes on one side of a diff, for files that are not text.
  routes.get('/agents/:agent/changes/content', async (c) => {
    const { changes } = host.registry.get(c.req.param('agent'));
    const [name, side] = [requiredQuery(c, 'path', 'the path of a file'), c.req.query('side')];
    if (side !== 'before' && side !== 'after')
      throw new Refusal(400, 'bad_query', 'side: must be before or after.');
    const compared = comparedIn(c);
    const turns = { turn: c.req.query('turn'), from: c.req.query('from') };
    const scope = scopeOf(c) === 'head' ? 'head' : (compared ?? turns);
    const bytes = await changes.content(parsePath(name), side, scope);
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': 'attachment',
      'Content-Security-Policy': "sandbox; default-src 'none'",
    });
  });

  // Forgets what was recorded of the workspace, after which no earlier change can be undone.
  routes.delete('/agents/:agent/changes', async (c) => {
    await host.registry.get(c.req.param('agent')).changes.forget();
    return c.body(null, 204);
  });

  routes.post('/agents/:agent/changes/plan', async (c) => {
    const { changes } = host.registry.get(c.req.param('agent'));
    return c.json(await changes.plan(await readBody(c, planRequest)));
  });

  routes.post('/agents/:agent/changes/plans/:plan', async (c) => {
    const { changes } = host.registry.get(c.req.param('agent'));
    const { paths } = await readBody(c, planRun);
    const { result, isQueued } = await changes.run(c.req.param('plan'), paths);
    return c.json(result, isQueued ? 202 : 200);
  });

  routes.delete('/agents/:agent/changes/queued/:undo', async (c) => {
    await host.registry.get(c.req.param('agent')).changes.cancelQueued(c.req.param('undo'));
    return c.body(null, 204);
  });

  return routes;
}
