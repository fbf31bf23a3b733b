// The HTTP API's types for usage: the tokens and the money that stored sessions have spent.

/** The usage of one day, in one folder, with one model. */
export interface UsageRow {
  /** Such as `2026-11-22`. */
  day: string;
  /** Absolute path of the folder. */
  workspace: string;
  /** `provider/model`; empty if the session does not name one. */
  model: string;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** US dollars, as pi computed them. */
  cost: number;
  /** The part of the cost that providers have billed (pi >= 1.5). pi has estimated the rest. */
  billed: number;
  /** Answers of the model, failed ones included. */
  answers: number;
}

/**
 * GET /api/usage?workspace=DIR&zone=Europe/Berlin: by day, oldest first. Without `workspace`, for all folders; without
 * `zone`, by the days of the server's clock.
 */
export interface Usage {
  rows: UsageRow[];
  /** How many session files could not be read, if there are any. */
  unread?: number;
}
