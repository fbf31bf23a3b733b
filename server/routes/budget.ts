// The budget of a session and of a day, and the sessions that may exceed it.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { BudgetState } from '../../shared/budget.ts';
import { budgetSchema } from '../budget/budget.ts';
import type { Host } from '../host/host.ts';
import { MAX_ID, readBody } from './request.ts';

const exemption = v.strictObject({ session: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ID)) });

export function budgetRoutes({ budgets }: Host): Hono {
  const routes = new Hono();

  routes.get('/budget', async (c) => c.json((await budgets.state()) satisfies BudgetState));

  routes.post('/budget', async (c) => {
    await budgets.set(await readBody(c, budgetSchema));
    return c.body(null, 204);
  });

  routes.post('/budget/exempt', async (c) => {
    budgets.exempt((await readBody(c, exemption)).session);
    return c.body(null, 204);
  });

  return routes;
}
