// The budget of a session and of a day, as the panel keeps it for all pages.
import { shareOf, type Budget, type BudgetState, type Limit, type Spending } from '../../../shared/budget.ts';
import type { Api } from '../../lib/requests/api.ts';

/** The rest of a budget, for a page that shows it. */
export interface LimitShown {
  limit: Limit;
  spent: Spending;
  /** 1 is all of it. */
  share: number;
}

export class BudgetView {
  /** Null until it was loaded. */
  state = $state.raw<BudgetState | null>(null);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  async load(): Promise<void> {
    this.state = await this.#api.json<BudgetState>('api/budget');
  }

  async set(budget: Budget): Promise<void> {
    // At once, so that a second change adds to this one.
    if (this.state) this.state = { ...this.state, budget };
    await this.#api.fetch('api/budget', { method: 'POST', body: budget });
    await this.load();
  }

  /** The session goes on, whatever it costs. */
  async exempt(session: string): Promise<void> {
    await this.#api.fetch('api/budget/exempt', { method: 'POST', body: { session } });
    await this.load();
  }

  get day(): LimitShown | null {
    const { budget, today } = this.state ?? {};
    return budget?.day && today ? shown(budget.day, today) : null;
  }

  session(spent: Spending): LimitShown | null {
    const limit = this.state?.budget.session;
    return limit ? shown(limit, spent) : null;
  }
}

function shown(limit: Limit, spent: Spending): LimitShown {
  return { limit, spent, share: shareOf(limit, spent) };
}
