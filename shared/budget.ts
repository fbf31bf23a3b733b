// Guard rails: how much a session, or a day of all sessions, may cost before the user is told, and the agent stops.

export interface Limit {
  amount: number;
  /** US dollars as pi computes them, or tokens in and out, the cache included. */
  unit: 'dollars' | 'tokens';
}

export interface Budget {
  session: Limit | null;
  day: Limit | null;
  /** An agent that reaches a limit stops at the end of its turn. */
  stops: boolean;
}

export interface Spending {
  cost: number;
  tokens: number;
}

/** GET /api/budget */
export interface BudgetState {
  budget: Budget;
  /** Of all sessions today, by the clock of the server; null while no limit needs it. */
  today: Spending | null;
  /** Ids of the sessions that the user lets go on. */
  exempt: string[];
}

/** From this share of a limit on, the user is told. */
export const WARNED_AT = 0.8;

/** 1 is all of it. */
export function shareOf({ amount, unit }: Limit, { cost, tokens }: Spending): number {
  return (unit === 'dollars' ? cost : tokens) / amount;
}
