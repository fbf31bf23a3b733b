import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Budget, Spending } from '../../shared/budget.ts';
import { Budgets } from './budget.ts';

const dollars = (amount: number) => ({ amount, unit: 'dollars' as const });
const spent = (cost: number, tokens = 0): Spending => ({ cost, tokens });

async function budgets(budget: Partial<Budget>, today: Spending = spent(0)): Promise<Budgets> {
  const made = new Budgets({ file: null, today: async () => today, onTrouble: assert.ifError });
  await made.set({ session: null, day: null, stops: true, ...budget });
  return made;
}

test('a session is warned once at 80 % and once at all of its budget', async () => {
  const made = await budgets({ session: dollars(10) });
  const said = [];
  for (const cost of [7.9, 8, 9, 10, 11]) said.push(await made.judge('s', spent(cost)));
  assert.deepEqual(said, [
    { warning: null, isOver: false },
    { warning: 'This session has used 80 % of its budget of $10.', isOver: false },
    { warning: null, isOver: false },
    { warning: 'This session has reached its budget of $10.', isOver: true },
    { warning: null, isOver: true },
  ]);
  assert.match((await made.judge('another', spent(10))).warning ?? '', /reached/);
});

test('a budget may be in tokens', async () => {
  const made = await budgets({ session: { amount: 10_000, unit: 'tokens' } });
  assert.equal((await made.judge('s', spent(99, 9999))).isOver, false);
  const { warning, isOver } = await made.judge('s', spent(0, 10_000));
  assert.deepEqual([warning, isOver], ['This session has reached its budget of 10,000 tokens.', true]);
});

test('a day counts all sessions', async () => {
  const made = await budgets({ session: dollars(100), day: dollars(5) }, spent(5));
  const { warning, isOver } = await made.judge('s', spent(0.1));
  assert.deepEqual([warning, isOver], ['This day has reached its budget of $5.', true]);
});

test('a session that the user allows to continue is left alone until the budget changes', async () => {
  const made = await budgets({ session: dollars(1) });
  made.exempt('s');
  assert.deepEqual(await made.judge('s', spent(2)), { warning: null, isOver: false });
  assert.equal((await made.judge('another', spent(2))).isOver, true);
  await made.set({ session: dollars(1), day: null, stops: false });
  assert.equal((await made.judge('s', spent(2))).isOver, true);
});

test('without a budget nothing is added up', async () => {
  const today = (): never => assert.fail('added up');
  const made = new Budgets({ file: null, today, onTrouble: assert.ifError });
  assert.deepEqual(await made.judge('s', spent(1e9)), { warning: null, isOver: false });
  assert.equal((await made.state()).today, null);
});

test('a budget survives a restart, and a broken file counts as no budget', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'budget-'));
  const troubles: unknown[] = [];
  const file = path.join(folder, 'budget.json');
  const options = { file, today: async () => spent(0), onTrouble: (error: unknown) => troubles.push(error) };
  const budget: Budget = { session: dollars(3), day: null, stops: true };
  await new Budgets(options).set(budget);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const next = new Budgets(options);
  await next.open();
  assert.deepEqual((await next.state()).budget, budget);
  assert.deepEqual(troubles, []);
  await rm(folder, { recursive: true });
});
