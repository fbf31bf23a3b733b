import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limit } from '../../shared/budget.ts';
import type { AssistantMessage } from '../../shared/pi/messages.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { emptyView } from '../../shared/view/view.ts';
import { Budgets } from './budget.ts';
import { guardBudget } from './guard.ts';

/** Returns the notices after these answers. Each has a number of tokens and a cost. */
async function noticesAfter(
  session: Limit,
  answers: readonly { tokens: number; cost: number }[],
): Promise<string[]> {
  const budgets = new Budgets({
    file: null,
    today: async () => ({ cost: 0, tokens: 0 }),
    onTrouble: assert.ifError,
  });
  await budgets.set({ session, day: null, stops: true });
  const notices: string[] = [];
  const emit = (event: ViewEvent): void => {
    if (event.type === 'panel_notice') notices.push(event.message);
  };
  const view = { ...emptyView('/home/me/project'), session: { id: 's' } };
  for (const { tokens, cost } of answers) {
    const message = {
      role: 'assistant',
      provider: 'lab',
      model: 'unpriced',
      usage: { input: tokens, output: 0, cacheRead: 0, cacheWrite: 0, cost: { total: cost } },
    } as AssistantMessage;
    await guardBudget(
      { view, emit, boundaryStop: { ask: () => false } as never },
      { type: 'message_end', message },
      budgets,
    );
  }
  return notices;
}

test('a budget in dollars says once that it does not hold for a model without a price, with the tokens', async () => {
  assert.deepEqual(
    await noticesAfter({ amount: 0.01, unit: 'dollars' }, [
      { tokens: 110_000, cost: 0 },
      { tokens: 115_000, cost: 0 },
    ]),
    [
      'The model lab/unpriced has no price, so a budget in dollars does not hold for it. This session has used 110,000 tokens: set a budget in tokens.',
    ],
  );
});

test('nothing is said about a price for a budget in tokens, a priced answer, or one without tokens', async () => {
  assert.deepEqual(await noticesAfter({ amount: 1e9, unit: 'tokens' }, [{ tokens: 10, cost: 0 }]), []);
  assert.deepEqual(await noticesAfter({ amount: 100, unit: 'dollars' }, [{ tokens: 10, cost: 1 }]), []);
  assert.deepEqual(await noticesAfter({ amount: 100, unit: 'dollars' }, [{ tokens: 0, cost: 0 }]), []);
});
