import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget, BudgetState } from '../../../shared/budget.ts';
import type { Api, RequestOptions } from '../../lib/requests/api.ts';
import { BudgetView } from './budget.svelte.ts';

const BUDGET: Budget = {
  session: { amount: 10, unit: 'dollars' },
  day: { amount: 2000, unit: 'tokens' },
} as Budget;

function setUp(state: BudgetState) {
  const requests: unknown[] = [];
  const api = {
    json: () => Promise.resolve(state),
    fetch: (route: string, { body }: RequestOptions) => Promise.resolve(void requests.push([route, body])),
  };
  return { view: new BudgetView(api as unknown as Api), requests };
}

test('what a session has spent counts against its own limit, and what was spent today against that of the day', async () => {
  const { view } = setUp({ budget: BUDGET, today: { cost: 9, tokens: 500 }, exempt: [] });
  assert.deepEqual([view.day, view.session({ cost: 4, tokens: 0 })], [null, null], 'not loaded yet');
  await view.load();
  assert.deepEqual([view.day?.share, view.session({ cost: 4, tokens: 900 })?.share], [0.25, 0.4]);
});

test('a second change of the budget is added to the first one, whose answer has not arrived', async () => {
  const { view, requests } = setUp({ budget: BUDGET, today: null, exempt: [] });
  await view.load();
  const first = view.set({ ...BUDGET, session: null });
  const second = view.set({ ...view.state!.budget, day: null });
  await Promise.all([first, second]);
  assert.deepEqual(requests, [
    ['api/budget', { ...BUDGET, session: null }],
    ['api/budget', { ...BUDGET, session: null, day: null }],
  ]);
});

test('a new budget, and an exemption, are shown with what the panel then says', async () => {
  const states: BudgetState[] = [
    { budget: BUDGET, today: { cost: 0, tokens: 0 }, exempt: [] },
    { budget: BUDGET, today: { cost: 0, tokens: 100 }, exempt: [] },
    { budget: BUDGET, today: { cost: 0, tokens: 100 }, exempt: ['s'] },
  ];
  const requests: unknown[] = [];
  const view = new BudgetView({
    json: () => Promise.resolve(states.shift()),
    fetch: (route: string, { body }: RequestOptions) => Promise.resolve(void requests.push([route, body])),
  } as unknown as Api);
  await view.load();
  await view.set(BUDGET);
  assert.equal(view.day?.share, 0.05);
  await view.exempt('s');
  assert.deepEqual(view.state?.exempt, ['s']);
  assert.deepEqual(requests.at(-1), ['api/budget/exempt', { session: 's' }]);
});

test('an answer from before a change does not hide it, so that the next change is added to it', async () => {
  const answers: PromiseWithResolvers<BudgetState>[] = [];
  const json = (): Promise<BudgetState> => {
    const answer = Promise.withResolvers<BudgetState>();
    answers.push(answer);
    return answer.promise;
  };
  const view = new BudgetView({ json, fetch: () => Promise.resolve() } as unknown as Api);
  const loaded = view.load();
  const early: BudgetState = { budget: BUDGET, today: null, exempt: [] };
  answers[0]!.resolve(early);
  await loaded;
  const again = view.load();
  const set = view.set({ ...BUDGET, day: null });
  answers[1]!.resolve(early);
  await again;
  assert.deepEqual(view.state?.budget, { ...BUDGET, day: null });
  answers[2]!.resolve({ ...early, budget: { ...BUDGET, day: null } });
  await set;
  assert.deepEqual(view.state?.budget, { ...BUDGET, day: null });
});

test('a budget that could not be stored is not shown, and the one before still is', async () => {
  const refusals = [new Error('The disk is full.')];
  const fetch = (): Promise<void> =>
    refusals.length > 0 ? Promise.reject(refusals.pop()!) : Promise.resolve();
  const json = (): Promise<BudgetState> => Promise.resolve({ budget: BUDGET, today: null, exempt: [] });
  const view = new BudgetView({ json, fetch } as unknown as Api);
  await view.load();
  await assert.rejects(view.set({ ...BUDGET, day: null }), { message: 'The disk is full.' });
  assert.deepEqual(view.state?.budget, BUDGET);
});
