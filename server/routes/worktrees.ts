// Worktrees of git as places for agents: adding one and starting its agent, bringing its work back, and ending it.
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import type { NewWorktree, WorktreeEnd, WorktreeForget } from '../../shared/worktrees.ts';
import { Idempotency } from '../agent/commands/idempotency.ts';
import { resolveFolder } from '../host/folders.ts';
import type { Host } from '../host/host.ts';
import { checkAllPrograms, checkPrograms } from './git-programs.ts';
import {
  argument,
  countQuery,
  idempotencyKeyOf,
  refuseLists,
  readBody,
  requiredQuery,
  shortText,
} from './request.ts';

const word = argument(500);
const folder = shortText(4096);
export const modelName = v.strictObject({ provider: shortText(200), id: shortText(400) });
export const promptText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1_000_000));
export const newWorktree = v.strictObject({
  folder,
  branch: word,
  base: word,
  place: folder,
  setup: v.pipe(v.string(), v.trim(), v.maxLength(10_000)),
  agent: v.exactOptional(
    refuseLists(
      v.strictObject({
        trust: v.exactOptional(v.boolean()),
        demo: v.exactOptional(v.boolean()),
        model: v.exactOptional(modelName),
        prompt: v.exactOptional(promptText),
      }),
    ),
  ),
}) satisfies v.GenericSchema<unknown, NewWorktree>;
const decision = v.strictObject({ act: v.picklist(['stop', 'retry', 'skip', 'discard']) });
const end = v.strictObject({
  folder,
  seen: shortText(200),
  confirm: v.exactOptional(v.pipe(v.string(), v.maxLength(500))),
  withBranch: v.exactOptional(v.literal(true)),
}) satisfies v.GenericSchema<WorktreeEnd>;
const forget = v.strictObject({ folder, repository: folder }) satisfies v.GenericSchema<WorktreeForget>;
const inFolder = v.strictObject({ folder });
const merge = v.strictObject({ folder, plan: shortText(200) });

export function worktreeRoutes({ worktrees }: Host): Hono {
  const routes = new Hono();
  const idempotency = new Idempotency();
  const once = async <T extends object>(
    c: Context,
    body: unknown,
    act: () => Promise<T>,
  ): Promise<Response> => c.json(await idempotency.once(idempotencyKeyOf(c), body, act));
  const folderOf = (c: Context): Promise<string> =>
    resolveFolder(requiredQuery(c, 'folder', 'the folder'), 'folder');

  routes.get('/worktrees', async (c) => c.json(await worktrees.describe(await folderOf(c))));

  routes.post('/worktrees', async (c) => {
    const wanted = await readBody(c, newWorktree);
    const source = await resolveFolder(wanted.folder, 'folder');
    await checkPrograms(c, source);
    return once(c, { start: wanted }, () => worktrees.start({ ...wanted, folder: source }));
  });

  routes.get('/worktrees/starts', (c) => c.json({ starts: worktrees.starts.list() }));

  routes.get('/worktrees/starts/:start', async (c) => {
    const number = { otherwise: 0, least: 0, most: Number.MAX_SAFE_INTEGER };
    const seen = { revision: countQuery(c, 'revision', number), from: countQuery(c, 'from', number) };
    return c.json(await worktrees.starts.poll(c.req.param('start'), seen));
  });

  routes.post('/worktrees/starts/:start', async (c) => {
    const { act } = await readBody(c, decision);
    const id = c.req.param('start');
    return once(c, { id, act }, () => worktrees.starts.decide(id, act));
  });

  routes.delete('/worktrees/starts/:start', (c) => {
    worktrees.starts.forget(c.req.param('start'));
    return c.body(null, 204);
  });

  routes.get('/worktrees/work', async (c) => c.json(await worktrees.findWork(await folderOf(c))));

  routes.post('/worktrees/end', async (c) => {
    const wanted = await readBody(c, end);
    await checkAllPrograms(c, wanted.folder);
    return once(c, { end: wanted }, () => worktrees.end(wanted));
  });

  routes.post('/worktrees/keep', async (c) => {
    const wanted = await readBody(c, inFolder);
    return once(c, { keep: wanted }, () => worktrees.keep(wanted.folder));
  });

  routes.post('/worktrees/forget', async (c) => {
    const wanted = await readBody(c, forget);
    const repository = await resolveFolder(wanted.repository, 'folder');
    await checkPrograms(c, repository);
    return once(c, { forget: wanted }, async () => {
      await worktrees.forget({ ...wanted, repository });
      return {};
    });
  });

  routes.get('/worktrees/merges', async (c) => c.json({ merges: await worktrees.lastMerges() }));

  routes.get('/worktrees/merge', async (c) => c.json(await worktrees.planMerge(await folderOf(c))));

  routes.post('/worktrees/merge', async (c) => {
    const wanted = await readBody(c, merge);
    await checkAllPrograms(c, wanted.folder);
    return once(c, { merge: wanted }, () => worktrees.merge(wanted.folder, wanted.plan));
  });

  // This is a POST because git runs the filters of the repository for files that are not committed.
  routes.post('/worktrees/files/plan', async (c) => {
    const wanted = await readBody(c, inFolder);
    await checkAllPrograms(c, wanted.folder);
    return c.json(await worktrees.planFiles(wanted.folder));
  });

  routes.post('/worktrees/files', async (c) => {
    const wanted = await readBody(c, merge);
    await checkAllPrograms(c, wanted.folder);
    return once(c, { files: wanted }, () => worktrees.applyFiles(wanted.folder, wanted.plan));
  });

  return routes;
}
