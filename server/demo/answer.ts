// An answer of the demo model as plain data: built by the tour, a test, or a script in a prompt, and sent by `play.ts`.
// Times are in milliseconds and are multiplied by the pace of the model.

/** How text is sent in deltas: `chunk` UTF-16 units each (default 12), one every `every` ms (default 0, at once). */
export interface Pacing {
  chunk?: number;
  every?: number;
  /** The text is sent this many times in a row (default 1). */
  repeat?: number;
}

export type SpokenStep =
  | ({ think: string } & Pacing)
  | ({ text: string } & Pacing)
  /** `args` as a string is sent unchanged, so malformed JSON is possible. Without `id` one is generated. */
  | ({ tool: string; args: unknown; id?: string } & Pacing);

export type Step =
  | SpokenStep
  | { delay: number }
  /** Waits for a promise of the test that queued the answer, so that no test depends on timing. */
  | { until: Promise<unknown> }
  /** Sends nothing more until the client disconnects. */
  | { hang: true }
  /** Closes the socket in the middle of the answer. */
  | { cut: true }
  /** These characters unchanged, without any framing. */
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
  /** Of the response, beside those of a stream. */
  headers?: Record<string, string>;
  /** Default: estimated, four characters to a token. */
  usage?: { prompt_tokens?: number; completion_tokens?: number; cached_tokens?: number };
  /** Overrides the model's pace: 1 plays in real time, 0 as fast as the client reads. */
  pace?: number;
  /** The request fails with these, one per attempt, before the answer is played. */
  failures?: HttpFailure[];
}

export type Answer = HttpFailure | Speech;
