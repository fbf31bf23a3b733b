// The budgets for a session and for a day, which the panel stores for all pages.
import { shareOf, type Budget, type BudgetState, type Limit, type Spending } from '../../../shared/budget.ts';
import type { Api } from '../../lib/requests/api.ts';

/** How much of a limit has been spent. */
export interface LimitShown {
  limit: Limit;
  spent: Spending;
  /** The spent share of the limit. 1 means all of it. */
  share: number;
}

export class BudgetView {
  /** Null until it was loaded. */
  state = $state.raw<BudgetState | null>(null);
  readonly #api: Api;
  #changes = 0;
  /** How many changes are on their way. */
  #sending = 0;

  constructor(api: Api) {
    this.#api = api;
  }

  async load(): Promise<void> {
    const changes = this.#changes;
    const state = await this.#api.json<BudgetState>('api/budget');
    // The panel may have answered before the user's last change.
    if (changes === this.#changes && this.#sending === 0) this.state = state;
  }

  async set(budget: Budget): Promise<void> {
    // Applied at once, so that a second change is added to this one.
    const before = this.state?.budget;
    if (this.state) this.state = { ...this.state, budget };
    const change = ++this.#changes;
    this.#sending += 1;
    try {
      await this.#api.fetch('api/budget', { method: 'POST', body: budget });
    } catch (error) {
      if (this.state && before && change === this.#changes) this.state = { ...this.state, budget: before };
      throw error;
    } finally {
      this.#sending -= 1;
    }
    await this.load();
  }

  /** Lets the session continue beyond its budget. */
  async exempt(session: string): Promise<void> {
    await this.#api.fetch('api/budget/exempt', { method: 'POST', body: { session } });
    await this.load();
  }

  get day(): LimitShown | null {
    const { budget, today } = this.state ?? {};
    return budget?.day && today ? toLimitShown(budget.day, today) : null;
  }

  session(spent: Spending): LimitShown | null {
    const limit = this.state?.budget.session;
    return limit ? toLimitShown(limit, spent) : null;
  }
}

function toLimitShown(limit: Limit, spent: Spending): LimitShown {
  return { limit, spent, share: shareOf(limit, spent) };
}
