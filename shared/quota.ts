// The limits of a provider for a period, as the headers of its last response told them.

export interface Quota {
  /** Such as `anthropic`. */
  provider: string;
  /** The limited thing or period, in the words of the provider: `tokens`, `5h`. */
  name: string;
  /** The used part, from 0 to 1. */
  used: number;
  /** How many are left, if the provider counts them. */
  remaining: number | null;
  /** ms since 1970; null if unknown. */
  resetsAt: number | null;
}
