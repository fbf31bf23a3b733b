// Compares what an agent has spent with the budget after each message, tells the user, and stops it if they want that.
import type { Spending } from '../../shared/budget.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import type { View } from '../../shared/view/view.ts';
import type { Agent } from '../agent/agent.ts';
import type { Budgets } from './budget.ts';

export async function guardBudget(
  agent: Pick<Agent, 'view' | 'emit' | 'boundaryStop'>,
  event: ViewEvent,
  budgets: Budgets,
): Promise<void> {
  const spent = spentAfter(event, agent.view);
  const { session } = agent.view;
  if (!session || !spent) return;
  const { warning, isOver } = await budgets.judge(session.id, spent);
  const isStopping = isOver && budgets.stops && agent.view.run !== null && agent.boundaryStop.ask();
  const words = [
    unpricedNote(event, { session: session.id, spent, budgets }),
    warning ?? (isStopping ? 'The budget is used up.' : null),
    isStopping
      ? 'The agent stops at the end of this turn. To let it continue, click the cost below the message box.'
      : null,
  ].filter((each) => each !== null);
  if (words.length === 0) return;
  agent.emit({ type: 'panel_notice', kind: 'warning', message: words.join(' '), panel_at: Date.now() });
}

/**
 * Returns what the session has spent, or null for events without a cost. A message counts as soon as it has ended,
 * because pi's own sum comes only after its tools have run, when the turn is over.
 */
function spentAfter(event: ViewEvent, { stats }: View): Spending | null {
  const before = { cost: stats?.cost ?? 0, tokens: stats?.tokens.total ?? 0 };
  if (event.type === 'panel_stats') return before;
  if (event.type !== 'message_end' || event.message.role !== 'assistant' || !event.message.usage) return null;
  const { input, output, cacheRead, cacheWrite, cost } = event.message.usage;
  return { cost: before.cost + cost.total, tokens: before.tokens + input + output + cacheRead + cacheWrite };
}

/** Says that a model without a price has answered, which a budget in dollars does not count. */
function unpricedNote(
  event: ViewEvent,
  { session, spent, budgets }: { session: string; spent: Spending; budgets: Budgets },
): string | null {
  if (event.type !== 'message_end' || event.message.role !== 'assistant' || !event.message.usage) return null;
  const { provider, model, usage } = event.message;
  const used = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
  if (used === 0 || usage.cost.total > 0) return null;
  return budgets.onUnpriced(session, { model: `${provider}/${model}`, tokens: spent.tokens });
}
