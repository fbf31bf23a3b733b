// The HTTP API's types for usage: the tokens and the money that stored sessions have spent.

/**
 * What money was spent on. `failed`: attempts at an answer that failed, after which pi tries again. `child`: a sub-agent
 * whose session is not stored, or is a file of its package. `tool`: requests of a tool itself, such as those of a script.
 * `other`: usage that belongs to no message, such as of an extension.
 */
export type UsageSource =
  'answer' | 'failed' | 'compaction' | 'branch' | 'warming' | 'child' | 'tool' | 'other';

/** The usage of one day, in one folder, with one model, for one purpose, and in one session for one prompt. */
export interface UsageRow {
  /** Such as `2026-11-22`. */
  day: string;
  /** Absolute path of the folder. */
  workspace: string;
  /** `provider/model`; empty if the session does not name one. */
  model: string;
  source: UsageSource;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** US dollars, as pi computed them. */
  cost: number;
  /** The part of the cost that providers have billed (pi >= 1.5). pi has estimated the rest. */
  billed: number;
  /** The parts of the cost, as far as pi tells them: the prompt outside the cache, from it, into it, and the output. */
  costs: CostParts;
  /** Tokens that the cache had lost, so that they were read again, and what that cost more. */
  missed: number;
  missedCost: number;
  /** Answers of the model, failed ones included. */
  answers: number;
  /** What the user had asked before it was spent. Only of one session; missing for what precedes the first prompt. */
  prompt?: UsagePrompt;
}

export interface UsagePrompt {
  /** Where it is among the prompts of the session, from 1. */
  number: number;
  /** How it begins; empty if it is only of images. */
  text: string;
}

/** US dollars. */
export interface CostParts {
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
}

/**
 * GET /api/usage?workspace=DIR&zone=Europe/Berlin: by day, oldest first. Without `workspace`, for all folders; without
 * `zone`, by the days of the server's clock. With `session=ID`, only that session, and with `since=MS` only what it has
 * spent since then.
 */
export interface Usage {
  rows: UsageRow[];
  /** How many session files could not be read, if there are any. */
  unread?: number;
}
