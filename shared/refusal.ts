/**
 * A request that the server refuses on purpose. Thrown where the problem is found, and mapped once to
 * `{"error":{"code","message"}}` by `app.onError`. The page shows the message unchanged, so the message says what was
 * refused, why, and what to do. Any other error is a bug (500).
 */
export class Refusal extends Error {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** In snake_case and stable for scripts, such as `not_found`. */
  readonly code: string;
  /** Response headers, such as the current `ETag` of a 412. */
  headers: Readonly<Record<string, string>> = {};

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }

  /** Sets the response headers: `throw new Refusal(...).with({ ETag })`. */
  with(headers: Readonly<Record<string, string>>): this {
    this.headers = headers;
    return this;
  }
}
