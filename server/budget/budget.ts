// Keeps the user's budget in a private file, compares it with what sessions have spent, and warns once at each share of
// a limit.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import {
  isInDollars,
  shareOf,
  WARNED_AT,
  type Budget,
  type BudgetState,
  type Limit,
  type Spending,
} from '../../shared/budget.ts';
import { ifThere } from '../lib/if-there.ts';
import { replaceWholeFile } from '../lib/replace-whole-file.ts';
import { turns } from '../lib/turns.ts';

const MAX_AMOUNT = 1e12;
const limit = v.nullable(
  v.strictObject({
    amount: v.pipe(v.number(), v.gtValue(0), v.maxValue(MAX_AMOUNT)),
    unit: v.picklist(['dollars', 'tokens']),
  }),
);
export const budgetSchema = v.strictObject({ session: limit, day: limit, stops: v.boolean() });

const NONE: Budget = { session: null, day: null, stops: false };
/** How many exempt sessions and how many warnings are kept. The oldest are forgotten. */
const MAX_SESSIONS = 1000;

export interface BudgetsOptions {
  /** Null if the budget ends with the panel. */
  file: string | null;
  /** Spent by all sessions today. */
  today: () => Promise<Spending>;
  onTrouble: (error: unknown) => void;
}

export interface Verdict {
  /** A sentence for the user, or null if there is nothing new to report. */
  warning: string | null;
  isOver: boolean;
}

export class Budgets {
  readonly #options: BudgetsOptions;
  readonly #inTurn = turns();
  readonly #exempt = new Set<string>();
  /** Warnings that were given, each as a kind of limit, a session or day, and a share. */
  readonly #warned = new Set<string>();
  #budget: Budget = NONE;

  constructor(options: BudgetsOptions) {
    this.#options = options;
  }

  /** A file without a valid budget counts as none. */
  async open(): Promise<void> {
    const { file, onTrouble } = this.#options;
    if (file === null) return;
    try {
      const text = await ifThere(readFile(file, 'utf8'));
      if (text !== undefined) this.#budget = v.parse(budgetSchema, JSON.parse(text));
    } catch (error) {
      onTrouble(error);
    }
  }

  async state(): Promise<BudgetState> {
    const today = this.#budget.day ? await this.#options.today() : null;
    return { budget: this.#budget, today, exempt: [...this.#exempt] };
  }

  async set(budget: Budget): Promise<void> {
    this.#budget = budget;
    // A new limit is announced even if an old one was.
    this.#warned.clear();
    this.#exempt.clear();
    const { file } = this.#options;
    if (file === null) return;
    await this.#inTurn(async () => {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await replaceWholeFile(file, `${JSON.stringify(budget)}\n`);
    });
  }

  /** Allows this session to continue beyond the limits. */
  exempt(session: string): void {
    remember(this.#exempt, session);
  }

  get stops(): boolean {
    return this.#budget.stops;
  }

  /** Call this when a session has spent something. */
  async judge(session: string, spent: Spending): Promise<Verdict> {
    const { session: own, day } = this.#budget;
    if ((!own && !day) || this.#exempt.has(session)) return { warning: null, isOver: false };
    const shares = [
      ...(own ? [{ name: 'This session', of: session, limit: own, share: shareOf(own, spent) }] : []),
      ...(day ? [await this.#dayShare(day, session)] : []),
    ];
    const warnings = shares.flatMap((each) => this.#warn(each) ?? []);
    return { warning: warnings.at(-1) ?? null, isOver: shares.some(({ share }) => share >= 1) };
  }

  /**
   * Call this when a model without a price has answered. Returns a sentence for the user, once for each session and
   * model, if a limit is in dollars.
   */
  onUnpriced(session: string, { model, tokens }: { model: string; tokens: number }): string | null {
    const key = `unpriced ${session} ${model}`;
    if (!isInDollars(this.#budget) || this.#exempt.has(session) || this.#warned.has(key)) return null;
    remember(this.#warned, key);
    return `The model ${model} has no price, so a budget in dollars does not hold for it. This session has used ${tokens.toLocaleString('en')} tokens: set a budget in tokens.`;
  }

  async #dayShare(day: Limit, session: string): Promise<Share> {
    const share = shareOf(day, await this.#options.today());
    return { name: 'This day', of: `${session} ${new Date().toDateString()}`, limit: day, share };
  }

  #warn({ name, of, limit, share }: Share): string | null {
    const reached = share >= 1 ? 1 : share >= WARNED_AT ? WARNED_AT : null;
    const key = `${name} ${of} ${reached}`;
    if (reached === null || this.#warned.has(key)) return null;
    remember(this.#warned, key);
    const words =
      limit.unit === 'dollars' ? `$${limit.amount}` : `${limit.amount.toLocaleString('en')} tokens`;
    return reached === 1
      ? `${name} has reached its budget of ${words}.`
      : `${name} has used ${Math.floor(share * 100)} % of its budget of ${words}.`;
  }
}

interface Share {
  name: string;
  of: string;
  limit: Limit;
  share: number;
}

function remember(set: Set<string>, value: string): void {
  set.add(value);
  const [oldest] = set;
  if (set.size > MAX_SESSIONS && oldest !== undefined) set.delete(oldest);
}
