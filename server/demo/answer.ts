/**
 * What the demo model can be told to say, as plain data: a tour, a test or a script inside a prompt builds it,
 * `play.ts` sends it. Times are milliseconds and are multiplied by the pace of the model.
 */

/** How text leaves in deltas: `chunk` UTF-16 units each (default 12), one every `every` ms (default 0, at once). */
export interface Pacing {
  chunk?: number;
  every?: number;
  /** The text is sent this many times in a row (default 1). */
  repeat?: number;
}

export type SpokenStep =
  | ({ think: string } & Pacing)
  | ({ text: string } & Pacing)
  /** `args` as a string goes out as it stands, so malformed JSON is possible. Without `id` one is made. */
  | ({ tool: string; args: unknown; id?: string } & Pacing);

export type Step =
  | SpokenStep
  | { delay: number }
  /** Waits for a promise of the test that queued the answer, so that no test has to guess a time. */
  | { until: Promise<unknown> }
  /** Says nothing more until the client goes away. */
  | { hang: true }
  /** Closes the socket in the middle of the answer. */
  | { cut: true }
  /** These characters as they stand, outside of any framing. */
  | { raw: string };

/** An HTTP error instead of a stream. */
export interface HttpFailure {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Speech {
  steps: Step[];
  /** Default: `tool_calls` when a tool was called, else `stop`. */
  finish?: 'stop' | 'tool_calls' | 'length' | 'content_filter';
  /** Default: estimated, four characters to a token. */
  usage?: { prompt_tokens?: number; completion_tokens?: number };
  /** Instead of the model's own pace: 1 plays in real time, 0 as fast as the client reads. */
  pace?: number;
  /** The same request is turned down with these, one by one, before the answer is played. */
  failures?: HttpFailure[];
}

export type Answer = HttpFailure | Speech;
