// Comparisons: the same prompt given to several models, each in its own worktree.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { NewComparison } from '../../shared/comparisons.ts';
import { Idempotency } from '../agent/commands/idempotency.ts';
import { resolveFolder } from '../host/folders.ts';
import type { Host } from '../host/host.ts';
import { checkPrograms } from './git-programs.ts';
import { idempotencyKeyOf, readBody, requiredQuery } from './request.ts';
import { modelName, newWorktree, promptText } from './worktrees.ts';

const newComparison = v.strictObject({
  ...v.pick(newWorktree, ['folder', 'base', 'setup']).entries,
  prompt: promptText,
  models: v.pipe(
    v.array(modelName),
    v.minLength(2),
    v.maxLength(4),
    v.check(
      (models) => new Set(models.map(({ provider, id }) => `${provider}/${id}`)).size === models.length,
      'must be different',
    ),
  ),
  agent: v.exactOptional(
    v.strictObject({ trust: v.exactOptional(v.boolean()), demo: v.exactOptional(v.boolean()) }),
  ),
}) satisfies v.GenericSchema<unknown, NewComparison>;

export function comparisonRoutes({ worktrees: { comparisons } }: Host): Hono {
  const routes = new Hono();
  const idempotency = new Idempotency();

  routes.get('/comparisons', async (c) => c.json({ comparisons: await comparisons.list() }));

  routes.post('/comparisons', async (c) => {
    const wanted = await readBody(c, newComparison);
    const folder = await resolveFolder(wanted.folder, 'folder');
    await checkPrograms(c, folder);
    const start = () => comparisons.start({ ...wanted, folder });
    return c.json(await idempotency.once(idempotencyKeyOf(c), { compare: wanted }, start));
  });

  routes.get('/comparisons/:comparison/files', async (c) =>
    c.json(await comparisons.files(c.req.param('comparison'))),
  );

  routes.get('/comparisons/:comparison/file', async (c) => {
    const name = requiredQuery(c, 'path', 'the file');
    return c.json(await comparisons.file(c.req.param('comparison'), name));
  });

  routes.delete('/comparisons/:comparison', async (c) => {
    await comparisons.forget(c.req.param('comparison'));
    return c.body(null, 204);
  });

  return routes;
}
