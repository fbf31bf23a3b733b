// The HTTP API's types for usage: what stored sessions say about tokens and money.

/** The usage of one day, in one folder, with one model. */
export interface UsageRow {
  /** As the clock of the server has it: `2026-11-22`. */
  day: string;
  /** Absolute path of the folder. */
  workspace: string;
  /** `provider/model`; empty if the session does not tell. */
  model: string;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** US dollars, as pi computed them. */
  cost: number;
  /** Answers of the model, failed ones included. */
  answers: number;
}

/** GET /api/usage?workspace=DIR: by day, oldest first; without `workspace`, of all folders. */
export interface Usage {
  rows: UsageRow[];
}
