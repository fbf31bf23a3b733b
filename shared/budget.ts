// Guard rails: how much one session, or all sessions in one day, may cost before the user is warned and the agent
// stops.

export interface Limit {
  amount: number;
  /** US dollars as pi computes them, or tokens in and out, the cache included. */
  unit: 'dollars' | 'tokens';
}

export interface Budget {
  session: Limit | null;
  day: Limit | null;
  /** Whether an agent that reaches the limit stops at the end of its turn. */
  stops: boolean;
}

export interface Spending {
  cost: number;
  tokens: number;
}

/** GET /api/budget */
export interface BudgetState {
  budget: Budget;
  /** Spent by all sessions today, by the server's clock; null while no limit needs it. */
  today: Spending | null;
  /** Ids of the sessions that the user allowed to continue past a limit. */
  exempt: string[];
}

/** The user is warned from this share of a limit on. */
export const WARNED_AT = 0.8;

/** 1 is the whole limit. */
export function shareOf({ amount, unit }: Limit, { cost, tokens }: Spending): number {
  return (unit === 'dollars' ? cost : tokens) / amount;
}

/** Whether a limit is in dollars. Such a limit does not hold for a model without a price, whose tokens cost nothing. */
export function isInDollars({ session, day }: Pick<Budget, 'session' | 'day'>): boolean {
  return [session, day].some((limit) => limit?.unit === 'dollars');
}
